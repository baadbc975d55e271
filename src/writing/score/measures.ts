import { faqSection, type BodyBlock } from '../../markdown/body.ts';
import { DuplicateFilter, fingerprint } from '../../language/near-duplicates.ts';
import { coverage } from '../../language/retrieval.ts';
import { sentences as sentencesIn } from '../../language/sentences.ts';
import { countWords, terms, words } from '../../language/tokens.ts';
import { aboveChance, orderOf, type Order } from './order.ts';
import type { CheckInput } from './shapes.ts';
import { copiedShare, heldShare, sectionWords, type SectionWords } from './subject.ts';

export interface MeasuredTerm {
  term: string;
  count: number;
  min: number;
  max: number;
}

/** What the prose says, beside its evidence. */
export interface Content {
  order: Order;
  /** 0 where the words stand as by chance, up to 1. */
  sense: number;
  /** How much of each section is about the keyword. */
  sections: SectionWords[];
  /** The share of all content words that is, 0–1. */
  subject: number;
  /** Share of its runs of four words that the evidence has too, 0–1; 0 if it is declared to be quotations. */
  copied: number;
}

/** Measurements of an article, shared by its score and its flags. */
export interface Measures extends Content {
  /** Paragraphs and items, without headings, tables, code and the list of sources. */
  text: string;
  wordCount: number;
  /** Headings that differ only in case, punctuation or spacing share a `fingerprint`. */
  headings: { level: number; text: string; fingerprint: string }[];
  paragraphs: string[];
  /** Sentences in `text`. */
  sentenceCount: number;
  /** The sentences of the text as citations divide them. */
  sentences: string[];
  repeated: string[];
  longSentences: string[];
  longParagraphs: string[];
  /** How often the keyword's terms occur together and in order, and their share of all words. */
  mentions: number;
  density: number;
  /** Share of the keyword's terms, by place, 0–1. */
  keyword: Record<'title' | 'opening' | 'heading' | 'slug' | 'meta', number>;
  terms: MeasuredTerm[];
}

export const openingWords = 100;
/** High, because sentences that differ in a name or a number are not repeats. */
const saidAgain = 0.9;
/** A shorter sentence may be repeated. */
const minRepeatedWords = 5;
export const maxParagraphWords = 150;
export const maxSentenceWords = 40;

export function measure(input: CheckInput): Measures {
  const { grounded, language } = input;
  const { blocks } = grounded.body;
  const prose = blocks.filter(({ kind }) => kind === 'paragraph' || kind === 'item');
  const paragraphs = prose.map(({ text }) => text);
  const sentences = grounded.sentences.filter(({ kind, section }) => kind !== 'cell' && section !== faqSection).map(({ text }) => text);
  const text = paragraphs.join('\n\n');
  const wordCount = countWords(text);
  const keyword = terms(input.keyword, language);
  const wanted = new Set(keyword);
  const share = (where: string) => coverage(wanted, new Set(terms(where, language)));
  const all: string[] = [];
  const longParagraphs: string[] = [];
  let sentenceCount = 0;
  for (const paragraph of paragraphs) {
    for (const sentence of sentencesIn(paragraph, language)) {
      all.push(...terms(sentence, language), sentenceEnd);
      sentenceCount++;
    }
    if (countWords(paragraph) > maxParagraphWords) longParagraphs.push(paragraph);
  }
  const said = readSentences(sentences);
  const headings = blocks
    .filter(({ kind }) => kind === 'heading')
    .map(({ level, text: heading }) => ({ level, text: heading, fingerprint: fingerprint(heading) }));
  const mentions = mentionsOf(keyword, all);
  return {
    text,
    wordCount,
    headings,
    paragraphs,
    sentenceCount,
    sentences,
    longParagraphs,
    repeated: said.repeated,
    longSentences: said.long,
    mentions,
    density: wordCount === 0 ? 0 : (mentions * countWords(input.keyword)) / wordCount,
    ...contentOf(input, prose),
    keyword: {
      title: share(input.title),
      opening: share(words(text).slice(0, openingWords).join(' ')),
      heading: headings.reduce((best, heading) => Math.max(best, share(heading.text)), 0),
      slug: share(input.slug.replaceAll('-', ' ')),
      meta: Math.max(share(input.metaTitle), share(input.metaDescription)),
    },
    terms: (input.terms ?? []).map(({ term, min, max }) => ({ term, min, max, count: mentionsOf(terms(term, language), all) })),
  };
}

function contentOf(
  { keyword, terms: asked = [], evidence, grounded, language, verbatim }: CheckInput,
  prose: readonly BodyBlock[],
): Content {
  const order = orderOf({ blocks: prose, passages: Array.from(evidence.values(), ({ passages }) => passages).flat(), language });
  const sections = sectionWords(prose, { keyword, wanted: asked.map(({ term }) => term), evidence, language });
  return {
    order,
    sense: aboveChance(order.words),
    sections,
    subject: heldShare(sections),
    copied: verbatim ? 0 : copiedShare(prose, grounded.markdown, evidence),
  };
}

/** The sentences that repeat an earlier one, and those that are too long. */
export function readSentences(sentences: readonly string[]) {
  const filter = new DuplicateFilter();
  const [repeated, long]: [string[], string[]] = [[], []];
  for (const sentence of sentences) {
    const length = countWords(sentence);
    if (length > maxSentenceWords) long.push(sentence);
    if (length >= minRepeatedWords && filter.isRepeat(sentence, saidAgain)) repeated.push(sentence);
  }
  return { repeated, long };
}

/** Put between the terms of two sentences, because no mention spans both. */
export const sentenceEnd = '';

/** How often the terms occur together and in order. */
export function mentionsOf(wanted: readonly string[], all: readonly string[]): number {
  if (wanted.length === 0) return 0;
  let mentions = 0;
  for (let start = 0; start + wanted.length <= all.length; start++) {
    if (all[start] === wanted[0] && wanted.every((term, offset) => all[start + offset] === term)) mentions++;
  }
  return mentions;
}
