import { catalogueOf, type Group } from '../src/operation.ts';
import type { Services } from '../src/services/index.ts';
import { actions } from './actions.ts';
import { aiAnswers } from './ai-answers.ts';
import { aiVisibilityRun } from './ai-visibility-run.ts';
import { aiVisibility } from './ai-visibility.ts';
import { articleChanges } from './article-changes.ts';
import { articles } from './articles.ts';
import { audit } from './audit.ts';
import { autopilot } from './autopilot.ts';
import { batches } from './batches.ts';
import { calendar } from './calendar.ts';
import { competitorGap } from './competitor-gap.ts';
import { competitors } from './competitors.ts';
import { content } from './knowledge.ts';
import { contentRadar } from './content-radar.ts';
import { drafts } from './drafts.ts';
import { integrations } from './integrations.ts';
import { jobs } from './jobs.ts';
import { linkDiscovery } from './link-discovery.ts';
import { linkOutreach } from './link-outreach.ts';
import { keywords } from './keywords.ts';
import { linkProspects } from './link-prospects.ts';
import { linkSuppressions } from './link-suppressions.ts';
import { optimizations } from './optimizations.ts';
import { overview } from './overview.ts';
import { posts } from './posts.ts';
import { promptExplorer } from './prompt-explorer.ts';
import { prompts } from './prompts.ts';
import { projects } from './projects.ts';
import { publishingWebhook } from './publishing-webhook.ts';
import { searchConsole } from './search-console.ts';
import { rankings } from './rankings.ts';
import { topics } from './topics.ts';
import { usage } from './usage.ts';
import { webhooks } from './webhooks.ts';

/** All operations, in the contract's order. */
export const catalogue: readonly Group<Services>[] = catalogueOf<Services>([
  {
    name: 'webhooks',
    description: 'Event webhooks, the publishing webhook, and what was delivered.',
    operations: [...webhooks, ...publishingWebhook],
  },
  { name: 'topics', description: 'Subjects with their keywords and prompts, and what covers them.', operations: topics },
  {
    name: 'research',
    description: 'What people search for, where a site ranks, what Google shows of it, and what search engines and readers meet there.',
    operations: [...keywords, ...competitorGap, ...rankings, ...searchConsole, ...audit],
  },
  {
    name: 'content',
    description: 'What is published, what is planned, the knowledge base that articles stand on, and what competitors publish.',
    operations: [...posts, ...calendar, ...content, ...contentRadar],
  },
  {
    name: 'articles',
    description: 'Articles, from wish to finished text.',
    operations: [...articles, ...batches, ...drafts, ...articleChanges],
  },
  { name: 'optimizer', description: 'Pages of the web, held against their competitors and rewritten.', operations: optimizations },
  {
    name: 'ai-visibility',
    description: 'What answer engines say of the project and its competitors.',
    operations: [...aiVisibility, ...aiVisibilityRun, ...aiAnswers, ...prompts, ...promptExplorer, ...competitors],
  },
  {
    name: 'link-building',
    description: 'Sites that could link to yours, whom to write to, and who gets no mail.',
    operations: [...linkProspects, ...linkDiscovery, ...linkOutreach, ...linkSuppressions],
  },
  {
    name: 'autopilot',
    description: 'What to do next, what goes out by itself, and what is planned.',
    operations: [...actions, ...autopilot],
  },
  {
    name: 'account',
    description: 'Projects, integrations, jobs, usage, and an overview of all.',
    operations: [...projects, ...integrations, ...jobs, ...usage, ...overview],
  },
]);
