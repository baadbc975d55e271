import { AppError } from '../../errors.ts';
import { NetworkError } from '../../net/errors.ts';
import type { OutboundRequest, OutboundResponse, System } from '../../system.ts';
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
const deadlineMs = 20_000;
const maxRedirects = 5;
export const maxFileBytes = 50 * mebibyte;
/** A longer page is not one for readers. */
const maxPageBytes = 5 * mebibyte;

const accept =
  'text/html, application/pdf, application/vnd.openxmlformats-officedocument.wordprocessingml.document, text/markdown, text/plain;q=0.9';
export const userAgent = 'Copydesk/1.0';

/** Fetches one page, PDF or Word document for the knowledge base. Throws `address_refused`, `fetch_failed`, `unreadable_source`. */
export async function fetchPage(system: System, url: string, signal?: AbortSignal): Promise<FetchedPage> {
  // With nothing known, the answer cannot be "unchanged".
  return (await fetchIfChanged(system, url, { etag: null, lastModified: null }, signal))!;
}

/** The same, or undefined if the server says that the text has not changed. */
export async function fetchIfChanged(
  system: System,
  url: string,
  { etag, lastModified }: Known,
  signal?: AbortSignal,
): Promise<FetchedPage | undefined> {
  const headers = {
    accept,
    'user-agent': userAgent,
    ...(etag !== null && { 'if-none-match': etag }),
    ...(lastModified !== null && { 'if-modified-since': lastModified }),
  };
  const answer = await dial(system, { url, headers, maxBytes: maxFileBytes, signal });
  if (answer.status === 304 && (etag !== null || lastModified !== null)) return undefined;
  checkStatus(answer, url);
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
  return {
    kind,
    charset,
    content: answer.body,
    url: answer.url,
    etag: kept(answer.headers['etag']),
    lastModified: kept(answer.headers['last-modified']),
  };
}

/** Throws `fetch_failed` for temporary failures, else `unreadable_source`. */
export function checkStatus({ status }: OutboundResponse, url: string): void {
  if (status >= 200 && status <= 299) return;
  const mayPass = status >= 500 || [408, 425, 429].includes(status);
  throw new AppError(mayPass ? 'fetch_failed' : 'unreadable_source', `${URL.parse(url)?.host ?? 'The address'} answered ${status}.`, {
    hint: 'See that the page is public and the address is right.',
  });
}

/** Throws `address_refused`, `fetch_failed`. */
export async function dial(system: System, wanted: Omit<OutboundRequest, 'deadlineMs' | 'maxRedirects'>): Promise<OutboundResponse> {
  try {
    return await system.request({ ...wanted, deadlineMs, maxRedirects });
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    const refused = error.code === 'address_refused' || error.code === 'invalid_url';
    throw new AppError(refused ? 'address_refused' : 'fetch_failed', error.message, {
      cause: error,
      hint: refused ? 'Give the address of a public page.' : 'See that the address is right, and try again.',
    });
  }
}

/** It is sent back unchanged, so it must be valid in a header. */
function kept(header: string | undefined): string | null {
  return header !== undefined && header.length <= 300 && /^[\x20-\x7E]+$/.test(header) ? header : null;
}
