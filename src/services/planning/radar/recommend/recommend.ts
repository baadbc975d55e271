import type { Project } from '../../../../../schema/projects.ts';
import type { Recommendation, RecommendationQuery, Recommendations } from '../../../../../schema/recommendations.ts';
import type { Store } from '../../../../db/open.ts';
import type { System } from '../../../../system.ts';
import type { Projects } from '../../../account/index.ts';
import type { Calendar } from '../../calendar/calendar.ts';
import { openZone } from '../../calendar/zone.ts';
import type { Ground } from '../relevance.ts';
import { freeDays } from './plan.ts';
import { Covered } from './covering.ts';
import { underWay } from './own-pieces.ts';
import { refreshments, type OwnPiece } from './refresh.ts';
import { mentionsOf, subjectsOf, type Subject } from './subjects.ts';
import { demandOf, recencyOf } from './score.ts';
import { pieceOn } from './write.ts';

export interface RecommendNeeds {
  store: Store;
  system: System;
  projects: Projects;
  calendar: Calendar;
  groundOf(projectId: string): Promise<Ground>;
  /** What the project has published. */
  ownPieces(project: Project): Promise<OwnPiece[]>;
}

const usualLimit = 10;
/** Subjects that are looked at closely, those that many write about lately. */
const maxSubjects = 400;
const maxWeighed = 40;

/** What to write or refresh next, computed from what is stored. */
export async function recommend(needs: RecommendNeeds, query: RecommendationQuery): Promise<Recommendations> {
  const { store, system, projects, calendar } = needs;
  const { limit = usualLimit, addToCalendar = false } = query;
  const project = await projects.resolve(query.projectId);
  const now = system.now();
  const turn = system.turns();
  const { changes, pages } = await mentionsOf(store.db, project.id, now);
  await turn();
  const own = await needs.ownPieces(project);
  await turn();
  const subjects = prominent(subjectsOf([...changes, ...pages], project.language), now);
  await turn();
  const { free, taken, ofPieces } = await sorted(needs, project, subjects, own);
  await turn();
  const ground = await needs.groundOf(project.id);
  await turn();
  const weighed: Recommendation[] = [];
  const near = new Set<Recommendation>();
  for (const subject of free.slice(0, maxWeighed)) {
    const { piece, isNear } = await pieceOn(subject, ground, project, now);
    weighed.push(piece);
    if (isNear) near.add(piece);
    await turn();
  }
  const written = withoutRepeats(weighed.toSorted(byScore), project.language);
  const hasRivals = changes.length + pages.length > 0;
  const all = [...written, ...refreshments(own, ofPieces, project, { now, hasRivals })].toSorted(byScore);
  const shown = all.slice(0, limit);
  const days = await freeDays(store.db, project.id, (await openZone(project.timezone)).dayOf(now), query);
  // What may be covered, and what has nothing to do with a project whose subject is known, is left to whoever reads it.
  const fitting = written.filter((piece) => !near.has(piece) && (piece.parts.relevance !== 0 || ground.field.size === 0));
  const slots = fitting.slice(0, days.length).map(({ keyword }, index) => ({ date: days[index]!, keyword }));
  const plan = slots.length === 0 ? null : { operation: 'calendar_create', arguments: { projectId: project.id, slots } };
  return {
    projectId: project.id,
    recommendations: shown.map((one) => withSlot(one, project, days[0])),
    leftOut: taken,
    plan: addToCalendar ? null : plan,
    planned: addToCalendar && plan ? await calendar.create({ projectId: project.id, slots }) : null,
    basedOn: { changes: changes.length, competitorPages: pages.length, ownPosts: own.length },
    hint: hintFor({ mentions: changes.length + pages.length, own: own.length, days: days.length, planned: slots.length }),
  };
}

/** Those that many competitors write about, and lately, first. */
function prominent(subjects: readonly Subject[], now: number): Subject[] {
  const weight = ({ who, mentions }: Subject) => demandOf(who.size) + recencyOf(mentions[0]!.at ?? 0, now);
  return subjects.toSorted((one, other) => weight(other) - weight(one)).slice(0, maxSubjects);
}

/** Subjects that nothing of the project covers, how many something does that is planned, being written, ready or published, and which its pieces do. */
async function sorted({ store, calendar }: RecommendNeeds, project: Project, subjects: readonly Subject[], own: readonly OwnPiece[]) {
  const holders = await calendar.holders(
    project,
    subjects.map(({ keyword }) => keyword),
  );
  const byKey = new Map(own.map((piece) => [piece.key, piece]));
  const published = new Covered(project.language, own);
  const coming = new Covered(project.language, await underWay(store.db, project.id));
  const free: Subject[] = [];
  const ofPieces = new Map<OwnPiece, Subject[]>();
  for (const [index, subject] of subjects.entries()) {
    const piece = byKey.get(subject.key) ?? published.by(subject.keyword);
    if (piece) ofPieces.set(piece, [...(ofPieces.get(piece) ?? []), subject]);
    else if (holders[index] === undefined && !coming.by(subject.keyword)) free.push(subject);
  }
  return { free, taken: subjects.length - free.length, ofPieces };
}

const byScore = (one: Recommendation, other: Recommendation) => other.score - one.score;

/** Without those that a better one covers: written both, they would compete. */
function withoutRepeats(pieces: readonly Recommendation[], language: string): Recommendation[] {
  const kept = new Covered<Recommendation>(language);
  return pieces.filter((piece) => {
    if (kept.by(piece.keyword)) return false;
    kept.add(piece);
    return true;
  });
}

/** A new piece may also be planned. */
function withSlot(one: Recommendation, project: Project, day: string | undefined): Recommendation {
  if (one.kind !== 'write' || day === undefined) return one;
  const slots = [{ date: day, keyword: one.keyword }];
  return { ...one, alternative: { operation: 'calendar_create', arguments: { projectId: project.id, slots } } };
}

function hintFor({ mentions, own, days, planned }: Record<'mentions' | 'own' | 'days' | 'planned', number>): string | null {
  if (mentions === 0)
    return 'No page of a competitor is known yet: add one with competitors_add, and wait for its first look with jobs_get.';
  if (own === 0) return 'No post of the project is known: posts_refresh lists them, so that nothing is recommended that stands already.';
  if (planned === days) return days === 0 ? 'No day of these weeks is free: name others with from, weeks or weekdays.' : null;
  return `The plan fills ${planned} of ${days} free days: competitors give no more subjects that surely nothing of yours covers. knowledge_list shows what else could be written from.`;
}
