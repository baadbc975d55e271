import { toAppError } from '../../../errors.ts';
import type { CompetingPage } from '../../../../schema/drafts.ts';
import type { KnowledgeBase } from '../../knowledge/index.ts';
import { checkPageUrl, checkSourceUrl } from '../../common/outside-url.ts';
import { unknownDocument } from '../../common/sources.ts';
import type { Given } from '../given.ts';
import { sourcesOf, type ArticleRequest } from '../request.ts';

/** The output of the research stage. */
export interface Research {
  /** The documents to write from; null: the project's whole knowledge base. */
  documentIds: string[] | null;
  competing: CompetingPage[];
  /** Rival pages that could not be read. */
  unread: { url: string; code: string; message: string }[];
}

type Needs = Pick<Given, 'knowledge' | 'config'>;

const maxRivalHeadings = 40;

/** Throws `invalid_input` for unknown documents, and `address_refused` for URLs that are never contacted; errors name them as `/sources/…`. */
export type SourceCheck = (request: { sources: readonly string[]; competitorUrls?: readonly string[] }) => void;

/** Throws like `SourceCheck`. */
export async function checkSources(needs: Needs, projectId: string, request: ArticleRequest): Promise<void> {
  (await sourceCheck(needs, projectId, request.sources))(request);
}

/** The same for many requests: `all` are the sources of all of them. */
export async function sourceCheck({ knowledge, config }: Needs, projectId: string, all: readonly string[]): Promise<SourceCheck> {
  const missing = new Set(await knowledge.missing(projectId, sourcesOf({ sources: all }).documentIds));
  return ({ sources, competitorUrls = [] }) => {
    for (const url of sourcesOf({ sources }).urls) checkSourceUrl(url, `/sources/${sources.indexOf(url)}`, config);
    for (const [index, url] of competitorUrls.entries()) checkPageUrl(url, `/competitorUrls/${index}`, config);
    const index = sources.findIndex((source) => missing.has(source));
    if (index !== -1) throw unknownDocument(sources[index]!, index);
  };
}

/** Adds the named sources to the knowledge base and reads the rival pages. Throws if a source cannot be read; an unreadable rival is only noted. */
export async function research(
  needs: Needs,
  { projectId, request }: { projectId: string; request: ArticleRequest },
  signal: AbortSignal,
  tell: (step: string, share: number) => Promise<void>,
): Promise<Research> {
  await checkSources(needs, projectId, request);
  const { documentIds, urls } = sourcesOf(request);
  const steps = urls.length + request.competitorUrls.length;
  for (const [index, url] of urls.entries()) {
    await tell(`fetching source ${index + 1} of ${urls.length}`, index / steps);
    const { id } = await needs.knowledge.add({ url, projectId }, { signal });
    documentIds.push(id);
  }
  const found: Research = { documentIds: request.sources.length > 0 ? [...new Set(documentIds)] : null, competing: [], unread: [] };
  for (const [index, url] of request.competitorUrls.entries()) {
    await tell(`reading rival page ${index + 1} of ${request.competitorUrls.length}`, (urls.length + index) / steps);
    try {
      found.competing.push(await readRival(needs.knowledge, url, signal));
    } catch (error) {
      signal.throwIfAborted();
      const { code, message } = toAppError(error);
      found.unread.push({ url, code, message });
    }
  }
  return found;
}

async function readRival(knowledge: KnowledgeBase, given: string, signal: AbortSignal): Promise<CompetingPage> {
  const { url, read } = await knowledge.readPage(given, signal);
  const headings = read.passages.flatMap(({ heading }) => heading?.split(' › ') ?? []);
  return { url, title: read.title ?? url, headings: [...new Set(headings)].slice(0, maxRivalHeadings) };
}
