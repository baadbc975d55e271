import { AppError } from '../../errors.ts';
import { deadlineMs } from '../../crawl/answer.ts';
import { askNamed, type Fetched, type Polite } from '../../crawl/polite.ts';
import type { System } from '../../system.ts';
import type { DocumentSource } from '../../documents/reading.ts';
import { kindOf, parsedMediaType } from './media-types.ts';

/** A fetched document, ready to be read. */
export interface FetchedPage extends DocumentSource {
  content: Uint8Array;
  /** The final URL, after redirects. */
  url: string;
  /** The server's version tag for this text, for asking whether it has changed. */
  etag: string | null;
  lastModified: string | null;
}

/** The validators of a text when it was last fetched. */
export interface Known {
  etag: string | null;
  lastModified: string | null;
}

const mebibyte = 1024 * 1024;
export const maxFileBytes = 50 * mebibyte;
/** A longer page is not one for readers. */
const maxPageBytes = 5 * mebibyte;

const accept =
  'text/html, application/pdf, application/vnd.openxmlformats-officedocument.wordprocessingml.document, text/markdown, text/plain;q=0.9';

/** Fetches one page, PDF or Word document, by default as what somebody named. Throws `address_refused`, `fetch_failed`, `unreadable_source`. */
export async function fetchPage(
  system: System,
  url: string,
  signal: AbortSignal = system.closing,
  way: Pick<Polite, 'fetch'> = askNamed(system),
): Promise<FetchedPage> {
  // With nothing known, the answer cannot be "unchanged".
  return (await fetchIfChanged(way, url, { etag: null, lastModified: null }, signal))!;
}

/** The same by a way of one's own, or undefined if the server says that the text has not changed. */
export async function fetchIfChanged(
  asking: Pick<Polite, 'fetch'>,
  url: string,
  { etag, lastModified }: Known,
  signal: AbortSignal,
): Promise<FetchedPage | undefined> {
  const answer = await asking.fetch(url, { accept, etag, lastModified, maxBytes: maxFileBytes, signal });
  if (answer.notModified && (etag !== null || lastModified !== null)) return undefined;
  checkAnswer(answer);
  const { mediaType, charset } = parsedMediaType(answer.headers['content-type'] ?? '');
  const kind = kindOf(mediaType, answer.body, new URL(answer.url).pathname);
  if (!kind) {
    const detail = `What is there is ${mediaType || 'of no named type'}; HTML, PDF, Word (.docx), Markdown and plain text can be read.`;
    throw new AppError('unreadable_source', detail, { hint: 'Give the address of a page or document, or add its text.' });
  }
  const limit = kind === 'pdf' || kind === 'docx' ? maxFileBytes : maxPageBytes;
  if (answer.truncated || answer.body.length > limit) {
    throw new AppError('unreadable_source', `It is longer than ${limit / mebibyte} MiB or did not arrive in ${deadlineMs / 1000} s.`, {
      hint: 'Add the part that matters as text instead.',
    });
  }
  return { kind, charset, content: answer.body, url: answer.url, etag: answer.etag, lastModified: answer.lastModified };
}

/** Throws `address_refused`; `fetch_failed` for temporary failures, else `unreadable_source`. */
export function checkAnswer({ url, status, outcome, error }: Pick<Fetched, 'url' | 'status' | 'outcome' | 'error'>): void {
  if (outcome === 'forbidden') throw new AppError('unreadable_source', error!.message);
  if (error) throw faultOf(error);
  if (status >= 200 && status <= 299) return;
  const mayPass = status >= 500 || [408, 425, 429].includes(status);
  throw new AppError(mayPass ? 'fetch_failed' : 'unreadable_source', `${URL.parse(url)?.host ?? 'The address'} answered ${status}.`, {
    hint: 'See that the page is public and the address is right.',
  });
}

/** Why there was no answer. */
export function faultOf({ code, message }: NonNullable<Fetched['error']>): AppError {
  const refused = code === 'address_refused' || code === 'invalid_url';
  return new AppError(refused ? 'address_refused' : 'fetch_failed', message, {
    hint: refused ? 'Give the address of a public page.' : 'See that the address is right, and try again.',
  });
}
