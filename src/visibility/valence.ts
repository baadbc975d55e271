import { lexicon } from 'vader-sentiment/src/vader_lexicon.js';
import { productPhrases } from './sentiment-lexicon.ts';

/** Stands for the brand's name, which may be a word of praise itself ("Best Buy"). */
export const brandMark = '\uFFFC';

/** Tokens that say something together, and what, from -4 to 4. */
interface Unit {
  at: number;
  end: number;
  valence: number;
}

interface Phrase {
  words: readonly string[];
  valence: number;
}

const setOf = (words: string) => new Set(words.split(/\s+/));
/** May stand within phrases. */
const fillers = setOf(
  `a an the my our their your his her its this that these those very really quite so pretty just even all currently also still yet much any rather fairly
  extremely totally absolutely actually always often sometimes generally incredibly`,
);
const negators = setOf(
  'not no never without nobody none nothing nowhere neither nor hardly rarely seldom lack lacks lacking less least zero',
);
const ends = setOf('but , ; : . ! ? ( ) | – —');

/** As VADER has it: what negation makes of a valence. */
const negation = -0.74;
/** How far before a word its negation may stand. */
const reach = 6;
/** What stands before the last `but` counts this much. */
const beforeBut = 0.5;

const phrases = phrasesByFirstWord(productPhrases);

/** What a sentence says of the brand at its mark, on VADER's scale: the sum over its words. */
export function valenceOf(text: string): number {
  const tokens = tokensOf(text);
  const units = unitsOf(tokens);
  const spoken = new Set(units.flatMap(({ at, end }) => (end - at > 1 ? range(at, end) : [])));
  const but = tokens.lastIndexOf('but');
  let sum = 0;
  for (const unit of units) sum += inContext(unit, tokens, spoken) * (unit.at < but ? beforeBut : 1);
  return isYardstick(tokens) ? 0 - sum : sum;
}

function tokensOf(text: string): string[] {
  const plain = text
    .toLowerCase()
    .replace(/[‘’]/g, "'")
    .replace(/\bcan(?:no|'|)t\b/g, 'can not')
    .replace(/\bwon'?t\b/g, 'will not')
    .replace(/\b(is|are|was|were|do|does|did|has|have|had|would|could|should|ai)n'?t\b/g, '$1 not')
    .replace(/'(?:s|re|ve|ll|d|m)\b/g, '');
  return plain.match(/\uFFFC|[$€£]?\d(?:[\d.,]*\d)?|\p{L}[\p{L}\p{N}]*(?:'\p{L}+)?|[.,;:!?()–—|]/gu) ?? [];
}

/** Our phrases first, the longest one at each place; VADER's words where we have none. */
function unitsOf(tokens: readonly string[]): Unit[] {
  const units: Unit[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const word = tokens[at]!;
    const unit = phraseAt(tokens, at) ?? (Object.hasOwn(lexicon, word) ? { at, end: at + 1, valence: lexicon[word]! } : undefined);
    if (!unit) continue;
    units.push(unit);
    at = unit.end - 1;
  }
  return units;
}

function phraseAt(tokens: readonly string[], at: number): Unit | undefined {
  for (const { words, valence } of phrases.get(keyOf(tokens[at]!)) ?? []) {
    let end = at + 1;
    let found = 1;
    for (; found < words.length && end < tokens.length; end++) {
      if (keyOf(tokens[end]!) === words[found]) found++;
      else if (!fillers.has(tokens[end]!)) break;
    }
    if (found === words.length) return { at, end, valence };
  }
  return undefined;
}

/** What negates as part of a phrase negates nothing else, nor is such a phrase negated. */
function inContext({ at, valence }: Unit, tokens: readonly string[], spoken: ReadonlySet<number>): number {
  if (negators.has(tokens[at]!)) return valence;
  for (let before = at - 1; before >= Math.max(0, at - reach) && !ends.has(tokens[before]!); before--) {
    if (negators.has(tokens[before]!) && !spoken.has(before)) return valence * negation;
  }
  return valence;
}

/** Whether the brand is only what another product is measured by ("faster than Acme"): what praises the other then blames the brand. */
function isYardstick(tokens: readonly string[]): boolean {
  const places = range(0, tokens.length).filter((at) => tokens[at] === brandMark);
  return (
    places.length > 0 &&
    places.every((at) => rivals.has(tokens[at + 1]!) || comparison.test(tokens.slice(Math.max(0, at - 10), at).join(' ')))
  );
}

/** "An Acme alternative" is not Acme. */
const rivals = setOf('alternative alternatives replacement replacements competitor competitors rival rivals killer clone');
const yardsticks = [
  'than',
  'unlike',
  '(?:x|times) what',
  'compar\\w+ (?:to|with|against)',
  '(?:relative|next|as opposed) to',
  '(?:alternatives?|replacements?) (?:to|for)',
  'not as \\p{L}+ as',
  '(?:step up|upgrade) from',
  '(?:premium|upgrade|improvement|advantages?|edge) over',
  '(?:prefer|choose|chose|pick|recommend|opt|favou?r|take|took|buy|bought|went)\\w* .*over',
];
/** At most three words stand between it and the brand. */
const comparison = new RegExp(`(?:^| )(?:${yardsticks.join('|')})(?: \\p{L}[\\p{L}\\p{N}']*){0,3}$`, 'u');

function phrasesByFirstWord(groups: typeof productPhrases): Map<string, Phrase[]> {
  const byFirst = new Map<string, Phrase[]>();
  for (const [valence, list] of groups) {
    for (const words of list.split(',').flatMap((phrase) => expanded(phrase.trim().split(/\s+/)))) {
      const others = byFirst.get(words[0]!);
      if (others) others.push({ words, valence });
      else byFirst.set(words[0]!, [{ words, valence }]);
    }
  }
  for (const list of byFirst.values()) list.sort((a, b) => b.words.length - a.words.length);
  return byFirst;
}

function expanded([first, ...rest]: readonly string[]): string[][] {
  if (first === undefined) return [[]];
  const tails = expanded(rest);
  return first.split('|').flatMap((word) => tails.map((tail) => [word, ...tail]));
}

function keyOf(token: string): string {
  if (token === brandMark) return '@';
  return /\d/.test(token) ? '#' : token;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, at) => from + at);
}
