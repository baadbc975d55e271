import { AppError } from '../../../errors.ts';
import type { KeywordData } from '../../../providers/keyword-data/keyword-data.ts';
import { isoTime } from '../../common/wire.ts';
import { writtenKey } from '../../common/asked-keyword.ts';
import { bestFirst, rowOf, type Gap, type GapRow, type Standing } from './classes.ts';
import type { PaidList, PaidLists } from './paid.ts';
import { sidesOf, type Sides } from './sides.ts';

/** Of each site, those that are searched most: one call. */
export const maxRanked = 1_000;
/** Rows that are told: the best. */
export const maxRankedRows = 20_000;
/** As deep as the provider looks. A keyword that a whole list lacks does not rank within that. */
const rankedDepth = 100;

interface Needs {
  data: Pick<KeywordData, 'provider' | 'cannot' | 'ranked'>;
  sides: Sides;
  market: { country: string | null; language: string };
  /** Only these, if given. */
  keywords: readonly string[] | undefined;
  paid: PaidLists;
  now: number;
  signal: AbortSignal;
}

/** What is told of the list of a site: how long it is, or why there is none. */
export type RankedList = { rankedKeywords: number; complete: boolean } | { why: 'cap_reached' | 'provider_error'; reason: string };

export interface RanksGap extends Gap {
  own: RankedList;
  /** In the order of the competitors. Those without a list are left out of the comparison. */
  theirs: readonly RankedList[];
}

/** What a site ranks for, by `writtenKey`. */
interface Known extends Omit<PaidList, 'places'> {
  ranked: Map<string, PaidList['places'][number]>;
}

/** Compares what a provider knows the sites to rank for; a text says why it could not be asked. Rejects with the signal's reason. */
export async function gapByRanks({ data, sides, market, keywords, paid, now, signal }: Needs): Promise<RanksGap | string> {
  const { country, language } = market;
  if (country === null) return 'Ranks of the whole web are known by country: give country, or set that of the project.';
  const reason = data.cannot({ country, language });
  if (reason !== null) return reason;
  const sideOf = sidesOf(sides);
  async function knownOf(domain: string, side: 'own' | number): Promise<Known | AppError> {
    const before = await paid.of(side);
    const list = before ?? (await ask(domain, side));
    if (list instanceof AppError) return list;
    if (!before) await paid.keep(side, list);
    const { places, ...more } = list;
    return { ...more, ranked: new Map(places.map((place) => [writtenKey(place.keyword), place])) };
  }
  async function ask(domain: string, side: 'own' | number): Promise<PaidList | AppError> {
    try {
      const wish = { country: country!, language, limit: maxRanked, isWanted: (url: string) => sideOf(url) === side };
      const { rows, complete, wholeAbove } = await data.ranked(domain, wish, signal);
      const places = rows.map(({ keyword, position, url, figures: { searchVolume } }) => ({ keyword, position, url, searchVolume }));
      return { places, complete, wholeAbove, askedAt: now };
    } catch (thrown) {
      signal.throwIfAborted();
      if (thrown instanceof AppError && thrown.code !== 'internal') return thrown;
      throw thrown;
    }
  }
  const own = await knownOf(new URL(sides.siteUrl).hostname.replace(/^www\./, ''), 'own');
  if (own instanceof AppError) return own.message;
  const theirs: (Known | AppError)[] = [];
  // One after another: what refuses all ends it before the next is asked for.
  for (const [index, { domain }] of sides.rivals.entries()) {
    const last = theirs.at(-1);
    theirs.push(last instanceof AppError && ends.has(last.code) ? last : await knownOf(domain, index));
  }
  const rivals = sides.rivals.filter((_, index) => !(theirs[index] instanceof AppError));
  const found = theirs.flatMap((one) => (one instanceof AppError ? [] : one));
  if (found.length === 0) return (theirs[0] as AppError).message;
  const gap = gapOf({ own, theirs: found, rivals, keywords, source: data.provider, checkedAt: isoTime(own.askedAt) });
  return { ...gap, own: listOf(own), theirs: theirs.map(listOf) };
}

/** After these the next would be refused too. */
const ends = new Set<string>(['cap_reached', 'prices_missing', 'rate_limited']);

function listOf(known: Known | AppError): RankedList {
  if (!(known instanceof AppError)) return { rankedKeywords: known.ranked.size, complete: known.complete };
  return { why: known.code === 'cap_reached' ? 'cap_reached' : 'provider_error', reason: known.message };
}

interface Told extends Pick<Sides, 'rivals'> {
  own: Known;
  theirs: readonly Known[];
  keywords: readonly string[] | undefined;
  source: string;
  checkedAt: string;
}

function gapOf({ own, theirs, rivals, keywords, source, checkedAt }: Told): Gap {
  const known = new Map([own, ...theirs].flatMap(({ ranked }) => [...ranked]));
  const wanted = keywords?.map((keyword) => [writtenKey(keyword), keyword] as const);
  const found = (wanted ?? [...known].map(([key, { keyword }]) => [key, keyword] as const)).map(([key, keyword]): GapRow | null => {
    const searchVolume = known.get(key)?.searchVolume ?? null;
    return rowOf({
      keyword,
      searchVolume,
      ours: standingIn(own, key, searchVolume),
      theirs: theirs.map((one) => standingIn(one, key, searchVolume)),
      rivals,
      source,
      checkedAt,
    });
  });
  const rows = found.flatMap((row) => row ?? []).toSorted(bestFirst);
  return { rows: rows.slice(0, maxRankedRows), nobody: found.length - rows.length, cut: rows.length > maxRankedRows };
}

/** What a list that is cut lacks was looked for only if it is searched more than the last that it holds. */
function standingIn({ ranked, complete, wholeAbove }: Known, key: string, searchVolume: number | null): Standing {
  const { position = null, url = null } = ranked.get(key) ?? {};
  const isWhole = complete || (wholeAbove !== null && searchVolume !== null && searchVolume > wholeAbove);
  return { position, url, depth: position !== null || isWhole ? rankedDepth : 0 };
}
