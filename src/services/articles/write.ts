import type { ArticleStatus } from '../../../schema/articles.ts';
import type { Project } from '../../../schema/projects.ts';
import type { Store, Tx } from '../../db/open.ts';
import type { ArticleRow } from '../../db/tables.ts';
import { AppError } from '../../errors.ts';
import type { System } from '../../system.ts';
import type { Composition } from '../../text/compose/compose.ts';
import type { Events } from '../events.ts';
import type { JobAttempt, JobKind } from '../jobs/attempt.ts';
import type { KnowledgeBase } from '../knowledge/knowledge.ts';
import type { Projects } from '../projects.ts';
import type { Publishing } from '../publishing/publish.ts';
import { parsed } from '../wire.ts';
import type { FinishedArticle } from './finish.ts';
import { gatherPassages, insufficientSources, sourcesOf, toComposeRequest, type ArticleRequest } from './request.ts';

interface Needs {
  store: Store;
  system: System;
  knowledge: KnowledgeBase;
  projects: Projects;
  events: Events;
  publishing: Publishing;
  /** Where absolute URLs start, without a slash at the end. */
  publicUrl: () => string;
}

/** From wish to ready: research → outline → draft → checks. Begins again from the start after a crash: nothing it does twice shows twice. */
export function createArticleWriting({ store, system, knowledge, projects, events, publishing, publicUrl }: Needs): JobKind {
  async function research(article: ArticleRow, request: ArticleRequest, attempt: JobAttempt): Promise<string[] | undefined> {
    const { documentIds, urls } = sourcesOf(request);
    if (request.sources.length === 0) return undefined;
    const fetched: string[] = [];
    for (const [index, url] of urls.entries()) {
      await attempt.report(
        `fetching source ${index + 1} of ${urls.length}`,
        0.1 + (0.3 * index) / urls.length,
        stage(article.id, 'researching'),
      );
      const document = await knowledge.add({ url, projectId: article.project_id }, attempt.signal);
      fetched.push(document.id);
    }
    return [...documentIds, ...fetched];
  }

  async function draft(
    project: Project,
    request: ArticleRequest,
    documentIds: string[] | undefined,
    attempt: JobAttempt,
  ): Promise<Composition> {
    const passages = await gatherPassages(knowledge, project, request, documentIds);
    await attempt.report('writing', 0.6, stage(attempt.resourceId, 'writing'));
    const pause = async () => {
      await system.pause(0);
      attempt.signal.throwIfAborted();
    };
    const { compose } = await import('../../text/compose/compose.ts');
    const result = await compose(toComposeRequest(request), passages, pause);
    if (!result.ok) throw insufficientSources(result);
    return result.composition;
  }

  const stage = (id: string, status: ArticleStatus) => async (tx: Tx) =>
    void (await tx.updateTable('articles').set({ status, updated_at: system.now() }).where('id', '=', id).execute());

  const end = (tx: Tx, id: string, values: Partial<ArticleRow>) =>
    tx
      .updateTable('articles')
      .set({ ...values, updated_at: system.now() })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();

  const urlOf = (id: string) => `${publicUrl()}/api/v1/articles/${id}`;

  return {
    async run(attempt) {
      const article = await store.db.selectFrom('articles').selectAll().where('id', '=', attempt.resourceId).executeTakeFirst();
      if (!article) throw new AppError('not_found', 'The article was deleted.');
      const request = parsed<ArticleRequest>(article.request);
      await attempt.report('gathering sources', 0.1, stage(article.id, 'researching'));
      const documentIds = await research(article, request, attempt);
      await attempt.report('choosing passages', 0.4, stage(article.id, 'outlining'));
      const project = await projects.get(article.project_id);
      const composition = await draft(project, request, documentIds, attempt);
      await attempt.report('checking', 0.9, stage(article.id, 'checking'));
      const { finish } = await import('./finish.ts');
      const finished = await finish({ request, project, composition, now: system.now() });
      return { write: (tx) => publishReady(tx, article, finished) };
    },

    async failed(tx, id, error, attempts) {
      const failure = { code: error.code, message: error.hint ? `${error.message} ${error.hint}` : error.message };
      const row = await end(tx, id, { status: 'failed', error: JSON.stringify(failure) });
      if (!row) return;
      await events.emit(tx, {
        type: 'article.failed',
        projectId: row.project_id,
        resourceId: id,
        webhookUrl: row.webhook_url,
        data: { articleId: id, keyword: row.keyword, error: failure, attempts },
      });
    },

    async canceled(tx, id) {
      await end(tx, id, { status: 'canceled' });
    },
  };

  /** The article, its event and the deliveries become true at once. */
  async function publishReady(tx: Tx, article: ArticleRow, finished: FinishedArticle): Promise<Record<string, unknown>> {
    const slug = await freeSlug(tx, article, finished.slug);
    const now = system.now();
    const ready = await end(tx, article.id, { ...finished, slug, status: 'ready', error: null, generated_at: now });
    if (!ready) throw new AppError('not_found', 'The article was deleted.');
    await events.emit(tx, {
      type: 'article.ready',
      projectId: article.project_id,
      resourceId: article.id,
      webhookUrl: article.webhook_url,
      data: {
        articleId: article.id,
        keyword: article.keyword,
        title: finished.title,
        wordCount: finished.word_count,
        url: urlOf(article.id),
      },
    });
    await publishing.finished(tx, ready);
    return { articleId: article.id, title: finished.title, slug, wordCount: finished.word_count, score: finished.score };
  }
}

/** The slug, or the first of slug-2, slug-3, … that no other article of the project has. */
async function freeSlug(tx: Tx, { id, project_id }: ArticleRow, slug: string): Promise<string> {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? slug : `${slug}-${number}`;
    const taken = await tx
      .selectFrom('articles')
      .select('id')
      .where('project_id', '=', project_id)
      .where('slug', '=', candidate)
      .where('id', '!=', id)
      .executeTakeFirst();
    if (!taken) return candidate;
  }
}
