import { AppError } from '../../../errors.ts';
import type { KeywordData, RankedKeyword } from '../../../providers/keyword-data/keyword-data.ts';
import { isoTime } from '../../common/wire.ts';
import { writtenKey } from '../../common/asked-keyword.ts';
import { bestFirst, rowOf, type Gap, type GapRow, type Standing } from './classes.ts';
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
  now: number;
  signal: AbortSignal;
}

/** What a site ranks for, by `writtenKey`. */
interface Known {
  ranked: Map<string, RankedKeyword>;
  complete: boolean;
}

/** Compares what a provider knows the sites to rank for; a text says why it could not be asked. Rejects with the signal's reason. */
export async function gapByRanks({ data, sides, market, keywords, now, signal }: Needs): Promise<Gap | string> {
  const { country, language } = market;
  if (country === null) return 'Ranks of the whole web are known by country: give country, or set that of the project.';
  const reason = data.cannot({ country, language });
  if (reason !== null) return reason;
  const sideOf = sidesOf(sides);
  async function knownOf(domain: string, side: 'own' | number): Promise<Known> {
    const { rows, complete } = await data.ranked(domain, { country: country!, language, limit: maxRanked }, signal);
    return { ranked: new Map(rows.filter(({ url }) => sideOf(url) === side).map((row) => [writtenKey(row.keyword), row])), complete };
  }
  try {
    const own = await knownOf(new URL(sides.siteUrl).hostname.replace(/^www\./, ''), 'own');
    const theirs: Known[] = [];
    // One after another: a cap or a wrong key ends it before the next is paid for.
    for (const [index, { domain }] of sides.rivals.entries()) theirs.push(await knownOf(domain, index));
    return gapOf({ own, theirs, sides, keywords, source: data.provider, checkedAt: isoTime(now) });
  } catch (thrown) {
    signal.throwIfAborted();
    if (thrown instanceof AppError && thrown.code !== 'internal') return thrown.message;
    throw thrown;
  }
}

interface Told {
  own: Known;
  theirs: readonly Known[];
  sides: Sides;
  keywords: readonly string[] | undefined;
  source: string;
  checkedAt: string;
}

function gapOf({ own, theirs, sides, keywords, source, checkedAt }: Told): Gap {
  const known = [own, ...theirs].flatMap(({ ranked }) => [...ranked].map(([key, { keyword }]) => [key, keyword] as const));
  const wanted = new Map(keywords?.map((keyword) => [writtenKey(keyword), keyword]) ?? known);
  const found = [...wanted].map(([key, keyword]): GapRow | null =>
    rowOf({
      keyword,
      ours: standingIn(own, key),
      theirs: theirs.map((one) => standingIn(one, key)),
      rivals: sides.rivals,
      source,
      checkedAt,
    }),
  );
  const rows = found.flatMap((row) => row ?? []).toSorted(bestFirst);
  return { rows: rows.slice(0, maxRankedRows), nobody: found.length - rows.length, cut: rows.length > maxRankedRows };
}

/** Where a list is cut, what it lacks was not looked for. */
function standingIn({ ranked, complete }: Known, key: string): Standing {
  const { position = null, url = null } = ranked.get(key) ?? {};
  return { position, url, depth: position !== null || complete ? rankedDepth : 0 };
}
