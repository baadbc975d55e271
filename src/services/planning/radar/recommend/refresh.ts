import type { Recommendation } from '../../../../../schema/recommendations.ts';
import { given, isoTimeOrNull } from '../../../common/wire.ts';
import { demandOf, recencyOf, rounded, scoreOf, type Voices } from './score.ts';
import { wordsOf, type PieceSearches } from './searches.ts';
import type { Subject } from './subjects.ts';
import { daysAgo, evidenceOf, seen, whyNull } from './write.ts';

/** What may be wrong with a piece that stands, in words, and how much each adds to its need. */
export const flagNeeds = { decaying: 0.6, stale: 0.4, cannibalised: 0.4, thin: 0.3, reachable: 0.3, orphan: 0.2 } as const;
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
}

const maxEvidence = 3;
/** Quick wins that are named. */
const maxWins = 2;
const words: Readonly<Record<Flag, string>> = {
  decaying: 'it loses clicks that the rest of your site keeps',
  stale: 'it is old',
  cannibalised: 'another piece of yours competes with it',
  thin: 'it is short',
  reachable: 'Google shows it a little too far down',
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
): Recommendation[] {
  return [...new Set([...own, ...searches.keys()])].flatMap((piece) => {
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
}

function voicesOf(mentions: Subject['mentions']): Voices {
  return { competitors: new Set(mentions.map(({ who }) => who)).size, pages: new Set(mentions.map(({ url }) => url)).size };
}

function refreshment(
  piece: OwnPiece,
  { voices, since, searched }: { voices: Voices; since: Subject['mentions']; searched: PieceSearches | undefined },
  { projectId, now, watched }: Circumstances,
): Recommendation {
  const { keyword, title, url, articleId, changedAt } = piece;
  const flags = flagsOf(piece, searched);
  const newest = since[0];
  const parts = rounded({
    relevance: null,
    demand: watched > 0 || searched ? demandOf(voices, watched, searched && monthlyOf(searched)) : null,
    recency: newest ? recencyOf(newest.at!, now) : null,
    gap: null,
    need: flags.length === 0 ? null : Math.min(1, flags.reduce((sum, flag) => sum + flagNeeds[flag], 0)), // prettier-ignore
  });
  const reasons = [
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
    why: { ...whyNull(parts), relevance: 'not_applicable', gap: 'not_applicable' },
    evidence: [itself, ...searchEvidence(searched), ...since.slice(0, maxEvidence).map(evidenceOf)],
    ...callFor(piece, projectId),
  };
}

/** The gravest first. */
function flagsOf({ flags }: OwnPiece, searched: PieceSearches | undefined): Flag[] {
  const all = new Set<Flag>([
    ...flags,
    ...(searched?.decaying ? (['decaying'] as const) : []),
    ...(searched?.wins.length ? (['reachable'] as const) : []),
  ]);
  return (Object.keys(flagNeeds) as Flag[]).filter((flag) => all.has(flag));
}

/** How often it is shown, or was while it still was. */
function monthlyOf({ decaying, wins }: PieceSearches): number {
  return Math.max(decaying?.monthly ?? 0, wins.reduce((sum, { monthly }) => sum + monthly, 0)); // prettier-ignore
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
  projectId: string | undefined,
): Pick<Recommendation, 'operation' | 'arguments'> {
  if (articleId !== null) return { operation: 'articles_regenerate', arguments: { id: articleId } };
  const instructions = `A new version of ${url}: keep what still holds there, and bring the rest up to date.`;
  return { operation: 'articles_create', arguments: given({ projectId, keyword, title: title ?? undefined, instructions }) };
}
