import type { Project } from '../../../../schema/projects.ts';
import type { ResearchSource, TopicResearch } from '../../../../schema/topic-plan.ts';
import { mergeSame, type Merged } from '../../../keywords/merge.ts';
import { spellingsIn } from '../../../writing/sources/headings.ts';
import { maxLength } from '../keywords.ts';
import type { JobAttempt } from '../../common/jobs.ts';
import { cluster, type Clustering } from './cluster.ts';
import { expand, type Expanding, type Heard } from './expand.ts';
import { measure, type Measuring } from './measure.ts';
import { neighboursOf } from './neighbours.ts';
import { nextFor } from './next.ts';
import type { Own } from './own.ts';
import { intentsOf, pageOf, pillarFirst, type PageDraft } from './plan.ts';
import type { StoredPage, StoredPlan } from './stored.ts';
import { strengthsOf, type Judging, type Strength } from './strength.ts';

export interface Researching extends Expanding, Clustering, Measuring, Judging {}

/** Found keywords that are looked at, and that one research adds. */
const maxFound = 2_000;
const maxAdded = 500;
/** Passages that tell how names are written. */
const maxRead = 100;
/** Given keywords that others are held against, beside the pillar. */
const maxGiven = 50;

/** Expand, dedupe, metrics, intent, cluster, plan. Writes nothing. What only stands for the topic is planned, and not added to it. */
export async function research(needs: Researching, project: Project, own: Own, { report, ...attempt }: JobAttempt) {
  const turn = needs.system.turns(attempt.signal);
  const { pillar } = own;
  await report('expand', 0);
  const { sources: wished } = attempt.state as Pick<TopicResearch, 'sources'>;
  const how = { attempt: { ...attempt, report }, sources: wished, turn };
  const { heard, impressions, subjects, related, others } = await expand(needs, project, [pillar, ...own.given.slice(0, maxGiven)], how);
  await report('dedupe', 0.6);
  const found = [...new Set(heard.flatMap(({ about }) => about))].filter(({ length }) => length > 0 && length <= maxLength);
  const all = await mergeSame([pillar, ...own.keywords, ...found.slice(0, maxFound)], project.language, turn);
  const known = new Set([pillar, ...own.keywords]);
  const added = all.kept.filter((keyword) => !known.has(keyword)).slice(0, maxAdded);
  const here = new Set([...known, ...added]);
  const chosen = all.kept.filter((keyword) => here.has(keyword));
  const merged = mergedInto(all.merged, chosen);
  await turn();
  await report('metrics', 0.7);
  const figures = await measure(needs, project, chosen, attempt.signal);
  await turn();
  await report('intent', 0.75);
  const intents = await intentsOf(project, chosen, turn);
  await report('cluster', 0.8);
  const weightOf = (keyword: string) => (figures.told.known > 0 ? figures.volumeOf(keyword) : (impressions.get(keyword) ?? null));
  const weighed = chosen.map((keyword) => ({ keyword, weight: weightOf(keyword) }));
  const clustered = await cluster(needs, project, weighed, { signal: attempt.signal, turn });
  await report('plan', 0.9);
  // Names are written as the documents write them.
  const said = await needs.knowledge.retrieve({ query: pillar, language: project.language, projectId: project.id, limit: maxRead });
  const spellings = spellingsIn(said.map(({ text }) => text));
  await turn();
  const drafts: PageDraft[] = [];
  for (const one of pillarFirst(pillar, clustered.clusters)) {
    drafts.push(pageOf(one, project.language, { intents, figures, spellings, related }));
    await turn();
  }
  const placeOf = ({ keyword }: PageDraft) => related.get(keyword) ?? -1;
  const ordered = [
    drafts[0]!,
    ...drafts.slice(1).toSorted((one, other) => searched(other) - searched(one) || placeOf(one) - placeOf(other)),
  ];
  const strengths = await strengthsOf(needs, project, ordered, subjects, turn);
  const [first, ...rest] = withStrengths(ordered, strengths);
  const pillarPage = isSilent(heard) ? { ...first!, warnings: [unsaid] } : first!;
  const neighbours = await neighboursOf(pillar, rest, project.language, turn);
  await turn();
  const sources = [toSource(ownHeard(own), new Set(), chosen), ...heard.map((one) => toSource(one, merged, chosen))];
  const volumes = chosen.flatMap((keyword) => figures.volumeOf(keyword) ?? []);
  const searchVolume = volumes.length > 0 ? sum(volumes) : null;
  const plan: StoredPlan = {
    pillar: { ...pillarPage, neighbours: [] },
    pages: rest.toSorted(byWorth).map((page) => ({ ...page, neighbours: neighbours.get(page.keyword) ?? [] })),
    method: clustered.method,
    sources,
    merged: all.merged.filter(({ keyword, into }) => keyword !== into && merged.has(keyword)),
    leftOut: own.leftOut,
    searchVolume,
    figures: figures.told,
    ...nextFor({
      topicId: own.topicId,
      project,
      pillar,
      sources,
      related: related.size,
      others: others.filter((keyword) => !here.has(keyword) && !merged.has(keyword)),
    }),
    why: {
      ...(searchVolume === null && { searchVolume: figures.whyOf(pillar, 'searchVolume') }),
      ...(clustered.why !== undefined && { embeddings: clustered.why }),
    },
  };
  await turn();
  return { plan, added: added.filter((keyword) => !related.has(keyword)) };
}

/** Those that say the same as one that is in the topic. */
function mergedInto(merged: Merged['merged'], chosen: readonly string[]): ReadonlySet<string> {
  const here = new Set(chosen);
  return new Set(merged.filter(({ into }) => here.has(into)).map(({ keyword }) => keyword));
}

/** There is text for an article on nearly everything in many documents, but none of them is on it. */
const unsaid = { code: 'insufficient_sources' as const, message: 'No subject of the documents says enough on it.' };

/** Whether there are documents, and none has a subject that is about the topic or near to it. */
function isSilent(heard: readonly Heard[]): boolean {
  return heard.some(({ source, found, about }) => source === 'documents' && found.length > 0 && about.length === 0);
}

function ownHeard({ pillar, keywords }: Own): Heard {
  const all = [pillar, ...keywords];
  return { source: 'topic', found: all, about: all, requests: 0, reason: null, detail: null };
}

function toSource({ found, about, ...told }: Heard, merged: ReadonlySet<string>, chosen: readonly string[]): ResearchSource {
  const here = new Set(chosen);
  const used = told.source === 'topic' ? about : about.filter((keyword) => here.has(keyword) || merged.has(keyword));
  return { ...told, found: found.length, used: used.length, notAbout: found.length - about.length };
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
const searched = ({ searchVolume }: Pick<PageDraft, 'searchVolume'>) => searchVolume ?? -1;

type Judged = Omit<StoredPage, 'neighbours'>;

function withStrengths(pages: readonly PageDraft[], strengths: readonly Strength[]): Judged[] {
  return pages.map(({ why, ...page }, at) => {
    const strength = strengths[at];
    return strength ? { ...page, ...strength, why } : { ...page, documents: null, why: { ...why, documents: 'not_checked' } };
  });
}

/** Those searched most first, then those that documents carry, then those that nobody judged; else as they are, the largest first. */
function byWorth(one: Judged, other: Judged): number {
  const carried = ({ warnings }: Judged) => (warnings === undefined ? 1 : warnings.length === 0 ? 2 : 0);
  return searched(other) - searched(one) || carried(other) - carried(one);
}
