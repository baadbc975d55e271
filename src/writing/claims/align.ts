import { satisfies, type Quantity } from '../../language/quantities.ts';
import type { Token } from '../../language/word-forms.ts';
import type { Profile } from './profile.ts';
import { units } from '../../language/quantity-words.ts';

/** A word or a number of a sentence, in its place. */
export interface Unit {
  text: string;
  index: number;
  /** Of a word; undefined for a number, date or code. */
  word?: Token;
  quantity?: Quantity;
}

/** Where two sentences differ between words that they share. */
export interface Gap {
  claim: Unit[];
  source: Unit[];
}

export interface Alignment {
  gaps: Gap[];
  /** The share of the claim's words that the source has in the same order; words that mean little weigh little. */
  kept: number;
  /** The share that it has in any order. */
  shared: number;
}

/** A word such as "the" against one that carries meaning. */
const stopwordWeight = 0.3;

const read = new WeakMap<Profile, readonly Unit[]>();

/** The words and numbers of a sentence in order. */
export function unitsOf(profile: Profile): readonly Unit[] {
  let found = read.get(profile);
  if (!found) read.set(profile, (found = unitsIn(profile)));
  return found;
}

function unitsIn({ tokens, quantities }: Profile): Unit[] {
  const counted = quantities.filter(({ spelled, value, unit }) => !spelled || value > 1 || unit !== null);
  const isCounted = ({ index, text }: Token, quantity: Quantity) => {
    const after = index - quantity.index - quantity.text.length;
    return (
      (index >= quantity.index && after < 0) ||
      (after >= 0 && after < 3 && quantity.unit !== null && units.get(text.toLowerCase()) === quantity.unit)
    );
  };
  const words = tokens.filter((token) => !counted.some((quantity) => isCounted(token, quantity)));
  const all: Unit[] = [
    ...counted.map((quantity) => ({ text: quantity.text, index: quantity.index, quantity })),
    ...words.map((word) => ({ text: word.text, index: word.index, word })),
  ];
  return all.toSorted((a, b) => a.index - b.index);
}

function weightOf({ word }: Unit): number {
  return word?.isStopword ? stopwordWeight : 1;
}

export function areSame(one: Unit, other: Unit): boolean {
  if (one.quantity || other.quantity)
    return one.quantity !== undefined && other.quantity !== undefined && satisfies(one.quantity, other.quantity);
  return one.word!.stem === other.word!.stem || one.word!.folded === other.word!.folded;
}

/** Aligns two sentences by the heaviest sequence of words that both have in the same order. */
export function align(claim: readonly Unit[], source: readonly Unit[]): Alignment {
  const width = source.length + 1;
  const best = new Float64Array((claim.length + 1) * width);
  for (let at = claim.length - 1; at >= 0; at--) {
    for (let to = source.length - 1; to >= 0; to--) {
      const skipped = Math.max(best[(at + 1) * width + to]!, best[at * width + to + 1]!);
      const taken = areSame(claim[at]!, source[to]!) ? weightOf(claim[at]!) + best[(at + 1) * width + to + 1]! : 0;
      best[at * width + to] = Math.max(skipped, taken);
    }
  }
  const gaps: Gap[] = [{ claim: [], source: [] }];
  let [at, to] = [0, 0];
  while (at < claim.length || to < source.length) {
    const here = best[at * width + to]!;
    const gap = gaps.at(-1)!;
    if (
      at < claim.length &&
      to < source.length &&
      areSame(claim[at]!, source[to]!) &&
      here === weightOf(claim[at]!) + best[(at + 1) * width + to + 1]!
    ) {
      gaps.push({ claim: [], source: [] });
      at++;
      to++;
    } else if (at < claim.length && (to === source.length || here === best[(at + 1) * width + to]!)) gap.claim.push(claim[at++]!);
    else gap.source.push(source[to++]!);
  }
  const whole = claim.reduce((sum, unit) => sum + weightOf(unit), 0);
  const shared = claim.reduce((sum, unit) => (source.some((other) => areSame(unit, other)) ? sum + weightOf(unit) : sum), 0);
  const share = (part: number) => (whole === 0 ? 0 : part / whole);
  return { gaps: gaps.filter((gap) => gap.claim.length + gap.source.length > 0), kept: share(best[0]!), shared: share(shared) };
}
