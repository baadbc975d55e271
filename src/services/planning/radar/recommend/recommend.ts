import type { Project } from '../../../../../schema/projects.ts';
import type { RecommendationQuery, Recommendations } from '../../../../../schema/recommendations.ts';
import { dayTerms } from '../../../../language/calendar-words.ts';
import { isSpoken } from '../../../../language/headline.ts';
import { terms } from '../../../../language/tokens.ts';
import type { Store } from '../../../../db/open.ts';
import type { System } from '../../../../system.ts';
import type { Projects } from '../../../account/index.ts';
import type { Articles } from '../../../articles/index.ts';
import { storedKey } from '../../../common/keyword-key.ts';
import { given } from '../../../common/wire.ts';
import type { KnowledgeBase } from '../../../knowledge/index.ts';
import type { Calendar } from '../../calendar/calendar.ts';
import { brandIn, minRelevance, type Ground } from '../relevance.ts';
import { openCoverage, type CoverOf } from './coverage.ts';
import { Covered } from './covering.ts';
import { hintFor } from './hint.ts';
import { nothingPlaced, placeSearches } from './placing.ts';
import { chosenFor } from './plan.ts';
import { refreshments, type OwnPiece } from './refresh.ts';
import { recencyOf } from './score.ts';
import { searchesOf, type Search, type Searches, type SearchNeeds } from './searches.ts';
import { mentionsOf, Speaking, subjectsOf, type Subject } from './subjects.ts';
import { pieceFrom, pieceOn, pieceSought, type Weighing, type Written } from './write.ts';

export interface RecommendNeeds extends SearchNeeds {
  store: Store;
  system: System;
  projects: Projects;
  calendar: Calendar;
  articles: Pick<Articles, 'uncarried'>;
  knowledge: Pick<KnowledgeBase, 'subjects'>;
  groundOf(projectId: string): Promise<Ground>;
  /** What the project has published. */
  ownPieces(project: Project): Promise<OwnPiece[]>;
}

const usualLimit = 10;
/** Subjects of competitors that are looked at closely: those that many write about lately. */
const maxSubjects = 400;
/** Subjects that nothing covers and that are weighed: of competitors, and of the project's documents. */
const maxWeighed = 40;

/** What to write or refresh next, computed from what is stored. */
export async function recommend(needs: RecommendNeeds, query: RecommendationQuery): Promise<Recommendations> {
  const { store, system, projects, calendar, articles } = needs;
  const { projectId, limit = usualLimit, addToCalendar = false } = query;
  const project = await projects.resolve(projectId);
  const now = system.now();
  const turn = system.turns();
  const own = await needs.ownPieces(project);
  await turn();
  const coverOf = await openCoverage({ db: store.db, calendar, turn }, project, own);
  const searches = await searchesOf(needs, project);
  const weighing = { ground: await needs.groundOf(project.id), projectId, now, searches };
  await turn();
  const rivals = await ofRivals(needs, project, coverOf, weighing, turn);
  const placed = searches ? await placeSearches(searches, { project, own, coverOf, turn }) : nothingPlaced;
  const sought = await ofSearches(placed.open, rivals, weighing, turn);
  const documents = await ofDocuments(needs, project, coverOf, weighing, turn);
  const written = withoutRepeats([...byScore([...rivals.written, ...sought]), ...documents], project.language);
  const refresh = refreshments(own, { subjects: rivals.ofPieces, searches: placed.ofPieces }, { projectId, now, watched: rivals.watched });
  const fromDocuments = written.filter((one) => documents.includes(one));
  const fromOthers = written.filter((one) => !documents.includes(one));
  const ranked = [...[...piecesOf(fromOthers), ...refresh].toSorted((one, other) => other.score - one.score), ...piecesOf(fromDocuments)];
  const days = await calendar.freeDays(project, query);
  const { keywords, uncarried } = await chosenFor(articles, project, plannable(fromOthers, fromDocuments), days.length);
  const slots = keywords.map((keyword, index) => ({ date: days[index]!, keyword }));
  const plan = slots.length === 0 ? null : { operation: 'calendar_create', arguments: given({ projectId, slots }), insufficientSources: uncarried }; // prettier-ignore
  return {
    projectId: project.id,
    recommendations: ranked.slice(0, limit),
    leftOut: rivals.taken + placed.taken,
    plan: addToCalendar ? null : plan,
    planned: addToCalendar && plan ? await calendar.create({ projectId: project.id, slots }) : null,
    basedOn: {
      changes: rivals.changes,
      competitorPages: rivals.pages,
      ownPosts: own.length,
      documentSubjects: documents.length,
      ...(searches && { searchConsole: toSource(searches) }),
    },
    hint: hintFor({
      mentions: rivals.changes + rivals.pages,
      own: own.length,
      hasDocuments: weighing.ground.hasKnowledge,
      days: days.length,
      planned: slots.length,
      uncarried: uncarried.length,
      unnamed: placed.unnamed,
    }),
  };
}

