import type { Db } from '../../db/open.ts';
import { evidence, type ActionOffer, type ActionQuestion } from '../common/actions.ts';
import { isoTime, parsedOrNull } from '../common/wire.ts';
import { offersToPlan, type Calendar, type Wish } from '../planning/index.ts';
import { countedTopics, type CountedTopic } from './queries.ts';
import { storedPlans, type StoredPlan } from './research/stored.ts';

interface Needs {
  db: Db;
  calendar: Calendar;
}

/** Topics that are looked at, the newest; and pages of each of their plans. */
const maxTopics = 10;
const maxPlans = 3;
const maxPages = 40;

/** Topics that nobody has researched, and pages that a plan has and nothing is for. */
export async function topicActions({ db, calendar }: Needs, { project, limit }: ActionQuestion): Promise<ActionOffer[]> {
  const topics = await countedTopics(db, { projectId: project.id, before: undefined, limit: maxTopics });
  const unresearched = topics.filter(({ researched_at, researching }) => researched_at === null && researching === 0);
  const planned = topics.filter(({ researched_at }) => researched_at !== null).slice(0, maxPlans);
  const plans = await storedPlans(
    db,
    planned.map(({ id }) => id),
  );
  const wishes = planned.map((topic) => wishesOf(topic, parsedOrNull<StoredPlan>(plans.get(topic.id) ?? null)));
  // The first of each topic, then the second of each.
  const inTurn = Array.from({ length: maxPages }, (_, nth) => wishes.flatMap((some) => some[nth] ?? [])).flat();
  return [...unresearched.slice(0, limit).map(toResearch), ...(await offersToPlan(calendar, project, inTurn, limit))];
}

function toResearch({ id, name, pillar_keyword, keywords, research_job_id, created_at }: CountedTopic): ActionOffer {
  return {
    reason: 'topic_unresearched',
    target: { kind: 'topic', id, about: name },
    why: `The topic “${name}” has ${keywords} ${keywords === 1 ? 'keyword' : 'keywords'} and no plan: research finds more, and what pages to write.`,
    evidence: [evidence('topics', `“${pillar_keyword}”, not researched`, created_at)],
    operation: 'topics_research',
    arguments: { id },
    cause: research_job_id ?? 'never',
  };
}

/** Pages that documents carry, in the order of the plan. */
function wishesOf({ id: topicId, name, researched_at }: CountedTopic, plan: StoredPlan | null): Wish[] {
  if (!plan) return [];
  const carried = [plan.pillar, ...plan.pages].filter(({ warnings = [] }) => warnings.length === 0).slice(0, maxPages);
  return carried.map(({ keyword, title, articleType, searchVolume, documents }) => ({
    keyword,
    title,
    articleType,
    topicId,
    told: {
      reason: 'topic_open',
      why: `The topic “${name}” wants a page on “${keyword}”${searchVolume === null ? '' : `, searched ${searchVolume} times a month`}; nothing of yours is on it.`,
      evidence: [
        evidence(
          'topics',
          documents?.best ? `Planned; your document “${documents.best.title}” carries it` : 'Planned by the last research',
          researched_at,
        ),
      ],
      cause: isoTime(researched_at!),
    },
  }));
}
