import { introductionSection, type BodyBlock } from '../../markdown/body.ts';
import { runsOf } from '../score/subject.ts';
import type { ReadPage, Spoken } from './read-page.ts';

/** Less than this share of the small words that competitors have is no prose: a list of terms has none. */
const minSmallShare = 0.25;
/** A sentence of so many of the terms that says little besides them lists them. */
const minListed = 5;
const maxListedShare = 0.5;
/** A sentence is copied if competitors have more of its runs of four words. */
const maxCopiedShare = 0.5;

/** Why sentences of a page do not count, with how many. */
export type Uncounted = Record<'copied' | 'repeated' | 'listed', number>;

export interface Counted {
  sentences: ReadonlySet<Spoken>;
  words: number;
  uncounted: Uncounted;
}

/** A page with what counts of it. */
export interface Judging {
  page: ReadPage;
  counted: Counted;
}

export interface CountingRule {
  /** The stems of the terms that are looked for. */
  terms: readonly (readonly string[])[];
  /** From this share of small words on a sentence is prose. */
  minSmall: number;
}

/** By the share of words that are small ones in the text of competitors, in whatever language. */
export function countingRule(terms: readonly (readonly string[])[], competitors: readonly ReadPage[]): CountingRule {
  let [small, all] = [0, 0];
  for (const { stems } of competitors.flatMap(({ sentences }) => sentences)) {
    all += stems.length;
    small += smallIn(stems);
  }
  return { terms, minSmall: (minSmallShare * small) / Math.max(1, all) };
}

/**
 * The sentences of a page that count as its own prose: not those that list terms, that differ from an earlier one only in terms and figures, or
 * that stand in the text of `others`. What is copied, pasted or said again so earns nothing.
 */
export function countedIn(page: ReadPage, { terms, minSmall }: CountingRule, others: readonly ReadPage[] = []): Counted {
  const theirs = runsIn(others);
  const stems = new Set(terms.flat());
  const seen = new Set<string>();
  const counted = new Set<Spoken>();
  const uncounted: Uncounted = { copied: 0, repeated: 0, listed: 0 };
  let wordCount = 0;
  for (const sentence of page.sentences) {
    const key = maskedOf(sentence, stems);
    if (!isProse(sentence, minSmall) || isListOf(sentence, terms)) uncounted.listed++;
    else if (seen.has(key)) uncounted.repeated++;
    else if (isCopied(sentence, theirs)) uncounted.copied++;
    else {
      counted.add(sentence);
      wordCount += sentence.words.length;
    }
    seen.add(key);
  }
  return { sentences: counted, words: wordCount, uncounted };
}

/** Its prose as blocks, a paragraph each, of the sentences that count. */
export function countedBlocks({ page, counted }: Judging): BodyBlock[] {
  return page.sections.flatMap(({ heading, paragraphs }) => {
    const section = heading ?? introductionSection;
    const texts = paragraphs.map((sentences) => sentences.flatMap((one) => (counted.sentences.has(one) ? [one.text] : [])).join(' '));
    return texts.filter(Boolean).map((text, group): BodyBlock => ({ kind: 'paragraph', level: 0, text, section, group }));
  });
}

function isProse({ stems }: Spoken, minSmall: number): boolean {
  return stems.length > 0 && smallIn(stems) >= minSmall * stems.length;
}

function smallIn(stems: Spoken['stems']): number {
  return stems.filter((one) => one.length === 0).length;
}

function isListOf({ stems }: Spoken, terms: CountingRule['terms']): boolean {
  const said = stems.flat();
  const held = new Set(said);
  const listed = terms.filter((term) => term.every((stem) => held.has(stem)));
  if (listed.length < minListed) return false;
  const known = new Set(listed.flat());
  return said.filter((stem) => known.has(stem)).length > maxListedShare * said.length;
}

/** The sentence without its terms and figures: by it are found those that are made by filling one pattern. */
function maskedOf({ words, stems }: Spoken, terms: ReadonlySet<string>): string {
  const masked: string[] = [];
  for (const [index, word] of words.entries()) {
    const isTerm = stems[index]!.length > 0 && stems[index]!.every((stem) => terms.has(stem));
    const mark = isTerm ? '·' : /\p{N}/u.test(word) ? '#' : word;
    if (mark !== '·' || masked.at(-1) !== '·') masked.push(mark);
  }
  return masked.join(' ');
}

function isCopied({ text }: Spoken, theirs: ReadonlySet<string>): boolean {
  const runs = theirs.size === 0 ? [] : runsOf(text);
  return runs.filter((run) => theirs.has(run)).length > maxCopiedShare * runs.length;
}

function runsIn(pages: readonly ReadPage[]): Set<string> {
  const all = new Set<string>();
  for (const { prose } of pages) for (const { text } of prose) for (const run of runsOf(text)) all.add(run);
  return all;
}
