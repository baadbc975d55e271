import type { Config } from '../config.ts';
import type { Store } from '../db/open.ts';
import type { Queue } from '../queue/queue.ts';
import type { System } from '../system.ts';
import { createArticles, type Articles } from './articles/articles.ts';
import { createDrafts, type Drafts } from './articles/editing/drafts.ts';
import { createEditing, type Editing } from './articles/editing/editing.ts';
import { createEnds } from './articles/writing/ends.ts';
import { createFinishing } from './articles/writing/finish.ts';
import { createRegeneration, type Regeneration } from './articles/editing/regenerate.ts';
import { writeArticle } from './articles/request.ts';
import { createSectionWriting, rewriteSection } from './articles/editing/section.ts';
import { createArticleWriting } from './articles/writing/write.ts';
import { createBatches, type Batches } from './articles/batches/batches.ts';
import { createAttempts, type Attempts, type ObserveAttempt } from './deliveries/attempts.ts';
import { createDeliveries, type Deliveries } from './deliveries/deliveries.ts';
import { createReplaying, createReplaysOfMany, replayMany, type ReplaysOfMany } from './deliveries/replay-many.ts';
import { createReplays, type Replays } from './deliveries/replays.ts';
import { createEvents, type Events } from './deliveries/events.ts';
import { createIdempotency, type Idempotency } from './account/idempotency.ts';
import { createImages, type Images } from './articles/images.ts';
import { createIntegrations, type Integrations } from './account/integrations/integrations.ts';
import { createJobs, type Jobs } from './account/jobs/jobs.ts';
import { createKeys, type Keys } from './account/keys.ts';
import { createKnowledge, type KnowledgeBase } from './knowledge/knowledge.ts';
import { createProjects, type Projects } from './account/projects.ts';
import { createPublishingEndpoints, type PublishingEndpoints } from './deliveries/publishing-endpoints.ts';
import { createPublishing, type Publishing } from './articles/publishing/publish.ts';
import { createTargets } from './articles/publishing/targets.ts';
import { createEndpointTokens } from './deliveries/endpoint-tokens.ts';
import { createRetention, type Retention } from './account/retention.ts';
import { createSigningSecrets, type SigningSecrets } from './deliveries/signing-secrets.ts';
import { createVault } from './account/vault.ts';

/** The rules of the product, one object per capability. */
export interface Services {
  articles: Articles;
  attempts: Attempts;
  batches: Batches;
  deliveries: Deliveries;
  drafts: Drafts;
  editing: Editing;
  events: Events;
  idempotency: Idempotency;
  images: Images;
  integrations: Integrations;
  jobs: Jobs;
  keys: Keys;
  knowledge: KnowledgeBase;
  projects: Projects;
  publishing: Publishing;
  publishingEndpoints: PublishingEndpoints;
  regeneration: Regeneration;
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
  const knowledge = createKnowledge({ store, system, projects, jobs });
  const integrations = createIntegrations({ store, system, vault, projects, config });
  const images = createImages({ store, system, integrations, publicUrl });
  const targets = createTargets({ store, system, jobs, integrations, images });
  const publishing = createPublishing({ store, system, projects, deliveries, targets, publicUrl });
  const batches = createBatches({ store, system, jobs, events, projects, integrations, publishing, config, publicUrl });
  const ends = createEnds({ system, events, publishing, batches, images, publicUrl });
  const finishing = createFinishing({ store, system, images });
  const articles = createArticles({ store, system, queue, jobs, projects, knowledge, integrations, publishing, config, publicUrl });
  const idempotency = createIdempotency(store, system);
  jobs.define(writeArticle, createArticleWriting({ store, system, knowledge, projects, integrations, finishing, ends, batches, config }));
  jobs.define(rewriteSection, createSectionWriting({ store, system, knowledge, projects, integrations, finishing }));
  jobs.define(replayMany, createReplaying({ store, system, replays }));
  return {
    articles,
    batches,
    attempts: createAttempts({ system, secrets: signingSecrets, tokens: createEndpointTokens(vault), config, observe: observeAttempt }),
    deliveries,
    drafts: createDrafts({ store, system, jobs, projects, finishing, ends }),
    editing: createEditing({ store, system, projects, finishing, images, publicUrl }),
    events,
    idempotency,
    images,
    integrations,
    jobs,
    keys: createKeys(store, system),
    knowledge,
    projects,
    publishing,
    publishingEndpoints: createPublishingEndpoints({ store, system, queue, vault, projects, config }),
    regeneration: createRegeneration({ store, system, jobs }),
    replays,
    replaysOfMany: createReplaysOfMany({ store, system, jobs }),
    retention: createRetention({ store, system, queue, idempotency, config }),
    signingSecrets,
  };
}
