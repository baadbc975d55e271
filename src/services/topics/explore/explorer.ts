import { createHash } from 'node:crypto';
import type { PromptCandidates, PromptExploration } from '../../../../schema/prompt-explorer.ts';
import type { Project } from '../../../../schema/projects.ts';
import type { Store } from '../../../db/open.ts';
import { AppError } from '../../../errors.ts';
import type { System } from '../../../system.ts';
import { candidatesFrom, type Seed } from '../../../visibility/explore/candidates.ts';
import type { Projects } from '../../account/index.ts';
import { pageOfAll } from '../../common/paging.ts';
import type { Competitors } from '../../site/index.ts';
import { createBranding } from '../branded.ts';
import { ownKeywords } from '../research/own.ts';
import { aboutTopic } from '../research/about.ts';
import { topicRow } from '../row.ts';
import { promptsOf } from './queries.ts';
import { seedsFor, toldOf, type Seeding, type Source } from './seeds.ts';

/** Finds what a project might ask answer engines. */
export interface PromptExplorer {
  /** Throws `not_found`, `project_required`, `invalid_input`. */
  explore(wanted: PromptExploration): Promise<PromptCandidates>;
}

interface Needs extends Omit<Seeding, 'db'> {
  store: Store;
  system: System;
  projects: Projects;
  competitors: Pick<Competitors, 'ofProject'>;
}

/** Prompts of the project that are compared with, the newest first. */
const maxExisting = 5_000;
/** Of a topic's keywords, those by which it is told what else is on it. */
const maxTopicSeeds = 50;
/** Personas told by the project's audience, and their length. */
const maxPersonas = 3;
const maxPersonaLength = 80;

export function createPromptExplorer({ store, system, projects, competitors, ...needs }: Needs): PromptExplorer {
  const { db } = store;
  return {
    async explore({ projectId, topicId, intent, personas, branded = false, limit, cursor }) {
      const topic = topicId === undefined ? undefined : await topicRow(db, topicId);
      const project = await projects.resolve(projectId ?? topic?.project_id);
      if (topic && topic.project_id !== project.id)
        throw new AppError('not_found', `The topic ${topic.id} is of another project than ${project.id}.`, { hint: 'See topics_list.' });
      const { language, brandTerms } = project;
      const turn = system.turns();
      const all = await seedsFor({ db, ...needs }, project, topicId);
      const own = topic ? await ownKeywords(db, topic) : undefined;
      const found = own ? await onTopic(all, [own.pillar, ...own.given].slice(0, maxTopicSeeds), { language, turn }) : all;
      const isBranded = createBranding(project, await competitors.ofProject(project.id));
      const sources = found.map((source) => {
        return fitting(source, ({ text }) => isBranded(text) === branded, branded ? noneBranded : allBranded);
      });
      const idle = new Set<Seed>();
      const candidates = await candidatesFrom(
        sources.flatMap(({ seeds }) => seeds),
        {
          language,
          brandTerms,
          personas: personas ?? personasOf(project),
          existing: await promptsOf(db, project.id, maxExisting),
          idle,
          turn,
        },
      );
      const rows = candidates.filter((one) => intent === undefined || one.intent === intent).map((one) => ({ ...one, branded }));
      const used = sources.map((source) => fitting(source, (seed) => !idle.has(seed), noneAsked));
      return { ...pageOfAll(rows, ({ prompt }) => digestOf(prompt), { limit, cursor }), sources: toldOf(used) };
    },
  };
}

/** Without what is on something else than a topic. Its own keywords all are. */
async function onTopic(
  sources: readonly Source[],
  topic: readonly string[],
  how: { language: string; turn: () => Promise<void> },
): Promise<Source[]> {
  const found = [...new Set(sources.flatMap(({ seeds }) => seeds.map(({ text }) => text)))];
  const about = new Set(await aboutTopic(found, topic, how));
  return sources.map((source) => {
    if (source.kind === 'topic_keyword') return source;
    return fitting(source, ({ text }) => about.has(text), 'Nothing of it is on this topic.');
  });
}

const noneBranded = 'Nothing of it names the brand.';
const noneAsked = 'Nothing of it becomes a prompt: it only looks for a site, or no phrases are known in this language.';
const allBranded = 'All of it names the brand: it is shown with branded: true.';

function fitting(source: Source, fits: (seed: Seed) => boolean, why: string): Source {
  return source.seeds.length === 0 ? source : { ...source, seeds: source.seeds.filter(fits), why };
}

/** "Developers, small agencies" are two. */
function personasOf({ audience }: Project): string[] {
  const parts = (audience ?? '').split(/[,;\n]/).map((part) => part.trim().replace(/\.$/, ''));
  return parts.filter((part) => part !== '' && part.length <= maxPersonaLength).slice(0, maxPersonas);
}

/** A prompt's name in cursors, which are short. */
function digestOf(prompt: string): string {
  return createHash('sha256').update(prompt).digest('base64url');
}
