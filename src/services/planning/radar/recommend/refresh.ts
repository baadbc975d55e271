import type { Recommendation } from '../../../../../schema/recommendations.ts';
import { storedKey } from '../../../common/keyword-key.ts';
import { given, isoTimeOrNull } from '../../../common/wire.ts';
import type { SitePage } from '../../../search-console/index.ts';
import { demandOf, recencyOf, rounded, scoreOf, shareOfClicks, type Voices } from './score.ts';
import { clicksToWin, wordsOf, type PieceSearches, type Search } from './searches.ts';
import type { Subject } from './subjects.ts';
import { daysAgo, evidenceOf, seen, whyNull, type Piece } from './write.ts';

/** What may be wrong with a piece that stands, in words, and how much each adds to its need. */
export const flagNeeds = { stale: 0.4, cannibalised: 0.4, thin: 0.3, orphan: 0.2 } as const;
export type Flag = keyof typeof flagNeeds;

/** Something that the project has published. */
export interface OwnPiece {
  /** As `storedKey` makes it. */
  key: string;
  keyword: string;
  title: string | null;
  url: string | null;
  /** Where Copydesk wrote it. */
  articleId: string | null;
  changedAt: number | null;
  flags: readonly Flag[];
  /** Whether only Google's figures tell of it: it is no post, and its keyword the words of its address or what people search. */
  isAlone: boolean;
  /** What Google shows of it, in the period of the searches; null where that is not held. */
  shown: Pick<SitePage, 'impressions' | 'position'> | null;
}

export function pageAlone(
  url: string,
  keyword: string,
  { language, shown = null }: { language: string; shown?: OwnPiece['shown'] },
): OwnPiece {
  return {
    key: storedKey(keyword, language),
    keyword,
    title: null,
    url,
    articleId: null,
    changedAt: null,
    flags: [],
    isAlone: true,
    shown,
  };
}

const maxEvidence = 3;
/** Searches that are named, of each kind. */
const maxWins = 2;
const words: Readonly<Record<Flag, string>> = {
  stale: 'it is old',
  cannibalised: 'another piece of yours competes with it',
  thin: 'it is short',
  orphan: 'no page of yours links to it',
};

/**
 * Pieces that stand and should be looked at again: for what is wrong with them, for what Google shows of them, or because a competitor has
 * published on their subject since.
 */
export function refreshments(
  own: readonly OwnPiece[],
  { subjects, searches }: { subjects: ReadonlyMap<OwnPiece, readonly Subject[]>; searches: ReadonlyMap<OwnPiece, PieceSearches> },
  circumstances: Circumstances,
): Piece[] {
  return [...new Set([...own, ...subjects.keys(), ...searches.keys()])].flatMap((piece) => {
    const mentions = (subjects.get(piece) ?? []).flatMap((subject) => subject.mentions);
    const since = mentions.filter(({ at }) => at !== null && at > (piece.changedAt ?? 0)).toSorted((one, other) => other.at! - one.at!);
    const searched = searches.get(piece);
    if (piece.flags.length === 0 && since.length === 0 && !searched) return [];
    return [refreshment(piece, { voices: voicesOf(mentions), since, searched }, circumstances)];
  });
}

interface Circumstances {
  /** As calls of a recommendation name it. */
  projectId: string | undefined;
  now: number;
  /** Competitors of which a page is known. */
  watched: number;
  /** Whether anything of Search Console is held. */
  hasSearches: boolean;
}

function voicesOf(mentions: Subject['mentions']): Voices {
  return { competitors: new Set(mentions.map(({ who }) => who)).size, pages: new Set(mentions.map(({ url }) => url)).size };
}

function refreshment(
  piece: OwnPiece,
  { voices, since, searched }: { voices: Voices; since: Subject['mentions']; searched: PieceSearches | undefined },
  { projectId, now, watched, hasSearches }: Circumstances,
): Piece {
  const { title, url, articleId, changedAt, isAlone } = piece;
  const keyword = searched?.query ?? piece.keyword;
  const flags = (Object.keys(flagNeeds) as Flag[]).filter((flag) => piece.flags.includes(flag));
  const newest = since[0];
  const parts = rounded({
    relevance: null,
    clicks: searched ? shareOfClicks(clicksOf(searched)) : null,
    demand: watched > 0 ? demandOf(voices, watched) : null,
    recency: newest ? recencyOf(newest.at!, now) : null,
    gap: null,
    need: flags.length === 0 ? null : Math.min(1, flags.reduce((sum, flag) => sum + flagNeeds[flag], 0)), // prettier-ignore
  });
  const reasons = [
    ...(searched ? searchReasons(searched) : []),
    ...(newest
      ? [`${newest.who} ${newest.kind === 'new' ? 'published' : 'updated'} a page on its subject ${daysAgo(newest.at!, now)}`]
      : []),
    ...flags.map((flag) => words[flag]),
  ].join('; ');
  const itself = seen({
    what: `Your ${articleId !== null ? 'article' : title === null ? 'page' : 'post'}${title === null ? '' : ` “${title}”`}`,
    url,
    id: articleId,
    at: isoTimeOrNull(changedAt),
  });
  return {
    kind: 'refresh',
    keyword,
    ...given({ title: title ?? undefined, url: url ?? undefined }),
    reason: `${reasons.charAt(0).toUpperCase()}${reasons.slice(1)}.`,
    score: scoreOf(parts),
    parts,
    why: { ...whyNull(parts, hasSearches), relevance: 'not_applicable', gap: 'not_applicable' },
    evidence: [
      ...(isAlone ? shownAs(piece, searched) : [itself]),
      ...searchEvidence(searched),
      ...since.slice(0, maxEvidence).map(evidenceOf),
    ],
    ...callFor({ ...piece, keyword }, { searched, isTextFine: since.length + flags.length === 0 && isClickedAlone(searched) }, projectId),
  };
}

