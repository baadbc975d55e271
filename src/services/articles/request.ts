import type { ArticleType } from '../../../schema/article-request.ts';
import { AppError } from '../../errors.ts';
import type { Project } from '../../../schema/projects.ts';
import type { ComposeRequest, SourcePassage } from '../../text/compose/compose.ts';
import type { KnowledgeBase } from '../knowledge/knowledge.ts';

/** What was asked for, with every default worked out: kept with the article, so that the writing can begin again after a crash. */
export interface ArticleRequest {
  keyword: string;
  title: string | null;
  articleType: ArticleType;
  /** Null: that of the sources. */
  language: string | null;
  targetWordCount: number;
  outline: string[] | null;
  sources: string[];
  includeFaq: boolean;
  webhookUrl: string | null;
}

/** How many passages a writer chooses from. */
const candidatePassages = 200;

/** Knowledge ids and addresses to fetch, told apart. */
export function sourcesOf(request: Pick<ArticleRequest, 'sources'>): { documentIds: string[]; urls: string[] } {
  const documentIds = request.sources.filter((source) => source.startsWith('doc_'));
  return { documentIds, urls: request.sources.filter((source) => !source.startsWith('doc_')) };
}

export function toComposeRequest(request: ArticleRequest): ComposeRequest {
  const { keyword, articleType, language, targetWordCount, includeFaq } = request;
  return {
    keyword,
    title: request.title ?? undefined,
    articleType,
    language: language ?? undefined,
    targetWordCount,
    outline: request.outline ?? undefined,
    includeFaq,
  };
}

/** The passages to write from, best first. `documentIds` undefined: the whole project. */
export async function gatherPassages(
  knowledge: KnowledgeBase,
  project: Project,
  request: ArticleRequest,
  documentIds: readonly string[] | undefined,
): Promise<SourcePassage[]> {
  const query = [request.keyword, request.title ?? '', ...(request.outline ?? [])].join(' ');
  const language = request.language ?? project.language;
  const found = await knowledge.retrieve({ query, language, projectId: project.id, documentIds, limit: candidatePassages });
  return found.map(({ rowid, ...passage }) => ({ ...passage, id: String(rowid) }));
}

/** Throws `insufficient_sources` where the local passages do not carry the article. */
export async function refuseThinSources(
  knowledge: KnowledgeBase,
  project: Project,
  request: ArticleRequest,
  documentIds: readonly string[] | undefined,
  pause: () => Promise<void>,
): Promise<void> {
  const { judgeSources } = await import('../../text/compose/compose.ts');
  const verdict = await judgeSources(toComposeRequest(request), await gatherPassages(knowledge, project, request, documentIds), pause);
  if (!verdict.sufficient) throw insufficientSources(verdict);
}

/** `reason` says what was found and what is needed. */
export function insufficientSources({ reason }: { reason: string }): AppError {
  return new AppError('insufficient_sources', reason, {
    hint: 'Add documents on the subject with knowledge_create, name URLs in sources, or ask for fewer words.',
  });
}
