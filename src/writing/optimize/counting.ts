import { introductionSection, type BodyBlock } from '../../markdown/body.ts';
import { runsOfWords } from '../score/subject.ts';
import { wordsIn, type ReadPage, type Spoken } from './read-page.ts';

/** Less than this share of the small words that competitors have is no prose: a list of terms has none. */
const minSmallShare = 0.25;
/** One with fewer words besides the terms is a label or an item. */
const minWords = 4;
/** So many sentences that differ only in terms are made by filling a pattern: none counts. */
const minPattern = 3;
/** A sentence of so many of the terms that says little besides them lists them. */
const minListed = 5;
const maxListedShare = 0.5;
/** A sentence is copied if competitors have more of its runs of four words. */
const maxCopiedShare = 0.5;

/** Why a sentence of a page does not count. */
export type Uncounted = 'copied' | 'repeated' | 'listed';

export interface Counted {
  sentences: ReadonlySet<Spoken>;
  words: number;
  uncounted: ReadonlyMap<Spoken, Uncounted>;
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
 * The sentences of a page that count as its own prose: not those that are short or list terms, that differ from an earlier one only in terms and
 * figures, or that stand in the text of `others`. What is copied, pasted or said again so earns nothing.
 */
export function countedIn(page: ReadPage, { terms, minSmall }: CountingRule, others: readonly ReadPage[] = []): Counted {
  const theirs = runsIn(others);
  const stems = new Set(terms.flat());
  const masked = page.sentences.map((sentence) => maskedOf(sentence, stems));
  const keys = masked.map((words) => words.join(' '));
  const alike = new Map<string, number>();
  for (const key of keys) alike.set(key, (alike.get(key) ?? 0) + 1);
  const seen = new Set<string>();
  const uncounted = new Map<Spoken, Uncounted>();
  for (const [index, sentence] of page.sentences.entries()) {
    const key = keys[index]!;
    const isPattern = key.includes(term) && alike.get(key)! >= minPattern;
    if (!isProse(masked[index]!, page.small, minSmall) || isListOf(sentence, terms)) uncounted.set(sentence, 'listed');
    else if (isPattern || seen.has(key)) uncounted.set(sentence, 'repeated');
    else if (isCopied(sentence, theirs)) uncounted.set(sentence, 'copied');
    seen.add(key);
  }
  const sentences = page.sentences.filter((sentence) => !uncounted.has(sentence));
  return { sentences: new Set(sentences), words: wordsIn(sentences), uncounted };
}

/** Its prose as blocks, a paragraph each, of the sentences that count. */
export function countedBlocks({ page, counted }: Judging): BodyBlock[] {
  return page.sections.flatMap(({ heading, paragraphs }) => {
    const section = heading ?? introductionSection;
    const texts = paragraphs.map((sentences) => sentences.flatMap((one) => (counted.sentences.has(one) ? [one.text] : [])).join(' '));
    return texts.filter(Boolean).map((text, group): BodyBlock => ({ kind: 'paragraph', level: 0, text, section, group }));
  });
}

/** By what it says besides the terms: putting one before a label makes no prose of it. */
function isProse(masked: readonly string[], small: ReadonlySet<string>, minSmall: number): boolean {
  const said = masked.filter((word) => word !== term);
  return said.length >= minWords && said.filter((word) => small.has(word)).length >= minSmall * said.length;
}

function smallIn(stems: Spoken['stems']): number {
  return stems.filter((one) => one.length === 0).length;
}

function isListOf({ stems }: Spoken, terms: CountingRule['terms']): boolean {
  const said = stems.flat();
  const held = new Set(said);
  const listed = terms.filter((one) => one.every((stem) => held.has(stem)));
  if (listed.length < minListed) return false;
  const known = new Set(listed.flat());
  return said.filter((stem) => known.has(stem)).length > maxListedShare * said.length;
}

/** Stands for the terms of a sentence. */
const term = '·';

/** The words without terms and figures: by them are found the sentences that are made by filling one pattern. */
function maskedOf({ words, stems }: Spoken, terms: ReadonlySet<string>): string[] {
  const masked: string[] = [];
  for (const [index, word] of words.entries()) {
    const isTerm = stems[index]!.length > 0 && stems[index]!.every((stem) => terms.has(stem));
    if (!isTerm) masked.push(/\p{N}/u.test(word) ? '#' : word);
    // "Undo a commit" is one term, as is "the log".
    else if (masked.at(-2) === term && stems[index - 1]!.length === 0) masked.pop();
    else if (masked.at(-1) !== term) masked.push(term);
  }
  return masked;
}

function isCopied({ words }: Spoken, theirs: ReadonlySet<string>): boolean {
  const runs = theirs.size === 0 ? [] : runsOfWords(words);
  return runs.filter((run) => theirs.has(run)).length > maxCopiedShare * runs.length;
}

function runsIn(pages: readonly ReadPage[]): Set<string> {
  const all = new Set<string>();
  for (const paragraph of pages.flatMap(({ sections }) => sections.flatMap(({ paragraphs }) => paragraphs)))
    for (const run of runsOfWords(paragraph.flatMap(({ words }) => words))) all.add(run);
  return all;
}