/** Its own figures, where nothing tells that it is the page which Google shows for a search. */
function shownAs({ url, shown }: OwnPiece, searched: PieceSearches | undefined): Recommendation['evidence'] {
  if (!shown || !searched?.wins.some(({ page }) => page === null)) return [];
  const at = shown.position === null ? '' : `, position ${shown.position}`;
  return [seen({ what: `Search Console: this page, ${shown.impressions} impressions${at}`, url })];
}

/** In 28 days. What a page lost and what its searches would win are partly the same clicks: the greater counts. */
function clicksOf({ decaying, wins, unclicked }: PieceSearches): number {
  return Math.max(decaying?.lost ?? 0, toWinOf(wins) + toWinOf(unclicked));
}

const toWinOf = (searches: readonly Search[]): number => searches.reduce((sum, { toWin }) => sum + toWin!, 0);

const counted = ({ length }: readonly Search[]): string => (length === 1 ? 'a search' : `${length} searches`);

function searchReasons({ decaying, wins, unclicked }: PieceSearches): string[] {
  return [
    ...(decaying ? [`it loses clicks that the rest of your site keeps, some ${Math.round(decaying.lost)} in 28 days`] : []),
    ...(wins.length > 0 ? [`Google shows it a little too far down for ${counted(wins)}: ${clicksToWin(toWinOf(wins))}`] : []),
    ...(unclicked.length > 0
      ? [`its title and description may be to mend: for ${counted(unclicked)} it is clicked less than is usual where Google shows it, ${clicksToWin(toWinOf(unclicked))}`] // prettier-ignore
      : []),
  ];
}

function searchEvidence(searched: PieceSearches | undefined): Recommendation['evidence'] {
  if (!searched) return [];
  const { decaying, wins, unclicked } = searched;
  const lost = decaying ? [seen({ what: `Search Console: ${decaying.reason.replace(/\.$/, '')}`, url: decaying.page })] : [];
  return [
    ...lost,
    ...[wins, unclicked].flatMap((some) => some.slice(0, maxWins).map((one) => seen({ what: wordsOf(one), url: one.page }))),
  ];
}

/** Whether nothing but clicks at a good position is amiss: the text is found as it is. */
const isClickedAlone = (searched: PieceSearches | undefined) => searched?.decaying === null && searched.wins.length === 0;

/**
 * An article of Copydesk's is written anew, or given another title and description where its text is fine; any other page is held against its
 * competitors and rewritten, to be put in its place by hand.
 */
function callFor(
  { articleId, keyword, title, url }: OwnPiece,
  { searched, isTextFine }: { searched: PieceSearches | undefined; isTextFine: boolean },
  projectId: string | undefined,
): Pick<Recommendation, 'operation' | 'arguments'> {
  if (articleId !== null) return { operation: isTextFine ? 'articles_update' : 'articles_regenerate', arguments: { id: articleId } };
  const named = (searches: readonly Search[] = []) => searches.slice(0, maxWins).map(({ query }) => JSON.stringify(query)).join(' and '); // prettier-ignore
  const [wins, unclicked] = [named(searched?.wins), named(searched?.unclicked)];
  const answers = wins === '' ? '' : ` Answer ${wins} better.`;
  const titles = unclicked === '' ? '' : ` Give it a title and a description that whoever searches ${unclicked} clicks.`;
  const kept = isTextFine ? 'Keep its text, which is found.' : 'Keep what still holds there, and bring the rest up to date.';
  const instructions = `${kept}${answers}${titles}`;
  if (url !== null)
    return { operation: 'optimizations_create', arguments: given({ projectId, url, keyword, writer: 'agent', instructions }) };
  return { operation: 'articles_create', arguments: given({ projectId, keyword, title: title ?? undefined, instructions }) };
}
