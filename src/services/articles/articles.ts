import type { Article, ArticlePart, ArticleStatus, ArticleSummary } from '../../../schema/articles.ts';
import type { Insertable } from 'kysely';
import type { NewArticle } from '../../../schema/article-request.ts';
import type { Page } from '../../../schema/common.ts';
import type { Project } from '../../../schema/projects.ts';
import type { Config } from '../../config.ts';
import type { Store } from '../../db/open.ts';
import type { ArticleRow } from '../../db/tables.ts';
import { AppError } from '../../errors.ts';
import type { System } from '../../system.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { KnowledgeBase } from '../knowledge/knowledge.ts';
import { decodeCursor, defaultLimit, pageOf } from '../paging.ts';
import type { Projects } from '../projects.ts';
import { checkSourceUrl, checkWebhookUrl } from '../outside-url.ts';
import { refuseThinSources, sourcesOf, type ArticleRequest } from './request.ts';
import { noArticle, summaryColumns, toArticle, toSummary } from './rows.ts';

/** The kind of job that writes one article. */
export const writeArticle = 'article.write';

export interface Articles {
  /** Throws `insufficient_sources` at once where the knowledge base falls short and nothing is left to fetch. */
  create(input: NewArticle): Promise<ArticleSummary>;
  list(input: { status?: ArticleStatus; projectId?: string; limit?: number; cursor?: string }): Promise<Page<ArticleSummary>>;
  get(id: string, include?: readonly ArticlePart[]): Promise<Article>;
}

interface Needs {
  store: Store;
  system: System;
  jobs: Jobs;
  projects: Projects;
  knowledge: KnowledgeBase;
  config: Pick<Config, 'production' | 'allowedNetworks'>;
}

export function createArticles({ store, system, jobs, projects, knowledge, config }: Needs): Articles {
  async function check(project: Project, request: ArticleRequest): Promise<void> {
    if (request.webhookUrl !== null) checkWebhookUrl(request.webhookUrl, '/webhookUrl', config);
    const { documentIds, urls } = sourcesOf(request);
    for (const url of urls) checkSourceUrl(url, `/sources/${request.sources.indexOf(url)}`, config);
    const [missing] = await knowledge.missing(project.id, documentIds);
    if (missing !== undefined) {
      const detail = `There is no knowledge document ${missing} in this project.`;
      const pointer = `/sources/${request.sources.indexOf(missing)}`;
      throw new AppError('invalid_input', `sources: ${detail}`, {
        hint: 'See knowledge_list.',
        errors: [{ pointer, detail, code: 'unknown_document' }],
      });
    }
    if (urls.length === 0)
      await refuseThinSources(knowledge, project, request, request.sources.length > 0 ? documentIds : undefined, () => system.pause(0));
  }

  return {
    async create(input) {
      const project = await projects.resolve(input.projectId);
      const request = withDefaults(input, project);
      await check(project, request);
      const id = system.id('art');
      return store.write(async (tx) => {
        const jobId = await jobs.create(tx, { kind: writeArticle, projectId: project.id, resourceType: 'article', resourceId: id });
        const fresh = newRow(id, jobId, project.id, request, system.now());
        return toSummary(await tx.insertInto('articles').values(fresh).returning(summaryColumns).executeTakeFirstOrThrow());
      });
    },

    async list({ status, projectId, limit = defaultLimit, cursor }) {
      const project = await projects.resolve(projectId);
      const before = decodeCursor(cursor, /^art_\w+$/);
      let query = store.db
        .selectFrom('articles')
        .select(summaryColumns)
        .where('project_id', '=', project.id)
        .orderBy('id', 'desc')
        .limit(limit + 1);
      if (status) query = query.where('status', '=', status);
      if (before) query = query.where('id', '<', before);
      return pageOf(await query.execute(), limit, toSummary);
    },

    async get(id, include) {
      const row = await store.db.selectFrom('articles').selectAll().where('id', '=', id).executeTakeFirst();
      if (!row) throw noArticle(id);
      return toArticle(row, include);
    },
  };
}

/** The request over the project's defaults over ours. */
function withDefaults(input: NewArticle, { articleDefaults }: Project): ArticleRequest {
  return {
    keyword: input.keyword,
    title: input.title ?? null,
    articleType: input.articleType ?? 'guide',
    language: input.language ?? null,
    targetWordCount: input.targetWordCount ?? articleDefaults.targetWordCount ?? 1000,
    outline: input.outline ?? null,
    sources: input.sources ?? [],
    includeFaq: input.includeFaq ?? articleDefaults.includeFaq ?? true,
    webhookUrl: input.webhookUrl ?? null,
  };
}

/** What is not named here is null until it is written. */
function newRow(id: string, jobId: string, projectId: string, request: ArticleRequest, now: number): Insertable<ArticleRow> {
  return {
    id,
    project_id: projectId,
    job_id: jobId,
    keyword: request.keyword,
    article_type: request.articleType,
    status: 'queued',
    writer: 'extractive',
    language: request.language,
    request: JSON.stringify(request),
    title: request.title,
    webhook_url: request.webhookUrl,
    publish_held: 0,
    created_at: now,
    updated_at: now,
  };
}
