import type { Config } from '../config.ts';
import type { Store } from '../db/open.ts';
import type { Queue } from '../queue/queue.ts';
import type { System } from '../system.ts';
import { createArticles, writeArticle, type Articles } from './articles/articles.ts';
import { createArticleWriting } from './articles/write.ts';
import { createAttempts, type Attempts, type ObserveAttempt } from './deliveries/attempts.ts';
import { createDeliveries, type Deliveries } from './deliveries/deliveries.ts';
import { createReplaying, createReplaysOfMany, replayMany, type ReplaysOfMany } from './deliveries/replay-many.ts';
import { createReplays, type Replays } from './deliveries/replays.ts';
import { createEvents, type Events } from './events.ts';
import { createIdempotency, type Idempotency } from './idempotency.ts';
import { createIntegrations, type Integrations } from './integrations.ts';
import { createJobs, type Jobs } from './jobs/jobs.ts';
import { createKeys, type Keys } from './keys.ts';
import { createKnowledge, type KnowledgeBase } from './knowledge/knowledge.ts';
import { createProjects, type Projects } from './projects.ts';
import { createPublishingEndpoints, type PublishingEndpoints } from './publishing/endpoints.ts';
import { createPublishing, type Publishing } from './publishing/publish.ts';
import { createEndpointTokens } from './publishing/tokens.ts';
import { createRetention, type Retention } from './retention.ts';
import { createSigningSecrets, type SigningSecrets } from './signing-secrets.ts';
import { createVault } from './vault.ts';

/** The rules of the product, one object per capability. */
export interface Services {
  articles: Articles;
  attempts: Attempts;
  deliveries: Deliveries;
  events: Events;
  idempotency: Idempotency;
  integrations: Integrations;
  jobs: Jobs;
  keys: Keys;
  knowledge: KnowledgeBase;
  projects: Projects;
  publishing: Publishing;
  publishingEndpoints: PublishingEndpoints;
  replays: Replays;
  replaysOfMany: ReplaysOfMany;
  retention: Retention;
  signingSecrets: SigningSecrets;
}

interface Foundation {
  store: Store;
  queue: Queue;
  system: System;
  config: Config;
  /** Where absolute URLs start, without a slash at the end. */
  publicUrl: () => string;
  /** Told of every attempt at a delivery. */
  observeAttempt: ObserveAttempt;
}

export function createServices({ store, queue, system, config, publicUrl, observeAttempt }: Foundation): Services {
  const vault = createVault(config.home, system);
  const signingSecrets = createSigningSecrets(store, system, vault, config);
  const deliveries = createDeliveries({ store, system, queue, secrets: signingSecrets, config });
  const jobs = createJobs(store, system, queue);
  const projects = createProjects({ store, system, queue, config });
  const events = createEvents({ store, system, deliveries, projects, config });
  const replays = createReplays({ store, system, queue, secrets: signingSecrets });
  const knowledge = createKnowledge(store, system, projects);
  const publishing = createPublishing({ store, system, projects, deliveries });
  const articles = createArticles({ store, system, jobs, projects, knowledge, config });
  const idempotency = createIdempotency(store, system);
  jobs.define(writeArticle, createArticleWriting({ store, system, knowledge, projects, events, publishing, publicUrl }));
  jobs.define(replayMany, createReplaying({ store, system, replays }));
  return {
    articles,
    attempts: createAttempts({ system, secrets: signingSecrets, tokens: createEndpointTokens(vault), config, observe: observeAttempt }),
    deliveries,
    events,
    idempotency,
    integrations: createIntegrations(),
    jobs,
    keys: createKeys(store, system),
    knowledge,
    projects,
    publishing,
    publishingEndpoints: createPublishingEndpoints({ store, system, queue, vault, projects, config }),
    replays,
    replaysOfMany: createReplaysOfMany({ store, system, jobs }),
    retention: createRetention({ store, system, queue, idempotency, config }),
    signingSecrets,
  };
}
