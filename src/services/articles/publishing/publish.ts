import type { Delivery } from '../../../../schema/deliveries.ts';
import { sampleArticle, type DeletedPublishingWebhook, type PublishedArticle } from '../../../../schema/publishing.ts';
import type { Tx } from '../../../db/open.ts';
import type { ArticleRow } from '../../../db/rows/articles.ts';
import type { PublishingEndpointRow } from '../../../db/rows/deliveries.ts';
import { AppError } from '../../../errors.ts';
import { publicationsOf, type Publication } from '../publications.ts';
import { unmarkHeld } from '../queries.ts';
import { articleRow, howToHaveItWritten, openGatesOf } from '../rows.ts';
import type { Given } from '../given.ts';
import { isoTime } from '../../common/wire.ts';
import type { PublishingInTurn } from './auto/auto-publish.ts';
import type { Line } from './auto/line.ts';
import { bodyOf, payloadOf, type ReadyArticle } from './payload.ts';
import type { HowToPublish, TargetName, Targets } from './targets.ts';

/** Publishes articles to their project's webhook, WordPress and Ghost. */
export interface Publishing {
  /**
   * Called in the transaction that makes an article ready: sends it to the webhook, or marks it as held back by its quality gates.
   * It goes to the other targets if that was requested, or in its turn where the project says so; not while a gate objects.
   */
  finished(tx: Tx, article: ArticleRow, asked: boolean | null): Promise<void>;
  /** Whether the project has anywhere to publish to. */
  hasTarget(projectId: string): Promise<boolean>;
  /** Throws `integration_required` if the project has no target configured. */
  requireSomewhere(projectId: string): Promise<void>;
  /** Sends the article as it is now. Throws `not_found`, `conflict`, `integration_required`. */
  publish(input: PublishInput): Promise<PublishedArticle>;
  /** Sends a sample, marked as a test. Throws `not_found`, `project_required`, `integration_required` if nothing is configured. */
  test(projectId?: string): Promise<Delivery>;
  /** Deletes the publishing webhook, and unmarks the articles it held back. Throws `not_found` if none is configured. */
  deleteWebhook(projectId?: string): Promise<DeletedPublishingWebhook>;
}

export interface PublishInput extends Partial<HowToPublish> {
  id: string;
  /** Default: the configured targets that have not this version; where all have it, all of them. */
  targets?: (TargetName | 'webhook')[];
}

/** Articles per transaction: each update rewrites the row with its whole text. */
const maxHeldAtOnce = 20;

