import { createHash } from 'node:crypto';
import type { Fetched, Polite } from '../../../crawl/polite.ts';
import { pageKey } from '../../../crawl/url.ts';
import type { Fault } from '../../../crawl/visit.ts';
import type { DocumentSource, ReadDocument } from '../../../documents/reading.ts';
import { AppError } from '../../../errors.ts';
import { normalise } from '../../../language/tokens.ts';
import type { PageFacts } from '../../../pages/page-facts.ts';
import type { PageHead } from './pages.ts';
import { isIndexPage } from '../../common/index-page.ts';
import { writtenTime } from '../../common/wire.ts';
import { charsetOf, isHtml, type Pages } from '../../site/index.ts';
import { linesBeforeList } from './change/index-pages.ts';
import { linesOf, type Line } from './change/lines.ts';
import { keywordIn, phrasesOf } from './change/words.ts';
import { radarLimits } from './limits.ts';

/** What a page says, as it is compared. */
export interface PageText {
  title: string | null;
  language: string;
  lines: Line[];
  wordCount: number;
  isIndex: boolean;
  /** As the page says, in milliseconds. */
  publishedAt: number | null;
  /** Where the page says that it stands, if that is elsewhere. */
  canonical: string | null;
  /** What it is about: a guess of its keyword, unless it lists others, and its phrases. */
  keyword: string | null;
  phrases: string[];
  /** Equal if it says the same. */
  fingerprint: string;
  /** For the crawled index; undefined if it has no prose. */
  read: ReadDocument | undefined;
}

/** What came of looking at a page. */
export type Look =
  | { saw: 'same' | 'page' | 'moved'; page?: PageText; to: string; etag: string | null; lastModified: string | null }
  | { saw: 'gone' }
  | { saw: 'forbidden' | 'failed' | 'unreadable'; error: Fault; status: number };

export interface Looking {
  polite: Pick<Polite, 'fetch'>;
  /** The main text. Throws `unreadable_source`. */
  read(source: DocumentSource, by: string, signal: AbortSignal): Promise<ReadDocument>;
  facts: Pages['facts'];
  /** Awaited between steps of computing, so that others have their turn. */
  turn(): Promise<void>;
  /** The language that is expected. */
  language: string;
  signal: AbortSignal;
}

const maxPageBytes = 5 * 1024 * 1024;
const accept = 'text/html, application/xhtml+xml;q=0.9';

/** Asks for a page, and reads it unless it says what it said. Rejects only if `signal` is aborted. */
export async function lookAt(looking: Looking, head: Pick<PageHead, 'url' | 'etag' | 'last_modified'>): Promise<Look> {
  const { polite, signal } = looking;
  const { url, etag, last_modified: lastModified } = head;
  // A host that has too much to do is asked again at the next check.
  const answer = await polite.fetch(url, { etag, lastModified, accept, maxBytes: maxPageBytes, maxAttempts: 1, signal });
  const { status, error } = answer;
  if (error) return { saw: answer.outcome === 'forbidden' ? 'forbidden' : 'failed', error, status };
  if (answer.notModified) return { saw: 'same', to: url, etag, lastModified };
  if (status === 404 || status === 410) return isSameAddress(answer.url, url) ? { saw: 'gone' } : deadEnd(answer);
  if (status < 200 || status > 299)
    return { saw: 'failed', error: { code: `status_${status}`, message: `It answered ${status}.` }, status };
  const page = await readText(looking, answer);
  if ('error' in page) return { saw: 'unreadable', error: page.error, status };
  const saw = isSameAddress(answer.url, url) ? 'page' : 'moved';
  return { saw, page, to: answer.url, etag: answer.etag, lastModified: answer.lastModified };
}

/** It redirects to what is not there. */
function deadEnd({ url, status }: Fetched): Look {
  return { saw: 'failed', error: { code: `status_${status}`, message: `It redirects to ${url}, which answered ${status}.` }, status };
}

/** Whether both are addresses of one page. */
export const isSameAddress = (one: string, other: string): boolean => pageKey(one) === pageKey(other);

async function readText(looking: Looking, answer: Fetched): Promise<PageText | { error: Fault }> {
  const type = answer.headers['content-type'] ?? '';
  if (!isHtml(type)) return { error: { code: 'no_page', message: `It is ${type}, not HTML.` } };
  if (answer.truncated) return { error: { code: 'too_large', message: 'It is longer than 5 MiB or broke off.' } };
  const facts = await looking.facts(answer, looking.signal);
  if (!facts) return { error: { code: 'unreadable_source', message: 'It cannot be decoded, or takes too long to be read.' } };
  await looking.turn();
  const source = { kind: 'html' as const, content: answer.body, charset: charsetOf(answer.headers), language: looking.language };
  const read = await proseOf(looking, source, answer.url);
  // Of a list of links alone nothing is left to read.
  if (read instanceof AppError && !isIndexPage(answer.url, facts)) return { error: { code: read.code, message: read.message } };
  await looking.turn();
  const { turn, language } = looking;
  return pageText(read instanceof AppError ? undefined : read, facts, { url: answer.url, language, turn });
}

/** What a page says. `document` is its main text, if it has any; `language` is what it is probably written in. `turn` is awaited between steps. */
export async function pageText(
  document: ReadDocument | undefined,
  facts: PageFacts,
  { url, language: expected, turn }: Pick<Looking, 'language' | 'turn'> & { url: string },
): Promise<PageText> {
  const language = document === undefined || document.language === 'und' ? expected : document.language;
  const isIndex = isIndexPage(url, facts);
  await turn();
  const all = await linesOf((document?.text ?? '').slice(0, radarLimits.textLength), language, turn);
  const lines = isIndex ? linesBeforeList(all, url, facts) : all;
  const title = document?.title ?? facts.titles[0]?.text ?? null;
  const canonical = facts.canonicals[0]?.url ?? null;
  const texts = lines.map(({ text }) => text);
  await turn();
  const phrases = phrasesOf(texts, language);
  await turn();
  return {
    title,
    language,
    lines,
    wordCount: document?.wordCount ?? 0,
    isIndex,
    publishedAt: writtenTime(facts.publishedAt),
    keyword: isIndex ? null : keywordIn(title, texts, language),
    phrases,
    canonical: canonical === null || isSameAddress(canonical, url) ? null : canonical,
    fingerprint: fingerprintOf(title, lines),
    read: document,
  };
}

async function proseOf({ read, signal }: Looking, source: DocumentSource, url: string): Promise<ReadDocument | AppError> {
  try {
    return await read(source, new URL(url).origin, signal);
  } catch (thrown) {
    signal.throwIfAborted();
    if (thrown instanceof AppError && thrown.code === 'unreadable_source') return thrown;
    throw thrown;
  }
}

function fingerprintOf(title: string | null, lines: readonly Line[]): string {
  const said = [normalise(title ?? ''), ...lines.map(({ key }) => key).filter(Boolean)].join('\n');
  return createHash('sha256').update(said).digest('hex').slice(0, 32);
}
