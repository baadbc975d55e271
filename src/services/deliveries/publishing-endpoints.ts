import type { DeletedPublishingWebhook, NewPublishingWebhook, PublishingWebhook } from '../../../schema/publishing.ts';
import type { Config } from '../../config.ts';
import type { Store, Tx } from '../../db/open.ts';
import type { DeliveryRow, PublishingEndpointRow } from '../../db/rows/deliveries.ts';
import { AppError } from '../../errors.ts';
import type { Queue } from '../../queue/queue.ts';
import type { System } from '../../system.ts';
import { cancelSends } from './cancel.ts';
import { checkWebhookUrl } from '../common/outside-url.ts';
import type { Projects, Vault } from '../account/index.ts';
import { HandedOn, inSlices } from '../common/slices.ts';
import { isoTime } from '../common/wire.ts';

/** Where each project's finished articles are sent. All but `set` throw `not_found` if nothing is configured. */
export interface PublishingEndpoints {
  get(projectId?: string): Promise<PublishingWebhook>;
  /** A new URL gets a new token; the same URL keeps its token. Throws `https_required`, `invalid_input`, `address_refused`. */
  set(input: NewPublishingWebhook): Promise<PublishingWebhook>;
  /** All later attempts carry the new token, including those of waiting sends. */
  rotate(projectId?: string): Promise<PublishingWebhook>;
  /** The endpoint a project's articles are sent to now, if any. */
  current(db: Pick<Tx, 'selectFrom'>, projectId: string): Promise<PublishingEndpointRow | undefined>;
  /** Where a send can go again: to the endpoint it was made for, or to the project's current one if that was deleted. */
  forSend(tx: Tx, send: Pick<DeliveryRow, 'endpoint_id' | 'project_id'>): Promise<PublishingEndpointRow | undefined>;
  /** Ends waiting sends, lets `letGo` remove other groups' data in slices, and erases all tokens, including those of former URLs. */
  delete(projectId: string | undefined, letGo: (tx: Tx, projectId: string) => Promise<boolean>): Promise<DeletedPublishingWebhook>;
}

interface Needs {
  store: Store;
  system: System;
  queue: Queue;
  vault: Vault;
  projects: Projects;
  config: Pick<Config, 'production' | 'allowedNetworks'>;
}

export function createPublishingEndpoints({ store, system, queue, vault, projects, config }: Needs): PublishingEndpoints {
  const newToken = () => vault.seal(`pwt_${system.random(32).toString('base64url')}`);

  function toPublishingWebhook(row: PublishingEndpointRow): PublishingWebhook {
    return {
      id: row.id,
      projectId: row.project_id,
      url: row.url,
      method: row.method,
      secretToken: vault.open(row.token),
      holdOnQualityGate: row.hold_on_quality_gate === 1,
      createdAt: isoTime(row.created_at),
      updatedAt: isoTime(row.updated_at),
    };
  }

  function change(tx: Tx, id: string, values: Partial<PublishingEndpointRow>): Promise<PublishingEndpointRow> {
    const changed = { ...values, updated_at: system.now() };
    return tx.updateTable('publishing_endpoints').set(changed).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
  }

  return {
    current: currentEndpoint,

    async forSend(tx, { endpoint_id, project_id }) {
      const kept = tx.selectFrom('publishing_endpoints').selectAll().where('id', '=', endpoint_id).where('deleted_at', 'is', null);
      return (await kept.executeTakeFirst()) ?? (project_id === null ? undefined : currentEndpoint(tx, project_id));
    },

    async get(projectId) {
      const project = await projects.resolve(projectId);
      return toPublishingWebhook(await endpointOf(store.db, project.id));
    },

    async set({ projectId, url, method = 'POST', holdOnQualityGate = false }) {
      checkWebhookUrl(url, '/url', config);
      const asked = { method, hold_on_quality_gate: holdOnQualityGate ? 1 : 0 };
      return store.write(async (tx) => {
        const project = await projects.resolve(projectId, tx);
        const current = await currentEndpoint(tx, project.id);
        if (current?.url === url) return toPublishingWebhook(await change(tx, current.id, asked));
        const now = system.now();
        if (current) await change(tx, current.id, { retired_at: now });
        const id = system.id('pub');
        const fresh = {
          id,
          project_id: project.id,
          url,
          ...asked,
          token: newToken(),
          created_at: now,
          updated_at: now,
          retired_at: null,
          deleted_at: null,
        };
        await tx.insertInto('publishing_endpoints').values(fresh).execute();
        return toPublishingWebhook(fresh);
      });
    },

    async rotate(projectId) {
      const project = await projects.resolve(projectId);
      return store.write(async (tx) => {
        const { id } = await endpointOf(tx, project.id);
        return toPublishingWebhook(await change(tx, id, { token: newToken() }));
      });
    },

    async delete(projectId, letGo) {
      const project = await projects.resolve(projectId);
      return inSlices<DeletedPublishingWebhook, number>({ store, system }, async (tx, before = 0) => {
        const { id } = await endpointOf(tx, project.id);
        const { canceled, more } = await cancelSends(tx, queue, project.id, system.now());
        const canceledDeliveries = before + canceled;
        if (more || (await letGo(tx, project.id))) return new HandedOn(canceledDeliveries);
        await forgetEndpoints(tx, project.id, system.now());
        return { id, deleted: true, canceledDeliveries };
      });
    },
  };
}

/** Includes retired endpoints: sends to a former URL must not be repeated either. */
async function forgetEndpoints(tx: Tx, projectId: string, now: number): Promise<void> {
  await tx
    .updateTable('publishing_endpoints')
    .set(({ fn, val }) => ({ token: '', updated_at: now, retired_at: fn.coalesce('retired_at', val(now)), deleted_at: now }))
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .execute();
}

function currentEndpoint(db: Pick<Tx, 'selectFrom'>, projectId: string): Promise<PublishingEndpointRow | undefined> {
  return db
    .selectFrom('publishing_endpoints')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('retired_at', 'is', null)
    .executeTakeFirst();
}

/** The current endpoint. Throws `not_found` if there is none. */
async function endpointOf(db: Pick<Tx, 'selectFrom'>, projectId: string): Promise<PublishingEndpointRow> {
  const row = await currentEndpoint(db, projectId);
  if (row) return row;
  throw new AppError('not_found', `The project ${projectId} has no publishing webhook.`, {
    hint: 'Configure it with publishing_webhook_set.',
  });
}