export function createPublishing(given: Given & { targets: Targets; inTurn: PublishingInTurn; line: Line }): Publishing {
  const { store, system, projects, deliveries, publishingEndpoints: endpoints, targets, inTurn, line, publicUrl } = given;

  /** Returns the delivery's id. */
  function send(tx: Tx, { id: endpointId, url, method }: PublishingEndpointRow, article: ReadyArticle): Promise<string> {
    const body = bodyOf(payloadOf(article, publicUrl()));
    const { id: articleId, version: articleVersion, project_id: projectId } = article;
    return deliveries.createForArticle(tx, { projectId, articleId, articleVersion, endpointId, url, method, body });
  }

  const noteHeld = (tx: Tx, id: string, held: boolean) =>
    tx
      .updateTable('articles')
      .set({ publish_held: held ? 1 : 0 })
      .where('id', '=', id)
      .execute();

  return {
    async finished(tx, article, asked) {
      const gated = openGatesOf(article).length > 0;
      const project = await projects.resolve(article.project_id, tx);
      const wanted = (asked ?? project.autoPublish.mode !== 'off') ? await targets.configured(project.id, tx) : [];
      const endpoint = await endpoints.current(tx, article.project_id);
      const webhookWaits = endpoint?.hold_on_quality_gate === 1;
      const held = gated && (webhookWaits || wanted.length > 0);
      if (held !== (article.publish_held === 1)) await noteHeld(tx, article.id, held);
      await line.forget(tx, article.id);
      if (!gated && asked) await targets.start(tx, article, wanted, { overwrite: false, byRequest: true });
      else if (!gated && wanted.length > 0) await inTurn.wait(tx, project, article);
      if (endpoint && !(gated && webhookWaits)) await send(tx, endpoint, ready(article));
    },

    async hasTarget(projectId) {
      return (await endpoints.current(store.db, projectId)) !== undefined || (await targets.configured(projectId)).length > 0;
    },

    async requireSomewhere(projectId) {
      const endpoint = await endpoints.current(store.db, projectId);
      if (!endpoint) refuseNowhere(projectId, undefined, await targets.configured(projectId));
    },

    async publish({ id, targets: wanted, status, overwrite }) {
      const { project_id: projectId } = await articleRow(store.db, id);
      const there = await targets.configured(projectId);
      return store.write(async (tx) => {
        const article = ready(await articleRow(tx, id));
        const endpoint = await endpoints.current(tx, projectId);
        const all = [...(endpoint ? ['webhook' as const] : []), ...there];
        refuseNowhere(projectId, wanted, all);
        const told = await publicationsOf(tx, article);
        // How a post is to be made is about WordPress and Ghost, also where they have this version.
        const asPosts = status !== undefined || overwrite !== undefined;
        const has = (target: string) =>
          told.some((one) => one.target === target && one.current && (target === 'webhook' ? one.url === endpoint?.url : !asPosts));
        const lacking = all.filter((target) => !has(target));
        const to = [...new Set(wanted ?? (lacking.length > 0 ? lacking : all))];
        const sent = to.includes('webhook') ? [toWebhook(endpoint!, await send(tx, endpoint!, article))] : [];
        const other = to.filter((target) => target !== 'webhook');
        const started = (await targets.start(tx, article, other, { status, overwrite: overwrite ?? false })).map(inTarget);
        if (other.length > 0) await line.sent(tx, id, there);
        await noteHeld(tx, id, false);
        const { version } = article;
        const publications = to.map((target) => ({ ...[...sent, ...started].find((one) => one.target === target)!, version }));
        return { id, status: article.status as PublishedArticle['status'], version, gates: openGatesOf(article), publications };
      });
    },

    async test(projectId) {
      return store.write(async (tx) => {
        const project = await projects.resolve(projectId, tx);
        const endpoint = await endpoints.current(tx, project.id);
        if (!endpoint) {
          throw new AppError('integration_required', `The project ${project.id} has nowhere to publish to.`, {
            hint: 'Configure its publishing webhook with publishing_webhook_set.',
          });
        }
        const { id: endpointId, url, method } = endpoint;
        const body = bodyOf(sampleArticle(isoTime(system.now())));
        const sample = { projectId: project.id, articleId: null, articleVersion: null, endpointId, url, method, body, test: true };
        const id = await deliveries.createForArticle(tx, sample);
        return deliveries.find(tx, id);
      });
    },

    deleteWebhook: (projectId) =>
      endpoints.delete(projectId, async (tx, id) => (await unmarkHeld(tx, id, maxHeldAtOnce)) === maxHeldAtOnce),
  };
}

type Sent = Omit<PublishedArticle['publications'][number], 'version'>;

function toWebhook({ url, method }: PublishingEndpointRow, deliveryId: string): Sent {
  return { target: 'webhook', status: 'pending', url, method, deliveryId, jobId: null };
}

function inTarget({ target, url, jobId }: Publication): Sent {
  return { target, status: 'pending', url, method: null, deliveryId: null, jobId };
}

/** Throws `conflict` if the article has not been written. */
function ready(article: ArticleRow): ReadyArticle {
  if (article.status === 'ready' || article.status === 'published') return article as ReadyArticle;
  throw new AppError('conflict', `The article ${article.id} is ${article.status}; only a ready one can be published.`, {
    hint: howToHaveItWritten(article),
  });
}

/** Throws `integration_required` if nothing, or not every wanted target, is configured. */
function refuseNowhere(projectId: string, wanted: readonly string[] | undefined, all: readonly string[]): void {
  const missing = (wanted ?? ['anywhere']).find((target) => !all.includes(target));
  if (wanted ? missing === undefined : all.length > 0) return;
  const where = wanted ? `no ${missing} to publish to` : 'nowhere to publish to';
  throw new AppError('integration_required', `The project ${projectId} has ${where}.`, {
    hint: 'Configure its publishing webhook with publishing_webhook_set, or wordpress or ghost with integrations_set.',
  });
}
