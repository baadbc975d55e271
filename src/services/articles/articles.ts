import type { Article, ArticlePart, ArticleSummary } from '../../../schema/articles.ts';
import type { NewArticle, Writer } from '../../../schema/article-request.ts';
import type { ArticleClaim } from '../../../schema/claims.ts';
import type { Deleted, Page } from '../../../schema/common.ts';
import type { Project } from '../../../schema/projects.ts';
import type { Tx } from '../../db/open.ts';
import type { ArticleRow } from '../../db/rows/articles.ts';
import { AppError } from '../../errors.ts';
import { checkWebhookUrl } from '../common/outside-url.ts';
import { listClaims } from './claims.ts';
import { findArticles, projectOfBatch, type ArticleFilter } from './find.ts';
import type { Given } from './given.ts';
import type { Line } from './publishing/auto/line.ts';
import type { Publishing } from './publishing/publish.ts';
import { openMaterial, type Support } from './writing/material.ts';
import { addArticles, chooseWriter } from './new-article.ts';
import { sourcesOf, withDefaults, writerOf, type ArticleRequest } from './request.ts';
import { articlesOfKeywords, keysForOnce, makeKeys, makeSomeKeys, type ArticleOfKeyword } from './same-keyword.ts';
import { checkSources, sourceCheck, type SourceCheck } from './writing/research.ts';
import { articleRow, hasEnded, readArticle } from './rows.ts';
import { requireTopic } from './topic.ts';
import { removeWords } from './words.ts';

/** A request that has been checked. */
export interface PreparedArticle {
  projectId: string;
  request: ArticleRequest;
  writer: Writer;
  /** When its writing may begin, at the earliest. */
  notBefore: number;
}

export interface Articles {
  /** Throws `insufficient_sources` at once if the knowledge base is not enough and nothing is left to fetch, `integration_required` if a needed model or publishing target is not configured. */
  create(input: NewArticle): Promise<ArticleSummary>;
  /** What `create` does before it writes; throws as it does. */
  prepare(input: NewArticle): Promise<PreparedArticle>;
  /** What documents say on articles that will be written from the whole knowledge base; in their order. Those with a `lack` `create` would refuse as `insufficient_sources`. */
  support(project: Project, asked: readonly Omit<NewArticle, 'projectId'>[]): Promise<Support[]>;
  /** Of those only what is lacking, by their place. */
  uncarried(project: Project, asked: readonly Omit<NewArticle, 'projectId'>[]): Promise<Map<number, string>>;
  /** Who writes what names no writer, as the project is set up now. */
  writerFor(project: Project): Promise<Writer>;
  /** Adds a prepared article, with the job that writes it. */
  add(tx: Tx, prepared: PreparedArticle): Promise<ArticleSummary>;
  /** For requests that will be made later, with all of their sources: their check throws `invalid_input`, `address_refused`. */
  sourceCheck(projectId: string, all: readonly string[]): Promise<SourceCheck>;
  /** What is being written, ready or published for the same keyword as one of these, newest first. Outside of a write nothing is written; before one `makeKeys` is called, so that it is short. */
  ofKeywords(project: Pick<Project, 'id' | 'language'>, keywords: readonly string[], tx?: Tx): Promise<ArticleOfKeyword[]>;
  /** Makes the keys by which `ofKeywords` finds articles, where they are wanting. */
  makeKeys(project: Pick<Project, 'id' | 'language'>): Promise<void>;
  /** Throws `invalid_input`, `not_found`, `project_required`. */
  list(input: ArticleFilter & { projectId?: string }): Promise<Page<ArticleSummary>>;
  /** With the long parts in `include`; default: the Markdown. Throws `not_found`. */
  get(id: string, include?: readonly ArticlePart[]): Promise<Article>;
  /** Its claims, or those of the last draft while it waits for one, those that need work first. Throws `not_found`. */
  claims(input: { id: string; limit?: number; cursor?: string }): Promise<Page<ArticleClaim>>;
  /** Deletes its versions, pictures and record of publications too; published copies stay. Throws `conflict` while it, or its batch, is being written. */
  delete(id: string): Promise<Deleted>;
}

