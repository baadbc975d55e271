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
import { saidOnce } from '../../../common/said-once.ts';
import { given } from '../../../common/wire.ts';
import type { KnowledgeBase } from '../../../knowledge/index.ts';
import type { Calendar } from '../../calendar/calendar.ts';
import { brandIn, minRelevance, type Ground } from '../relevance.ts';
import { openCoverage, type Coverage } from './coverage.ts';
import { Covered } from './covering.ts';
import { hintFor } from './hint.ts';
import { LeftOut } from './left-out.ts';
import { nothingPlaced, placeSearches } from './placing.ts';
import { chosenFor } from './plan.ts';
import { refreshments, type OwnPiece } from './refresh.ts';
import { recencyOf } from './score.ts';
import { searchesOf, type Search, type Searches, type SearchNeeds } from './searches.ts';
import { mentionsOf, Speaking, subjectsOf, type Subject } from './subjects.ts';
import { pieceFrom, pieceOn, pieceSought, type Piece, type Weighing, type Written } from './write.ts';

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
  const coverage = await openCoverage({ db: store.db, calendar, searchConsole: needs.searchConsole, turn }, project, own);
  const searches = await searchesOf(needs, project);
  const weighing = { ground: await needs.groundOf(project.id), projectId, now, searches };
  await turn();
  const leftOut = new LeftOut();
  const looking = { coverage, weighing, leftOut, turn };
  const rivals = await ofRivals(needs, project, looking);
  const placed = searches ? await placeSearches(searches, { language: project.language, coverage, turn }) : nothingPlaced;
  leftOut.add('taken', placed.taken);
  const sought = await ofSearches(placed.open, rivals, looking);
  const documents = await ofDocuments(needs, project, looking);
  const written = withoutRepeats([...byScore([...rivals.written, ...sought]), ...documents], project.language, leftOut);
  const refresh = refreshments(
    own,
    { subjects: rivals.ofPieces, searches: placed.ofPieces },
    { projectId, now, watched: rivals.watched, hasSearches: searches !== undefined },
  );
  const ranked = byWorth([...piecesOf(written), ...refresh]);
  const recommendations = listOf(ranked, limit);
  leftOut.add('limit', ranked.length - recommendations.length);
  const listed = recommendations.flatMap((piece) => written.find((one) => one.piece === piece) ?? []);
  const days = await calendar.freeDays(project, query);
  const sure = plannable(listed);
  const { keywords, uncarried } = await chosenFor(articles, project, sure, days.length);
  const slots = keywords.map((keyword, index) => ({ date: days[index]!, keyword }));
  const plan = slots.length === 0 ? null : { operation: 'calendar_create', arguments: given({ projectId, slots }), insufficientSources: uncarried }; // prettier-ignore
  const pages = own.filter(({ isAlone }) => isAlone).length;
  const { why, rows } = saidOnce(recommendations);
  return {
    projectId: project.id,
    recommendations: rows,
    why,
    leftOut: leftOut.counts,
    plan: addToCalendar ? null : plan,
    planned: addToCalendar && plan ? await calendar.create({ projectId: project.id, slots }) : null,
    basedOn: {
      changes: rivals.changes,
      competitorPages: rivals.pages,
      ownPosts: own.length - pages,
      ...(pages > 0 && { shownPages: pages }),
      documentSubjects: documents.length,
      ...(searches && { searchConsole: toSource(searches) }),
    },
    hint: hintFor({
      mentions: rivals.changes + rivals.pages,
      own: own.length - pages,
      pages,
      hasDocuments: weighing.ground.hasKnowledge,
      days: days.length,
      planned: slots.length,
      unsure: listed.length - sure.length,
      others: sure.length - slots.length,
      unlisted: written.length - listed.length,
      uncarried: uncarried.length,
      refresh: recommendations.length - listed.length,
      unnamed: placed.unnamed,
    }),
  };
}

/** What every source of pieces to write is looked at with. */
interface Looking {
  coverage: Coverage;
  weighing: Weighing;
  leftOut: LeftOut;
  turn: () => Promise<void>;
}

/** What competitors write about: pieces to write on what nothing of the project covers, and what concerns its pieces. */
async function ofRivals({ store }: RecommendNeeds, project: Project, { coverage, weighing, leftOut, turn }: Looking) {
  const { changes, pages } = await mentionsOf(store.db, project.id, weighing.now);
  await turn();
  const mentions = [...changes, ...pages];
  const speaking = await Speaking.among(mentions, project.language, turn);
  const watched = speaking.who.size;
  const subjects = leftOut.first(prominent(subjectsOf(mentions, project.language), weighing.now), maxSubjects);
  await turn();
  const ofPieces = new Map<OwnPiece, Subject[]>();
  const open = await uncovered(subjects, { coverage, leftOut }, (piece, subject) =>
    ofPieces.set(piece, [...(ofPieces.get(piece) ?? []), subject]),
  );
  // Of some pages only the headline is known, which nobody searches for.
  const free = leftOut.keep(open, 'unfit', ({ keyword }) => !isSpoken(keyword));
  const written: Written[] = [];
  for (const subject of leftOut.first(free, maxWeighed)) {
    written.push(await pieceOn(subject, { voices: speaking.on(subject), watched }, weighing));
    await turn();
  }
  return {
    written: leftOut.keep(written, 'unfit', (one) => concerns(one, weighing.ground)),
    ofPieces,
    speaking,
    watched,
    changes: changes.length,
    pages: pages.length,
  };
}

