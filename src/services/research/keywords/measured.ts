import type { KeywordSearch, MeasuredKeyword } from '../../../../schema/keywords.ts';
import { difficultyOf } from '../../../keywords/difficulty.ts';
import { given, isoTime } from '../../common/wire.ts';
import type { Known } from './figures.ts';
import type { Position } from './positions.ts';

/** A year, as the mean is told for. */
export const monthsShown = 12;

type Values = Pick<
  MeasuredKeyword,
  'searchVolume' | 'cpc' | 'competition' | 'difficulty' | 'monthlySearches' | 'serpFeatures' | 'difficultyMethod' | 'position' | 'url'
>;
export type Measured = Values & Pick<MeasuredKeyword, 'measured'> & { why: Record<string, string> };

export interface Measuring {
  known: Known;
  language: string;
  positionOf(keyword: string): Position;
  include?: KeywordSearch['include'];
}

/** Who measured something, and when. */
type Origin = { source: string; checkedAt: string } | undefined;
type Found = readonly [name: keyof Values, value: unknown, of: Origin];

/** What is known of a keyword: where each figure is from, and why it is null. */
export function measuredOf({ known, language, positionOf, include = [] }: Measuring, keyword: string): Measured {
  const metrics = known.metricsOf(keyword);
  const page = known.pageOf(keyword);
  const said = metrics?.figures;
  const ofMetrics: Origin = said ? { source: metrics.provider, checkedAt: isoTime(said.updatedAt ?? metrics.checkedAt) } : undefined;
  const ofPage: Origin = page && { source: page.source, checkedAt: page.checkedAt };
  const counted = (said?.difficulty ?? null) === null && page ? difficultyOf(keyword, page.organic, language) : null;
  const months = said?.monthly.slice(0, monthsShown) ?? [];
  // SearXNG tells of none.
  const shows = page && page.source !== 'searxng' ? page.features : null;
  const found: Found[] = [
    ['searchVolume', said?.searchVolume ?? null, ofMetrics],
    ['cpc', said?.cpc ?? null, ofMetrics],
    ['competition', said?.competition ?? null, ofMetrics],
    ['difficulty', counted ?? said?.difficulty ?? null, counted === null ? ofMetrics : ofPage],
  ];
  if (include.includes('monthlySearches')) found.push(['monthlySearches', months.length > 0 ? months : null, ofMetrics]);
  if (include.includes('serpFeatures')) found.push(['serpFeatures', shows ?? said?.features ?? null, shows ? ofPage : ofMetrics]);
  const ofNull = metrics ? (metrics.why ?? 'provider_has_none') : known.otherwise;
  const { position, url, measured, why } = positionOf(keyword);
  const from = [...[ofMetrics, ofPage].flatMap((origin) => fromOf(origin, found)), ...measured];
  const missing = found.flatMap(([name, value]) => (value === null ? [[name, ofNull] as const] : []));
  const values = Object.fromEntries(found.map(([name, value]) => [name, value])) as Values;
  return given({
    ...values,
    difficultyMethod: values.difficulty === null ? undefined : counted === null ? ('provider' as const) : ('results' as const),
    position,
    url,
    measured: from.length > 0 ? from : undefined,
    why: { ...Object.fromEntries(missing), ...why },
  });
}

function fromOf(origin: Origin, found: readonly Found[]): NonNullable<MeasuredKeyword['measured']> {
  const names = found.filter(([, value, of]) => value !== null && of === origin).map(([name]) => name);
  return origin === undefined || names.length === 0 ? [] : [{ figures: names, ...origin }];
}
