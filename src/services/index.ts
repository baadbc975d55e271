import type { Config } from '../config.ts';
import type { Store } from '../db/open.ts';
import type { Queue } from '../queue/queue.ts';
import type { System } from '../system.ts';
import { createArticles, writeArticle, type Articles } from './articles/articles.ts';
import { createArticleWriting } from './articles/write.ts';
import { createAttempts, type Attempts } from './deliveries/attempts.ts';
import { createDeliveries, type Deliveries } from './deliveries/deliveries.ts';
import { createReplays, type Replays } from './deliveries/replays.ts';
import { createEvents } from './events.ts';
import { createIntegrations, type Integrations } from './integrations.ts';
import { createJobs, type Jobs } from './jobs/jobs.ts';
import { createKeys, type Keys } from './keys.ts';
import { createKnowledge, type KnowledgeBase } from './knowledge/knowledge.ts';
import { createProjects, type Projects } from './projects.ts';
import { createEndpointTokens } from './publishing-endpoints.ts';
import { createSigningSecrets, type SigningSecrets } from './signing-secrets.ts';
import { createVault } from './vault.ts';

/** The rules of the product, one object per capability. */
export interface Services {
  articles: Articles;
  attempts: Attempts;
  deliveries: Deliveries;
  integrations: Integrations;
  jobs: Jobs;
  keys: Keys;
  knowledge: KnowledgeBase;
  projects: Projects;
  replays: Replays;
  signingSecrets: SigningSecrets;
}

interface Foundation {
  store: Store;
  queue: Queue;
  system: System;
  config: Config;
  /** Where absolute URLs start, without a slash at the end. */
  publicUrl: () => string;
}

export function createServices({ store, queue, system, config, publicUrl }: Foundation): Services {
  const vault = createVault(config.home, system);
  const signingSecrets = createSigningSecrets(store, system, vault, config);
  const deliveries = createDeliveries({ store, system, queue, secrets: signingSecrets, config });
  const events = createEvents(system, deliveries);
  const jobs = createJobs(store, system, queue);
  const projects = createProjects(store, system, config);
  const knowledge = createKnowledge(store, system, projects);
  const articles = createArticles({ store, system, jobs, projects, knowledge, config });
  jobs.define(writeArticle, createArticleWriting({ store, system, knowledge, projects, events, publicUrl }));
  return {
    articles,
    attempts: createAttempts({ system, secrets: signingSecrets, tokens: createEndpointTokens(vault), config, observe: () => {} }),
    deliveries,
    integrations: createIntegrations(),
    jobs,
    keys: createKeys(store, system),
    knowledge,
    projects,
    replays: createReplays({ store, system, queue, secrets: signingSecrets }),
    signingSecrets,
  };
}