/** Those that nothing of the project is on; of the others, `covered` is told the pieces that stand. */
async function uncovered<One extends { keyword: string }>(
  some: readonly One[],
  { coverage, leftOut }: Pick<Looking, 'coverage' | 'leftOut'>,
  covered: (piece: OwnPiece, one: One) => void = () => {},
): Promise<One[]> {
  const covers = await coverage.of(some.map(({ keyword }) => keyword));
  return some.filter((one, index) => {
    const cover = covers[index];
    if (cover === undefined) return true;
    leftOut.add(cover === 'taken' ? 'taken' : 'covered', 1);
    if (cover !== 'taken') covered(cover, one);
    return false;
  });
}

/** Pieces to write on quick wins that no page is about, without those that name the brand, and those that competitors gave already. */
async function ofSearches(
  open: readonly Search[],
  { written, speaking, watched }: Pick<Awaited<ReturnType<typeof ofRivals>>, 'written' | 'speaking' | 'watched'>,
  { weighing, leftOut, turn }: Looking,
): Promise<Written[]> {
  const { ground, searches } = weighing;
  leftOut.add('repeated', searches?.sameWins ?? 0);
  leftOut.add('limit', searches?.moreWins ?? 0);
  const known = new Set(written.map(({ piece }) => storedKey(piece.keyword, ground.language)));
  const fresh = leftOut.keep(open, 'repeated', ({ key }) => !known.has(key));
  const free = leftOut.keep(fresh, 'brand', ({ query }) => !brandIn(ground, query));
  const sought: Written[] = [];
  for (const search of leftOut.first(free, maxWeighed)) {
    const voices = speaking.on({ keyword: search.query, mentions: [] });
    sought.push(await pieceSought(search, { voices, watched }, weighing));
    await turn();
  }
  // Google shows the site for it: it is near enough.
  return leftOut.keep(sought, 'unfit', ({ piece }) => !isNews(piece.keyword, ground.language));
}

const toSource = ({ source, period, wins, sameWins, moreWins, unclicked, decaying }: Searches) => ({
  source: source === 'import' ? ('import' as const) : ('api' as const),
  ...period,
  quickWins: wins.length + sameWins + moreWins,
  lowCtr: unclicked.length,
  decaying: decaying.length,
});

/** Pieces to write on what the project's own documents are about and nothing of it covers. */
async function ofDocuments(
  { knowledge }: RecommendNeeds,
  project: Project,
  { coverage, weighing, leftOut, turn }: Looking,
): Promise<Written[]> {
  const open = await uncovered(await knowledge.subjects(project), { coverage, leftOut });
  const written: Written[] = [];
  for (const subject of leftOut.first(open, maxWeighed)) {
    written.push(await pieceFrom(subject, weighing));
    await turn();
  }
  return byScore(leftOut.keep(written, 'unfit', (one) => concerns(one, weighing.ground)));
}

/** What may be covered is left to whoever reads the list; of a document that carries another subject of it, the whole would say it again. */
function plannable(listed: readonly Written[]): Written[] {
  const sure = listed.filter(({ isNear }) => !isNear);
  const used = new Set(sure.flatMap(({ isWhole, documentId }) => (isWhole ? [] : [documentId])));
  return sure.filter(({ documentId, isWhole }) => !(isWhole && used.has(documentId)));
}

/** The best, in their order. Pages to refresh take half of the list at most while there is something to write: a plan is made of that. */
function listOf(ranked: readonly Piece[], limit: number): Piece[] {
  const toWrite = ranked.filter(({ kind }) => kind === 'write').length;
  let room = Math.max(Math.ceil(limit / 2), limit - toWrite);
  return ranked.filter(({ kind }) => kind === 'write' || room-- > 0).slice(0, limit);
}

/** What has nothing to do with a project whose subject is known, and news of a day, is for nobody to write. */
function concerns({ piece: { keyword, parts } }: Written, { field, language }: Ground): boolean {
  return (field.size === 0 || (parts.relevance ?? 1) >= minRelevance) && !isNews(keyword, language);
}

function isNews(keyword: string, language: string): boolean {
  const days = dayTerms(language);
  return terms(keyword, language).some((term) => days.has(term));
}

/** Those that many competitors write about, and lately, first. */
function prominent(subjects: readonly Subject[], now: number): Subject[] {
  const weight = ({ who, mentions }: Subject) => 1 - 0.5 ** who.size + recencyOf(mentions[0]!.at ?? 0, now);
  return subjects.toSorted((one, other) => weight(other) - weight(one));
}

const byWorth = (pieces: readonly Piece[]) => pieces.toSorted((one, other) => other.score - one.score);

const byScore = (written: readonly Written[]) => written.toSorted((one, other) => other.piece.score - one.piece.score);

const piecesOf = (written: readonly Written[]) => written.map(({ piece }) => piece);

/** Without those that an earlier one covers: written both, they would compete. */
function withoutRepeats(written: readonly Written[], language: string, leftOut: LeftOut): Written[] {
  const kept = new Covered(language);
  return leftOut.keep(written, 'repeated', ({ piece: { keyword } }) => {
    if (kept.by(keyword)) return false;
    kept.add({ keyword, title: null });
    return true;
  });
}
