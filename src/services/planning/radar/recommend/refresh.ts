import type { Recommendation } from '../../../../../schema/recommendations.ts';
import { storedKey } from '../../../common/keyword-key.ts';
import { given, isoTimeOrNull } from '../../../common/wire.ts';
import type { SitePage } from '../../../search-console/index.ts';
import { demandOf, recencyOf, rounded, scoreOf, shareOfClicks, type Voices } from './score.ts';
import { clicksToWin, wordsOf, type PieceSearches } from './searches.ts';
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
/** Quick wins that are named. */
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
    ...callFor({ ...piece, keyword }, searched, projectId),
  };
}

/** Its own figures, where nothing tells that it is the page which Google shows for a search. */
function shownAs({ url, shown }: OwnPiece, searched: PieceSearches | undefined): Recommendation['evidence'] {
  if (!shown || !searched?.wins.some(({ page }) => page === null)) return [];
  const at = shown.position === null ? '' : `, position ${shown.position}`;
  return [seen({ what: `Search Console: this page, ${shown.impressions} impressions${at}`, url })];
}

/** In 28 days. What a page lost and what its searches would win are partly the same clicks: the greater counts. */
function clicksOf({ decaying, wins }: PieceSearches): number {
  return Math.max(decaying?.lost ?? 0, wins.reduce((sum, { toWin }) => sum + toWin!, 0)); // prettier-ignore
}

function searchReasons({ decaying, wins }: PieceSearches): string[] {
  const searches = wins.length === 1 ? 'a search' : `${wins.length} searches`;
  return [
    ...(decaying ? [`it loses clicks that the rest of your site keeps, some ${Math.round(decaying.lost)} in 28 days`] : []),
    ...(wins.length > 0
      ? [`Google shows it a little too far down for ${searches}: ${clicksToWin(wins.reduce((sum, { toWin }) => sum + toWin!, 0))}`]
      : []),
  ];
}

function searchEvidence(searched: PieceSearches | undefined): Recommendation['evidence'] {
  if (!searched) return [];
  const { decaying, wins } = searched;
  const lost = decaying ? [seen({ what: `Search Console: ${decaying.reason.replace(/\.$/, '')}`, url: decaying.page })] : [];
  return [...lost, ...wins.slice(0, maxWins).map((win) => seen({ what: wordsOf(win), url: win.page }))];
}

/** An article of Copydesk's is written anew; for any other page a new version is written beside it, which is put in its place by hand. */
function callFor(
  { articleId, keyword, title, url }: OwnPiece,
  searched: PieceSearches | undefined,
  projectId: string | undefined,
): Pick<Recommendation, 'operation' | 'arguments'> {
  if (articleId !== null) return { operation: 'articles_regenerate', arguments: { id: articleId } };
  const wins = searched?.wins.slice(0, maxWins) ?? [];
  const answers = wins.length === 0 ? '' : ` Answer ${wins.map(({ query }) => JSON.stringify(query)).join(' and ')} better.`;
  const instructions = `A new version of ${url}: keep what still holds there, and bring the rest up to date.${answers}`;
  return { operation: 'articles_create', arguments: given({ projectId, keyword, title: title ?? undefined, instructions }) };
}
