import type { PageScore, Placement } from '../optimize/shapes.ts';
import type { Change } from './shapes.ts';

/** What a change has to do with placement. */
interface Placing {
  part: Change['part'];
  words: { gone: number; came: number };
  /** How much more often it says the keyword. */
  more: number;
}

/**
 * The points of placement by the changes that they come from: lines by their own, sections by how they change the opening, and how often the
 * keyword is said, or, where none says it less or more often, among how many words.
 */
export function placementBy(before: PageScore, after: PageScore, all: readonly Placing[]): number[] {
  const [was, is] = [before.placement, after.placement];
  if (!was || !is) return all.map(() => 0);
  const worth = (maxOf(before) + maxOf(after)) / 20;
  const moved = (place: 'title' | 'h1' | 'metaDescription' | 'opening') =>
    (worth * (is[place] - was[place]) * (is.unstuffed + was.unstuffed)) / 2;
  const density = (worth * (is.unstuffed - was.unstuffed) * (placesOf(is) + placesOf(was))) / 2;
  const towards = (measure: (one: Placing) => number) =>
    all.map((one) => (one.part === 'section' ? Math.max(0, -Math.sign(density) * measure(one)) : 0));
  const said = towards(({ more }) => more);
  const causes = total(said) > 0 ? said : towards(({ words: { gone, came } }) => gone - came);
  const sum = Math.max(1, total(causes));
  const opening = all.findIndex(({ part }) => part === 'section');
  return all.map(({ part }, at) =>
    part === 'section' ? (at === opening ? moved('opening') : 0) + (density * causes[at]!) / sum : moved(part),
  );
}

function maxOf({ breakdown }: PageScore): number {
  return breakdown.find(({ name }) => name === 'placement')?.max ?? 0;
}

function placesOf({ title, h1, opening, url, metaDescription }: Placement): number {
  return title + h1 + opening + url + metaDescription;
}

export function total(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0);
}
