import type { ArticleStatus } from '../../../../schema/articles.ts';
import type { Batch, BatchSummary } from '../../../../schema/batches.ts';
import type { NewBatch } from '../../../../schema/article-request.ts';
import type { Refused } from '../../../../schema/common.ts';
import type { Tx } from '../../../db/open.ts';
import type { ArticleRow, BatchRow } from '../../../db/rows/articles.ts';
import { AppError } from '../../../errors.ts';
import type { Given } from '../given.ts';
import { hasEnded } from '../rows.ts';
import { addArticles, chooseWriter } from '../new-article.ts';
import { withDefaults } from '../request.ts';
import type { JobOfParts } from '../../common/jobs.ts';
import { checkWebhookUrl } from '../../common/outside-url.ts';
import type { Publishing } from '../publishing/publish.ts';
import { requireTopic } from '../topic.ts';
import { sourceCheck } from '../writing/research.ts';
import { giveUp } from '../writing/resting.ts';
import { checkItems } from './check-items.ts';
import { countItems, itemsOf, startNext, statesOf, type ItemState } from './items.ts';
import { toBatch, toBatchSummary } from './rows.ts';

/** The kind of job that represents a batch; its articles do the work. */
export const writeBatch = 'article.batch';

/** Many articles in one request. */
export interface Batches {
  /** Throws `invalid_input`, `https_required`, `address_refused`, `integration_required`, `not_found`, `project_required`. What concerns one item refuses or fails only that item. */
  create(input: NewBatch, refused?: readonly Refused[]): Promise<BatchSummary>;
  /** Throws `not_found`. */
  get(id: string): Promise<Batch>;
  /** Cancels the articles that have not ended. Throws `not_found`, and `conflict` if all have. */
  cancel(id: string): Promise<Batch>;
  /** Counts an article that has ended. Starts the next; after the last, ends the batch. */
  itemEnded(tx: Tx, article: ArticleRow): Promise<void>;
  /** An article that waits for its draft makes room for the next. */
  itemWaits(tx: Tx, article: ArticleRow): Promise<void>;
  /** Cancels a batch's job by canceling its articles. */
  parts: JobOfParts;
}

const defaultConcurrency = 2;