/** What competitors write about: pieces to write on what nothing of the project covers, and what concerns its pieces. */
async function ofRivals({ store }: RecommendNeeds, project: Project, coverOf: CoverOf, weighing: Weighing, turn: () => Promise<void>) {
  const { changes, pages } = await mentionsOf(store.db, project.id, weighing.now);
  await turn();
  const mentions = [...changes, ...pages];
  const speaking = await Speaking.among(mentions, project.language, turn);
  const watched = speaking.who.size;
  const subjects = prominent(subjectsOf(mentions, project.language), weighing.now);
  await turn();
  const covers = await coverOf(subjects.map(({ keyword }) => keyword));
  const ofPieces = new Map<OwnPiece, Subject[]>();
  for (const [index, cover] of covers.entries())
    if (cover !== undefined && cover !== 'taken') ofPieces.set(cover, [...(ofPieces.get(cover) ?? []), subjects[index]!]);
  const open = subjects.filter((_, index) => covers[index] === undefined);
  // Of some pages only the headline is known, which nobody searches for.
  const free = open.filter(({ keyword }) => !isSpoken(keyword));
  const written: Written[] = [];
  for (const subject of free.slice(0, maxWeighed)) {
    written.push(await pieceOn(subject, { voices: speaking.on(subject), watched }, weighing));
    await turn();
  }
  return {
    written: byScore(written.filter((one) => concerns(one, weighing.ground))),
    ofPieces,
    speaking,
    watched,
    taken: subjects.length - open.length,
    changes: changes.length,
    pages: pages.length,
  };
}

/** Pieces to write on quick wins that no page is about, without those that name the brand, and those that competitors gave already. */
async function ofSearches(
  open: readonly Search[],
  { written, speaking, watched }: Pick<Awaited<ReturnType<typeof ofRivals>>, 'written' | 'speaking' | 'watched'>,
  weighing: Weighing,
  turn: () => Promise<void>,
): Promise<Written[]> {
  const { ground } = weighing;
  const known = new Set(written.map(({ piece }) => storedKey(piece.keyword, ground.language)));
  const free = open.filter(({ key, query }) => !known.has(key) && !brandIn(ground, query));
  const sought: Written[] = [];
  for (const search of free.slice(0, maxWeighed)) {
    const voices = speaking.on({ keyword: search.query, mentions: [] });
    sought.push(await pieceSought(search, { voices, watched }, weighing));
    await turn();
  }
  return sought.filter((one) => concerns(one, ground));
}

const toSource = ({ source, period, wins, decaying }: Searches) => ({
  source: source === 'import' ? ('import' as const) : ('api' as const),
  ...period,
  quickWins: wins.length,
  decaying: decaying.length,
});

/** Pieces to write on what the project's own documents are about and nothing of it covers. */
async function ofDocuments(
  { knowledge }: RecommendNeeds,
  project: Project,
  coverOf: CoverOf,
  weighing: Weighing,
  turn: () => Promise<void>,
) {
  const subjects = await knowledge.subjects(project);
  const covers = await coverOf(subjects.map(({ keyword }) => keyword));
  const written: Written[] = [];
  for (const subject of subjects.filter((_, index) => covers[index] === undefined).slice(0, maxWeighed)) {
    written.push(await pieceFrom(subject, weighing));
    await turn();
  }
  return byScore(written.filter((one) => concerns(one, weighing.ground)));
}

/** What may be covered is left to whoever reads the list; of a document that carries a subject of competitors, the whole would say it again. */
function plannable(fromRivals: readonly Written[], fromDocuments: readonly Written[]): Written[] {
  const rivals = fromRivals.filter(({ isNear }) => !isNear);
  const used = new Set(rivals.map(({ documentId }) => documentId));
  return [...rivals, ...fromDocuments.filter(({ isNear, documentId, isWhole }) => !isNear && !(isWhole && used.has(documentId)))];
}

/** What has nothing to do with a project whose subject is known, and news of a day, is for nobody to write. */
function concerns({ piece: { keyword, parts } }: Written, { field, language }: Ground): boolean {
  const days = dayTerms(language);
  return (field.size === 0 || (parts.relevance ?? 1) >= minRelevance) && !terms(keyword, language).some((term) => days.has(term));
}

/** Those that many competitors write about, and lately, first. */
function prominent(subjects: readonly Subject[], now: number): Subject[] {
  const weight = ({ who, mentions }: Subject) => 1 - 0.5 ** who.size + recencyOf(mentions[0]!.at ?? 0, now);
  return subjects.toSorted((one, other) => weight(other) - weight(one)).slice(0, maxSubjects);
}

const byScore = (written: readonly Written[]) => written.toSorted((one, other) => other.piece.score - one.piece.score);

const piecesOf = (written: readonly Written[]) => written.map(({ piece }) => piece);

/** Without those that an earlier one covers: written both, they would compete. */
function withoutRepeats(written: readonly Written[], language: string): Written[] {
  const kept = new Covered(language);
  return written.filter(({ piece: { keyword } }) => {
    if (kept.by(keyword)) return false;
    kept.add({ keyword, title: null });
    return true;
  });
}
