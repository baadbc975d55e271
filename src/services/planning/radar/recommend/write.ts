import type { Recommendation } from '../../../../../schema/recommendations.ts';
import { clipAtWord } from '../../../../language/slug.ts';
import { storedKey } from '../../../common/keyword-key.ts';
import { given, isoTimeOrNull } from '../../../common/wire.ts';
import type { DocumentSubject } from '../../../knowledge/index.ts';
import { nearestPiece, pieceNamed, relevanceOf, touchingPiece, type FoundText, type Ground } from '../relevance.ts';
import { demandOf, gapWhereMentioned, recencyOf, rounded, scoreOf, shareOfClicks, type Parts, type Voices } from './score.ts';
import { clicksToWin, daysOf, wordsOf, type Search, type Searches } from './searches.ts';
import type { Mention, Subject } from './subjects.ts';

const maxEvidence = 3;
/** Phrases that a subject's relevance is judged by, its keyword first. */
const maxPhrases = 3;
const maxTitleLength = 120;

const short = (title: string | null): string => clipAtWord(title ?? 'without a title', maxTitleLength);
const dayMs = 24 * 3_600_000;

/** A recommendation with all reasons of its own, before what holds in all of a list is said once. */
export type Piece = Recommendation & { why: Record<string, string> };

/** A piece to write, and whether a piece of the project's may be on it though its words are others. */
export interface Written {
  piece: Piece;
  isNear: boolean;
  /** The document of the project's (doc_…) that has the words of its subject. */
  documentId: string | undefined;
  /** Whether its subject is that document's. */
  isWhole: boolean;
}

/** What a piece to write is weighed by. */
export interface Weighing {
  ground: Ground;
  /** As calls of a recommendation name it: left out where the request left it out. */
  projectId: string | undefined;
  now: number;
  /** What Google showed the site for, if anything is held of it. */
  searches: Searches | undefined;
}

/** A piece to write on a subject of competitors. */
export async function pieceOn(subject: Subject, { voices, watched }: Heard, weighing: Weighing): Promise<Written> {
  const { keyword, mentions } = subject;
  const { ground, now } = weighing;
  // A page that was corrected is as old as it was.
  const newest = mentions.find(({ isNews }) => isNews);
  const document = await ground.findDocument(keyword);
  const search = searchFor(keyword, weighing);
  return toWrite(
    {
      keyword,
      known: whatOthersDid(subject, newest, now),
      evidence: [...mentions.slice(0, maxEvidence - 1).map(evidenceOf), ...searchEvidence(search), ...documentEvidence(document)],
      documentId: document?.id ?? undefined,
      isWhole: false,
      // What their page speaks of most may be what a piece is named for.
      near: pieceNamed(ground, mentions[0]?.phrases[0] ?? ''),
      parts: {
        clicks: clicksOf(search),
        relevance: await judged(subject, ground),
        demand: demandOf(voices, watched, search?.monthly),
        recency: newest ? recencyOf(newest.at!, now) : null,
      },
    },
    weighing,
  );
}

/** A piece to write on what Google shows the site for, though no page is about it. */
export async function pieceSought(search: Search, { voices, watched }: Heard, weighing: Weighing): Promise<Written> {
  const { query: keyword, impressions, position, page } = search;
  const { ground, searches } = weighing;
  const document = await ground.findDocument(keyword);
  return toWrite(
    {
      keyword,
      known: `Google showed your site for it ${impressions} times in ${daysOf(searches!.period)} days${position === null ? '' : `, at position ${position}`}: ${clicksToWin(search.toWin!)}`,
      evidence: [seen({ what: wordsOf(search), url: page }), ...documentEvidence(document)],
      documentId: document?.id ?? undefined,
      isWhole: false,
      near: undefined,
      unfound:
        page === null
          ? 'it does not tell with which page, and by their words none of yours is on it'
          : 'by its words the page that it showed is not on it',
      parts: {
        relevance: (await relevanceOf(ground, [keyword])).relevance,
        clicks: clicksOf(search),
        demand: voices.pages > 0 ? demandOf(voices, watched) : null,
        recency: null,
      },
    },
    weighing,
  );
}

const searchFor = (keyword: string, { searches, ground }: Weighing): Search | undefined =>
  searches?.byKey.get(storedKey(keyword, ground.language));

const clicksOf = (search: Search | undefined) => (typeof search?.toWin === 'number' ? shareOfClicks(search.toWin) : null);

const searchEvidence = (search: Search | undefined) => (search ? [seen({ what: wordsOf(search), url: search.page })] : []);

const documentEvidence = (document: FoundText | undefined) =>
  document ? [seen({ what: `Your document “${short(document.title)}” speaks of it`, url: document.url, id: document.id })] : [];

interface Heard {
  voices: Voices;
  /** How many competitors are watched. */
  watched: number;
}

