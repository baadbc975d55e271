import type { Delivery } from '../../../schema/deliveries.ts';
import { sampleArticle, type PublishedArticle } from '../../../schema/publishing.ts';
import type { Store, Tx } from '../../db/open.ts';
import type { ArticleRow, PublishingEndpointRow } from '../../db/tables.ts';
import { AppError } from '../../errors.ts';
import type { System } from '../../system.ts';
import { noArticle } from '../articles/rows.ts';
import type { Deliveries } from '../deliveries/deliveries.ts';
import { listedColumns, toDelivery } from '../deliveries/rows.ts';
import type { Projects } from '../projects.ts';
import { isoTime, parsed } from '../wire.ts';
import { currentEndpoint } from './endpoints.ts';
import { payloadOf, type ReadyArticle } from './payload.ts';

/** Sends articles to their project's publishing webhook. */
export interface Publishing {
  /** Sends an article in the transaction that makes it ready, or notes that its quality flags hold it back. */
  finished(tx: Tx, article: ArticleRow): Promise<void>;
  /** Sends an article as it is now, at any time. Throws `not_found`, `conflict`, `integration_required`. */
  publish(articleId: string): Promise<PublishedArticle>;
  /** Sends a sample, marked as a test. Throws `not_found`, `project_required`, `integration_required` where nothing is configured. */
  test(projectId?: string): Promise<Delivery>;
}

interface Needs {
  store: Store;
  system: System;
  projects: Projects;
  deliveries: Deliveries;
}

export function createPublishing({ store, system, projects, deliveries }: Needs): Publishing {
  /** Returns the delivery's id. */
  function send(tx: Tx, { id: endpointId, url, method }: PublishingEndpointRow, article: ReadyArticle): Promise<string> {
    const body = JSON.stringify(payloadOf(article));
    return deliveries.createForArticle(tx, { projectId: article.project_id, articleId: article.id, endpointId, url, method, body });
  }

  const noteHeld = (tx: Tx, id: string, held: boolean) =>
    tx
      .updateTable('articles')
      .set({ publish_held: held ? 1 : 0 })
      .where('id', '=', id)
      .execute();

  return {
    async finished(tx, article) {
      const endpoint = await currentEndpoint(tx, article.project_id);
      if (!endpoint) return;
      if (endpoint.hold_on_quality_gate === 1 && hasFlags(article)) await noteHeld(tx, article.id, true);
      else await send(tx, endpoint, ready(article));
    },

    async publish(articleId) {
      return store.write(async (tx) => {
        const row = await tx.selectFrom('articles').selectAll().where('id', '=', articleId).executeTakeFirst();
        if (!row) throw noArticle(articleId);
        const article = ready(row);
        const endpoint = await whereToPublish(tx, article.project_id);
        const deliveryId = await send(tx, endpoint, article);
        await noteHeld(tx, articleId, false);
        const { url, method } = endpoint;
        return {
          id: articleId,
          status: 'ready' as const,
          publications: [{ target: 'webhook', url, method, deliveryId, status: 'pending' }],
        };
      });
    },

    async test(projectId) {
      return store.write(async (tx) => {
        const project = await projects.resolve(projectId, tx);
        const { id: endpointId, url, method } = await whereToPublish(tx, project.id);
        const body = JSON.stringify(sampleArticle(isoTime(system.now())));
        const sample = { projectId: project.id, articleId: null, endpointId, url, method, body, test: true };
        const id = await deliveries.createForArticle(tx, sample);
        return toDelivery(await tx.selectFrom('deliveries').select(listedColumns).where('id', '=', id).executeTakeFirstOrThrow(), null);
      });
    },
  };
}

function hasFlags({ quality }: ArticleRow): boolean {
  return quality !== null && parsed<unknown[]>(quality).length > 0;
}

/** Throws `conflict` where it has not been written. */
function ready(article: ArticleRow): ReadyArticle {
  if (article.status === 'ready') return article as ReadyArticle;
  throw new AppError('conflict', `The article ${article.id} is ${article.status}; only a ready one can be published.`, {
    hint: 'Wait for its job with jobs_get (waitSeconds), or write another with articles_create.',
  });
}

/** Throws `integration_required` where nothing is configured. */
async function whereToPublish(tx: Tx, projectId: string): Promise<PublishingEndpointRow> {
  const endpoint = await currentEndpoint(tx, projectId);
  if (endpoint) return endpoint;
  throw new AppError('integration_required', `The project ${projectId} has nowhere to publish to.`, {
    hint: 'Configure its publishing webhook with publishing_webhook_set.',
  });
}
