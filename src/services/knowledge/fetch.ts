import type { DocumentKind } from '../../text/documents.ts';
import { AppError } from '../../errors.ts';
import { NetworkError } from '../../net/errors.ts';
import type { System } from '../../system.ts';

export interface FetchedPage {
  kind: DocumentKind;
  content: string;
  /** Where the text was found, after redirects. */
  url: string;
}

const deadlineMs = 20_000;
const maxBytes = 5 * 1024 * 1024;
const maxRedirects = 5;

const kinds: Record<string, DocumentKind> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/markdown': 'markdown',
  'text/x-markdown': 'markdown',
  'text/plain': 'text',
};

/** Fetches one page for the knowledge base. Throws `address_refused`, `fetch_failed`, `unreadable_source`. */
export async function fetchPage(system: System, url: string, signal?: AbortSignal): Promise<FetchedPage> {
  const answer = await dial(system, url, signal);
  if (answer.status < 200 || answer.status > 299) {
    const mayPass = answer.status >= 500 || [408, 425, 429].includes(answer.status);
    throw new AppError(mayPass ? 'fetch_failed' : 'unreadable_source', `${hostOf(url)} answered ${answer.status}.`, {
      hint: 'See that the page is public and the address is right.',
    });
  }
  if (answer.truncated) {
    throw new AppError(
      'unreadable_source',
      `The page is longer than ${maxBytes / 1024 / 1024} MiB or did not arrive in ${deadlineMs / 1000} s.`,
      {
        hint: 'Add the part that matters as text instead.',
      },
    );
  }
  const [mediaType = '', ...parameters] = (answer.headers['content-type'] ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const kind = /\.(md|markdown)$/i.test(new URL(answer.url).pathname) && mediaType === 'text/plain' ? 'markdown' : kinds[mediaType];
  if (!kind) {
    throw new AppError('unreadable_source', `The page is ${mediaType || 'of no named type'}; HTML, Markdown and plain text can be read.`, {
      hint: 'Give the address of a page, or add its text.',
    });
  }
  return { kind, content: decode(answer.body, parameters), url: answer.url };
}

async function dial(system: System, url: string, signal?: AbortSignal) {
  try {
    return await system.request({
      url,
      headers: { accept: 'text/html, text/markdown, text/plain;q=0.9', 'user-agent': 'Copydesk/1.0' },
      deadlineMs,
      maxBytes,
      maxRedirects,
      signal,
    });
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    const refused = error.code === 'refused_address' || error.code === 'invalid_url';
    throw new AppError(refused ? 'address_refused' : 'fetch_failed', error.message, {
      cause: error,
      hint: refused ? 'Give the address of a public page.' : 'See that the address is right, and try again.',
    });
  }
}

function decode(body: Buffer, parameters: string[]): string {
  const named = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice('charset='.length)
    .replaceAll('"', '');
  const inPage = /<meta[^>]{0,200}charset=["']?([\w-]{2,40})/i.exec(body.subarray(0, 2048).toString('latin1'))?.[1];
  try {
    return new TextDecoder(named ?? inPage ?? 'utf-8').decode(body);
  } catch {
    return body.toString('utf8');
  }
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? 'The address';
}