export function createArticles(given: Given & { publishing: Publishing; line: Line }): Articles {
  const { store, system, jobs, deliveries, projects, knowledge, thread, integrations, publishing, line, config, publicUrl } = given;

  async function prepare({ projectId, scheduledFor, ...input }: NewArticle): Promise<PreparedArticle> {
    if (input.webhookUrl !== undefined) checkWebhookUrl(input.webhookUrl, '/webhookUrl', config);
    const project = await projects.resolve(projectId);
    const request = withDefaults(input, project);
    const writer = await chooseWriter(integrations, input, project);
    if (input.publish) await publishing.requireSomewhere(project.id);
    await checkSources({ knowledge, config }, project.id, request);
    const { documentIds: named, urls } = sourcesOf(request);
    const documentIds = request.sources.length > 0 ? named : undefined;
    const verbatim = writer === 'extractive';
    if (urls.length === 0) await openMaterial({ knowledge, thread, project, request, documentIds, verbatim }).refuseThin();
    return { projectId: project.id, request, writer, notBefore: scheduledFor === undefined ? 0 : Date.parse(scheduledFor) };
  }

  async function add(tx: Tx, { notBefore, ...prepared }: PreparedArticle): Promise<ArticleSummary> {
    const dueAt = Math.max(system.now(), notBefore);
    const [article] = await addArticles(tx, { system, jobs }, [{ ...prepared, dueAt }]);
    return article!;
  }

  async function support(project: Project, asked: readonly Omit<NewArticle, 'projectId'>[]): Promise<Support[]> {
    const hasModel = await integrations.hasModel(project.id);
    const all: Support[] = [];
    for (const input of asked) {
      const verbatim = writerOf(input, project, hasModel) === 'extractive';
      const request = withDefaults(input, project);
      all.push(await openMaterial({ knowledge, thread, project, request, documentIds: undefined, verbatim }).support());
    }
    return all;
  }

  return {
    create: async (input) => {
      const prepared = await prepare(input);
      await requireTopic(store.db, prepared.projectId, input.topicId, '/topicId');
      return store.write((tx) => add(tx, prepared));
    },
    prepare,
    add,

    writerFor: async (project) => writerOf({}, project, await integrations.hasModel(project.id)),

    support,

    async uncarried(project, asked) {
      const all = await support(project, asked);
      return new Map(all.flatMap(({ lack }, index) => (lack === undefined ? [] : [[index, lack]])));
    },

    sourceCheck: (projectId, all) => sourceCheck(given, projectId, all),

    async ofKeywords(project, keywords, tx) {
      if (!tx) return articlesOfKeywords(store.db, project, keywords, await keysForOnce(store.db, system.turns(), project));
      await makeSomeKeys(tx, project);
      return articlesOfKeywords(tx, project, keywords);
    },

    makeKeys: (project) => makeKeys(store, system.pause, project),

    async list({ projectId, ...filter }) {
      const project = await projects.resolve(projectId ?? (await projectOfBatch(store.db, filter.batchId)));
      return findArticles(store, system.pause, project, filter);
    },

    get: (id, include = ['markdown']) => readArticle(store.db, id, publicUrl(), include),

    claims: (input) => listClaims(store.db, input),

    async delete(id) {
      await store.write(async (tx) => {
        const row = await articleRow(tx, id);
        if (!hasEnded(row)) {
          throw new AppError('conflict', `The article ${id} is ${row.status}: it is being written.`, {
            hint: `Cancel its job first: jobs_cancel ${row.job_id}.`,
          });
        }
        await refusePartOfRunningBatch(tx, row);
        await deliveries.cancelOfArticle(tx, id);
        await removeWords(tx, [id]);
        await line.forget(tx, id);
        await tx.deleteFrom('articles').where('id', '=', id).execute();
      });
      return { id, deleted: true };
    },
  };
}

/** Throws `conflict` for an article of an unfinished batch, which still counts its articles. */
async function refusePartOfRunningBatch(tx: Tx, { id, batch_id }: ArticleRow): Promise<void> {
  if (batch_id === null) return;
  const batch = await tx.selectFrom('batches').select(['job_id', 'finished_at']).where('id', '=', batch_id).executeTakeFirst();
  if (!batch || batch.finished_at !== null) return;
  throw new AppError('conflict', `The article ${id} is part of the batch ${batch_id}, which has not ended.`, {
    hint: `Wait for the batch with jobs_get (waitSeconds): ${batch.job_id}; or end it with batches_cancel ${batch_id}.`,
  });
}