/** A piece to write from a document of the project's own. */
export async function pieceFrom(subject: DocumentSubject, weighing: Weighing): Promise<Written> {
  const { keyword, documentId: id, title, heading, url, passages } = subject;
  const section = heading === null ? '' : `, “${short(heading)}”`;
  const what = `Your document “${short(title)}”${section}: ${counted(passages)}`;
  const { relevance } = await relevanceOf(weighing.ground, [keyword]);
  const known = `Your knowledge base has ${counted(passages)} on it`;
  const search = searchFor(keyword, weighing);
  return toWrite(
    {
      keyword,
      known,
      evidence: [seen({ what, url, id }), ...searchEvidence(search)],
      documentId: id,
      isWhole: heading === null,
      near: heading === null ? touchingPiece(weighing.ground, title) : undefined,
      parts: { clicks: clicksOf(search), relevance, demand: search ? demandOf(nobody, 0, search.monthly) : null, recency: 0 },
    },
    weighing,
  );
}

const nobody: Voices = { competitors: 0, pages: 0 };

const counted = (passages: number) => (passages === 1 ? '1 passage' : `${passages} passages`);

interface Found {
  keyword: string;
  /** What speaks for it, in words. */
  known: string;
  evidence: Recommendation['evidence'];
  documentId: string | undefined;
  isWhole: boolean;
  /** A piece that may be on it, besides what its keyword tells. */
  near: FoundText | undefined;
  /** What to say where nothing of the project's is on it. */
  unfound?: string;
  parts: Pick<Parts, 'clicks' | 'relevance' | 'demand' | 'recency'>;
}

async function toWrite(
  { keyword, known, evidence, documentId, isWhole, near: touched, unfound = 'nothing of yours was found on it', parts: found }: Found,
  { ground, projectId, searches }: Weighing,
): Promise<Written> {
  const near = nearestPiece(ground, keyword) ?? touched;
  const mentioning = await ground.findOwnPage(keyword);
  const own = near ?? mentioning;
  const parts = rounded({ ...found, gap: ground.hasOwnPages ? (own ? gapWhereMentioned : 1) : null, need: null });
  const piece: Piece = {
    kind: 'write',
    keyword,
    reason: `${known}; ${whatIsOwn(near, mentioning) ?? unfound}.`,
    score: scoreOf(parts),
    parts,
    why: whyNull(parts, searches !== undefined),
    evidence: own ? [...evidence, seen({ what: `Yours: “${short(own.title)}”`, url: own.url, id: own.id })] : evidence,
    operation: 'articles_create',
    arguments: given({ projectId, keyword }),
  };
  return { piece, isNear: near !== undefined, documentId, isWhole };
}

async function judged({ keyword, mentions }: Subject, ground: Ground): Promise<number | null> {
  const phrases = mentions.flatMap((mention) => mention.phrases);
  const others = [...new Set(phrases.map((phrase) => phrase.toLowerCase()))].filter((phrase) => phrase !== keyword);
  return (await relevanceOf(ground, [keyword, ...others.slice(0, maxPhrases - 1)])).relevance;
}

export function whyNull(parts: Parts, hasSearches: boolean): Record<string, string> {
  const codes: Record<keyof Parts, string> = {
    clicks: hasSearches ? 'not_applicable' : 'integration_required',
    relevance: 'too_few',
    demand: 'not_applicable',
    recency: 'not_applicable',
    gap: 'not_checked',
    need: 'not_applicable',
  };
  return Object.fromEntries(Object.entries(codes).filter(([name]) => parts[name as keyof Parts] === null));
}

export function evidenceOf({ changeId, kind, who, title, url, at }: Mention): Recommendation['evidence'][number] {
  const did = kind === 'new' ? 'published' : kind === 'updated' ? 'updated' : 'has';
  const what = `${who} ${did} ${title === null ? 'a page' : `“${short(title)}”`}`;
  return seen({ what, url, id: changeId, at: isoTimeOrNull(at) });
}

type Evidence = Recommendation['evidence'][number];

/** Evidence without what is not known of it. */
export function seen({ what, url, id, at }: { what: string } & { [Field in 'url' | 'id' | 'at']?: string | null }): Evidence {
  return given({ what, url: url ?? undefined, id: id ?? undefined, at: at ?? undefined });
}

function whatOthersDid({ who }: Subject, newest: Mention | undefined, now: number): string {
  const whose = who.size === 1 ? [...who][0]! : `${who.size} competitors`;
  if (!newest) return `${whose} ${who.size === 1 ? 'has' : 'have'} a page on it`;
  const others = who.size === 1 ? '' : `, and ${who.size - 1} more ${who.size === 2 ? 'competitor has' : 'competitors have'} one`;
  return `${newest.who} ${newest.kind === 'new' ? 'published a page on it' : 'added to its page on it'} ${daysAgo(newest.at!, now)}${others}`;
}

function whatIsOwn(near: FoundText | undefined, mentioning: FoundText | undefined): string | undefined {
  if (near) return `see first whether “${short(near.title)}” of yours is on it`;
  return mentioning ? `yours only mention it, as “${short(mentioning.title)}” does` : undefined;
}

export function daysAgo(at: number, now: number): string {
  const days = Math.floor((now - at) / dayMs);
  return days === 0 ? 'today' : days === 1 ? 'yesterday' : `${days} days ago`;
}
