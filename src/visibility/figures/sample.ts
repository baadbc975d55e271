import { drawUnits, sumsIn, type Draws } from './draws.ts';
import { addSums, columnOf, type BrandSums, type Column, type Unit, type UnitKind } from './sums.ts';

/** More units than this are put together before they are drawn: of so many the interval is the same. */
export const maxUnits = 200;

/** The answers of a period, ready to be measured. It makes each column once. */
export interface Sample {
  kind: UnitKind;
  /** A column's value for each unit, by their ids. */
  column(name: Column, brand: string): Float64Array;
  /** A column's sum in each draw of units. */
  drawn(name: Column, brand: string): Float64Array;
}

/** Those of several prompts, or of single answers to one. The order of the units does not matter: they go by their ids. */
export function sampleOf(given: readonly Unit[], kind: UnitKind, brands: readonly string[], seed = 1): Sample {
  const units = given.toSorted(byId);
  const groups = atMost(units, maxUnits);
  let draws: Draws | undefined;
  const columns = new Map<string, Float64Array>();
  const sums = new Map<string, Float64Array>();
  return {
    kind,
    column: (name, brand) => kept(columns, keyOf(name, brand), () => columnOf(units, name, brand, brands)),
    drawn: (name, brand) =>
      kept(sums, keyOf(name, brand), () => sumsIn((draws ??= drawUnits(groups.length, seed)), columnOf(groups, name, brand, brands))),
  };
}

/**
 * Two periods, ready to be compared: of prompts those that were asked in both, drawn together, since a prompt is much like itself. Answers to one
 * prompt have nothing in common but that prompt: they are drawn apart.
 */
export function pairOf(
  now: readonly Unit[],
  before: readonly Unit[],
  kind: UnitKind,
  brands: readonly string[],
): { now: Sample; before: Sample } {
  if (kind === 'answer') return { now: sampleOf(now, kind, brands, 1), before: sampleOf(before, kind, brands, 2) };
  return { now: sampleOf(now.flatMap(alikeIn(before)), kind, brands), before: sampleOf(before.flatMap(alikeIn(now)), kind, brands) };
}

/**
 * A unit as it compares with the same one of another period: nothing where that has none. A brand has its sentiment only where it has one in both:
 * else one whose sentences a judge reads since this month would be compared with one of other sentences.
 */
function alikeIn(others: readonly Unit[]): (unit: Unit) => Unit[] {
  const known = new Map(others.map((one) => [one.id, one]));
  return (unit) => {
    const other = known.get(unit.id);
    if (!other) return [];
    const isFelt = (brand: string) => (other.brands.get(brand)?.sentiments ?? 0) > 0;
    const brands = [...unit.brands].map(([id, sums]) => [id, isFelt(id) ? sums : { ...sums, sentiment: 0, sentiments: 0 }] as const);
    return [{ ...unit, brands: new Map(brands) }];
  };
}

const keyOf = (name: Column, brand: string): string => (isShared.has(name) ? name : `${name} ${brand}`);
const isShared: ReadonlySet<Column> = new Set<Column>(['answers', 'inline', 'allMentions', 'allCitations']);

function kept(all: Map<string, Float64Array>, key: string, make: () => Float64Array): Float64Array {
  const found = all.get(key);
  if (found) return found;
  const made = make();
  all.set(key, made);
  return made;
}

const byId = (one: Unit, other: Unit): number => (one.id < other.id ? -1 : Number(one.id > other.id));

/** The units, or where they are more, groups of them as equal as can be. */
function atMost(units: readonly Unit[], most: number): readonly Unit[] {
  if (units.length <= most) return units;
  const groups = Array.from({ length: most }, (): Unit[] => []);
  for (const [index, unit] of units.entries()) groups[index % most]!.push(unit);
  return groups.map(together);
}

function together(units: readonly Unit[]): Unit {
  const brands = new Map<string, BrandSums>();
  for (const unit of units) for (const [id, sums] of unit.brands) addSums(brands, id, sums);
  return {
    id: units[0]!.id,
    answers: units.reduce((sum, { answers }) => sum + answers, 0),
    inline: units.reduce((sum, { inline }) => sum + inline, 0),
    brands,
  };
}
