import type { ArticleType, NewArticle, Writer } from '../../../schema/article-request.ts';
import type { Project } from '../../../schema/projects.ts';
import type { ArticleRow } from '../../db/rows/articles.ts';
import { AppError } from '../../errors.ts';
import type { ComposeRequest } from '../../writing/compose/compose.ts';
import { parsed } from '../common/wire.ts';

/** The kind of job that writes one article. */
export const writeArticle = 'article.write';

export const stageNames = ['research', 'brief', 'outline', 'draft', 'checks'] as const;
export type StageName = (typeof stageNames)[number];

/** The request with all defaults filled in; stored with the article, so that writing can resume after an interruption. */
export interface ArticleRequest {
  keyword: string;
  title: string | null;
  articleType: ArticleType;
  /** Null: the sources' language. */
  language: string | null;
  /** Null: the project's tone. */
  tone: string | null;
  targetWordCount: number;
  outline: string[] | null;
  sources: string[];
  competitorUrls: string[];
  instructions: string | null;
  includeFaq: boolean;
  includeImage: boolean;
  internalLinks: boolean;
  /** To WordPress and Ghost; null: as the project says once it is ready. */
  publish: boolean | null;
  webhookUrl: string | null;
  topicId: string | null;
}

/** Fills gaps in the request with the project's defaults, then ours. */
export function withDefaults(input: Omit<NewArticle, 'projectId'>, { articleDefaults }: Pick<Project, 'articleDefaults'>): ArticleRequest {
  return {
    keyword: input.keyword,
    title: input.title ?? null,
    articleType: input.articleType ?? 'guide',
    language: input.language ?? null,
    tone: input.tone ?? null,
    targetWordCount: input.targetWordCount ?? articleDefaults.targetWordCount ?? 1000,
    outline: input.outline ?? null,
    sources: input.sources ?? [],
    competitorUrls: input.competitorUrls ?? [],
    instructions: input.instructions ?? null,
    includeFaq: input.includeFaq ?? articleDefaults.includeFaq ?? true,
    includeImage: input.includeImage ?? articleDefaults.includeImage ?? true,
    internalLinks: input.internalLinks ?? articleDefaults.internalLinks ?? true,
    publish: input.publish ?? null,
    webhookUrl: input.webhookUrl ?? null,
    topicId: input.topicId ?? null,
  };
}

/** The stored request. One from an earlier release has fewer fields. */
export function requestOf({ request }: Pick<ArticleRow, 'request'>): ArticleRequest {
  return { ...withDefaults({ keyword: '' }, { articleDefaults: {} }), ...parsed<ArticleRequest>(request) };
}

/** The writer: the requested one, else the project's, else the model if one is configured. */
export function writerOf(input: Pick<NewArticle, 'writer'>, { articleDefaults }: Project, modelConfigured: boolean): Writer {
  return input.writer ?? articleDefaults.writer ?? (modelConfigured ? 'llm' : 'extractive');
}

/** Splits the sources into knowledge ids and URLs to fetch. */
export function sourcesOf(request: { sources: readonly string[] }): { documentIds: string[]; urls: string[] } {
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

/** `reason` tells what was found and what is needed. */
export function insufficientSources({ reason }: { reason: string }): AppError {
  return new AppError('insufficient_sources', reason, {
    hint: 'Add documents on the subject with knowledge_create, name them in sources (doc_… or URLs), or ask for fewer words.',
  });
}