export function createBatches(given: Given & { publishing: Publishing }): Batches {
  const { store, system, jobs, events, projects, integrations, publishing, config, publicUrl } = given;
  async function rowOf(db: Pick<Tx, 'selectFrom'>, id: string): Promise<BatchRow> {
    const row = await db.selectFrom('batches').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) throw new AppError('not_found', `There is no batch ${id}.`, { hint: 'articles_create_batch answers the id.' });
    return row;
  }

  async function tellEnd(tx: Tx, batch: BatchRow, items: readonly ItemState[]): Promise<void> {
    const { succeeded, failed, canceled } = countItems(items);
    const ended = { finished_at: system.now(), succeeded, failed, canceled };
    await tx.updateTable('batches').set(ended).where('id', '=', batch.id).execute();
    const outcome = { batchId: batch.id, total: batch.total, succeeded, failed, canceled };
    await jobs.finish(tx, batch.job_id, outcome);
    const data = {
      ...outcome,
      articles: items.map(({ id, status }) => ({ articleId: id, status: status as ArticleStatus })),
      url: `${publicUrl()}/api/v1/batches/${batch.id}`,
    };
    const about = { projectId: batch.project_id, resourceId: batch.id, webhookUrl: batch.webhook_url, data };
    await events.emit(tx, { type: 'batch.completed', ...about });
    if (failed + canceled > 0) await events.emit(tx, { type: 'batch.partial', ...about });
  }

  /** Reports a batch's progress, or ends it if no work is left. Returns whether it has ended. */
  async function tellCount(tx: Tx, batch: BatchRow): Promise<boolean> {
    const items = await statesOf(tx, batch.id);
    const { queued, running, awaitingDraft, ...ended } = countItems(items);
    if (queued + running + awaitingDraft === 0) {
      await tellEnd(tx, batch, items);
      return true;
    }
    const done = ended.succeeded + ended.failed + ended.canceled;
    await jobs.progress(tx, batch.job_id, done / batch.total, { batchId: batch.id, total: batch.total, ...ended });
    return false;
  }

  const jobIds = async (batchId: string) => (await statesOf(store.db, batchId)).map(({ job_id }) => job_id);

  /** Those that have not begun end at once, and are counted together. */
  async function cancelItems(tx: Tx, batchId: string): Promise<void> {
    const left = (await statesOf(tx, batchId)).filter((item) => !hasEnded(item));
    const jobsLeft = left.map(({ job_id }) => job_id);
    const stopped = await jobs.stop(tx, jobsLeft);
    const ids = left.flatMap(({ id, job_id }) => (stopped.includes(job_id) ? [id] : []));
    await giveUp(tx, ids, { status: 'canceled' }, system.now());
    await tellCount(tx, await rowOf(tx, batchId));
  }

  return {
    async create({ items: asked, defaults = {}, concurrency = defaultConcurrency, webhookUrl, projectId }, unfit = []) {
      if (webhookUrl !== undefined) checkWebhookUrl(webhookUrl, '/webhookUrl', config);
      const project = await projects.resolve(projectId);
      await requireTopic(store.db, project.id, defaults.topicId, '/defaults/topicId');
      const writer = await chooseWriter(integrations, defaults, project);
      if (defaults.publish) await publishing.requireSomewhere(project.id);
      const sources = [defaults, ...asked].flatMap((one) => one.sources ?? []);
      const { items, refused } = checkItems({ items: asked, defaults }, unfit, await sourceCheck(given, project.id, sources));
      const id = system.id('bat');
      return store.write(async (tx) => {
        const now = system.now();
        const jobId = await jobs.create(tx, {
          kind: writeBatch,
          projectId: project.id,
          resourceType: 'batch',
          resourceId: id,
          dueAt: 'later',
        });
        const row: BatchRow = {
          id,
          project_id: project.id,
          job_id: jobId,
          total: items.length,
          concurrency,
          webhook_url: webhookUrl ?? null,
          scheduled_for: defaults.scheduledFor === undefined ? null : Date.parse(defaults.scheduledFor),
          created_at: now,
          finished_at: null,
          succeeded: null,
          failed: null,
          canceled: null,
          refused: JSON.stringify(refused),
        };
        await tx.insertInto('batches').values(row).execute();
        const requests = items.map((item, position) => ({
          projectId: project.id,
          request: withDefaults({ ...defaults, ...item, webhookUrl }, project),
          writer,
          dueAt: 'later' as const,
          place: { batch_id: id, batch_position: position },
        }));
        await addArticles(tx, { system, jobs }, requests);
        await startNext(tx, jobs, row, now);
        return toBatchSummary(row, await statesOf(tx, id));
      });
    },

    async get(id) {
      return toBatch(await rowOf(store.db, id), await itemsOf(store.db, id));
    },

    async cancel(id) {
      const canceled = await store.write(async (tx) => {
        const { job_id, finished_at } = await rowOf(tx, id);
        if (finished_at !== null) throw new AppError('conflict', 'Every article of the batch has ended already.');
        await jobs.cancelIn(tx, job_id);
        return toBatch(await rowOf(tx, id), await itemsOf(tx, id));
      });
      await jobs.abortCanceled(await jobIds(id));
      return canceled;
    },

    async itemEnded(tx, { batch_id }) {
      if (batch_id === null) return;
      const batch = await rowOf(tx, batch_id);
      if (batch.finished_at !== null) return;
      if (!(await tellCount(tx, batch))) await startNext(tx, jobs, batch, system.now());
    },

    async itemWaits(tx, { batch_id }) {
      if (batch_id !== null) await startNext(tx, jobs, await rowOf(tx, batch_id), system.now());
    },

    parts: { cancel: cancelItems, jobIds },
  };
}
