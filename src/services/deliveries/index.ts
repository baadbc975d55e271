import type { Worker } from '../../queue/worker.ts';
import type { AccountServices } from '../account/index.ts';
import type { Db } from '../../db/open.ts';
import type { Door } from '../common/group.ts';
import { countOwned, maxHeld } from '../common/queries.ts';
import { maxSealed, type Sealed } from '../common/sealed.ts';
import { deliveryActions } from './actions.ts';
import { articlesArrived, createAttempts, deliver, type DeliverPayload, type LoadedDelivery, type MadeAttempt } from './attempts.ts';
import { createDeliveries, type Deliveries } from './deliveries.ts';
import { createEndpointTokens } from './endpoint-tokens.ts';
import { createEvents, type Events } from './events.ts';
import { endPending, letGoOfHistory } from './history.ts';
import { deliveryOverview } from './overview.ts';
import { createPublishingEndpoints, type PublishingEndpoints } from './publishing-endpoints.ts';
import { createReplaying, createReplaysOfMany, replayMany, type ReplaysOfMany } from './replay-many.ts';
import { createReplays, type Replays } from './replays.ts';
import { deliveryRetention } from './retention.ts';
import { createSigningSecrets, type SigningSecrets } from './signing-secrets.ts';
import { deliveryPortable } from './portable.ts';

export { deliver } from './attempts.ts';
export type { Deliveries } from './deliveries.ts';
export type { Events } from './events.ts';
export type { PublishingEndpoints } from './publishing-endpoints.ts';

/** What the outside world is told: events, their deliveries and the publishing webhook. */
export interface DeliveryServices {
  deliveries: Deliveries;
  events: Events;
  publishingEndpoints: PublishingEndpoints;
  replays: Replays;
  replaysOfMany: ReplaysOfMany;
  signingSecrets: SigningSecrets;
}

export const openDeliveries: Door<AccountServices, DeliveryServices> = (foundation, { jobs, projects, vault }) => {
  const { store, queue, system, config, observeAttempt, sender, groups } = foundation;
  const signingSecrets = createSigningSecrets(store, system, vault, config);
  const deliveries = createDeliveries({ store, system, queue, secrets: signingSecrets, config });
  const publishingEndpoints = createPublishingEndpoints({ store, system, queue, vault, projects, config });
  const replays = createReplays({ store, system, queue, secrets: signingSecrets, deliveries, endpoints: publishingEndpoints });
  const tokens = createEndpointTokens(vault);
  const attempts = createAttempts({ system, secrets: signingSecrets, tokens, sender, observe: observeAttempt });
  const delivering: Worker = {
    kind: deliver,
    slots: config.deliveryConcurrency,
    perLane: config.receiverConcurrency,
    leaseMs: 15_000,
    takesAhead: true,
    slowStart: true,
    load: (db, payloads) => attempts.load(db, payloads as DeliverPayload[]),
    weigh: (delivery) => (delivery as LoadedDelivery | undefined)?.row.body.length ?? 0,
    handle: (delivery, signal) => attempts.make(delivery as LoadedDelivery | undefined, signal),
    async record(tx, records) {
      await attempts.record(tx, records as MadeAttempt[]);
      const articleIds = articlesArrived(records as MadeAttempt[]);
      if (articleIds.length > 0) for (const group of groups) await group.arrived?.(tx, articleIds);
    },
  };
  return {
    portable: deliveryPortable,
    services: {
      deliveries,
      events: createEvents({ store, system, deliveries, projects, config }),
      publishingEndpoints,
      replays,
      replaysOfMany: createReplaysOfMany({ store, system, jobs, queue }),
      signingSecrets,
    },
    jobs: [{ kind: replayMany, how: createReplaying({ store, system, jobs, replays }), slots: 1 }],
    work: [delivering],
    silenceProject: (tx, projectId) => endPending(tx, queue, projectId, system.now()),
    removeProject: letGoOfHistory,
    async holds(projectId) {
      const pending = store.db.selectFrom('deliveries').select('id').where('project_id', '=', projectId).where('status', '=', 'pending');
      const waiting = (await pending.limit(maxHeld).execute()).length;
      return { ...(await countOwned(store.db, projectId, { deliveries: 'deliveries', events: 'events' })), 'pending deliveries': waiting };
    },
    sealed: () => sealedIn(store.db),
    overview: (question) => deliveryOverview(store.db, queue, question),
    actions: (question) => deliveryActions(store.db, question),
    retention: () => deliveryRetention(config, system.now),
  };
};

async function sealedIn(db: Db): Promise<Sealed[]> {
  const secrets = await db.selectFrom('signing_secrets').select('ciphertext').where('retired_at', 'is', null).execute();
  const current = db.selectFrom('publishing_endpoints').select(['token', 'project_id']).where('retired_at', 'is', null);
  const tokens = await current.limit(maxSealed).execute();
  return [
    ...secrets.map(({ ciphertext }): Sealed => ({ text: ciphertext, renewal: ['webhook_secret_rotate', {}] })),
    ...tokens.map(({ token, project_id: projectId }): Sealed => ({ text: token, renewal: ['publishing_webhook_rotate', { projectId }] })),
  ];
}
