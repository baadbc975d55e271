import { faqSection } from '../compose/shapes.ts';
import { DuplicateFilter } from '../near-duplicates.ts';
import { coverage } from '../retrieval.ts';
import { countWords, terms, words } from '../tokens.ts';
import type { CheckInput } from './shapes.ts';

export interface MeasuredTerm {
  term: string;
  count: number;
  min: number;
  max: number;
}

/** What is counted of an article once, for its score and its flags. */
export interface Measures {
  /** Paragraphs and items, without headings, tables, code and the list of sources. */
  text: string;
  wordCount: number;
  headings: { level: number; text: string }[];
  paragraphs: string[];
  /** Of the text. */
  sentences: string[];
  repeated: string[];
  /** How often the keyword's terms stand together in their order, and their share of all words. */
  mentions: number;
  density: number;
  /** Whether some sentence holds all of the keyword's terms. */
  speaksOfKeyword: boolean;
  /** Share of the keyword's terms, by place, 0–1. */
  keyword: Record<'title' | 'opening' | 'heading' | 'slug' | 'meta', number>;
  terms: MeasuredTerm[];
}

const openingWords = 100;
/** Two sentences that differ in a name or a number say two things. */
const saidAgain = 0.9;
/** A shorter sentence may well be said twice. */
const minRepeatedWords = 5;

export function measure(input: CheckInput): Measures {
  const { grounded, language } = input;
  const { blocks } = grounded.body;
  const headings = blocks.filter(({ kind }) => kind === 'heading');
  const paragraphs = blocks.filter(({ kind }) => kind === 'paragraph' || kind === 'item').map(({ text }) => text);
  const sentences = grounded.sentences.filter(({ kind, section }) => kind !== 'cell' && section !== faqSection).map(({ text }) => text);
  const text = paragraphs.join('\n\n');
  const wordCount = countWords(text);
  const all = terms(text, language);
  const keyword = terms(input.keyword, language);
  const wanted = new Set(keyword);
  const mentions = mentionsOf(keyword, all);
  const share = (where: string) => coverage(wanted, new Set(terms(where, language)));
  const filter = new DuplicateFilter();
  return {
    text,
    wordCount,
    headings: headings.map(({ level, text: heading }) => ({ level, text: heading })),
    paragraphs,
    sentences,
    repeated: sentences.filter((sentence) => countWords(sentence) >= minRepeatedWords && filter.isRepeat(sentence, saidAgain)),
    mentions,
    density: wordCount === 0 ? 0 : (mentions * countWords(input.keyword)) / wordCount,
    speaksOfKeyword: wanted.size > 0 && sentences.some((sentence) => share(sentence) === 1),
    keyword: {
      title: share(input.title),
      opening: share(words(text).slice(0, openingWords).join(' ')),
      heading: Math.max(0, ...headings.map((heading) => share(heading.text))),
      slug: share(input.slug.replaceAll('-', ' ')),
      meta: Math.max(share(input.metaTitle), share(input.metaDescription)),
    },
    terms: (input.terms ?? []).map(({ term, min, max }) => ({ term, min, max, count: mentionsOf(terms(term, language), all) })),
  };
}

/** How often the terms stand together in their order. */
function mentionsOf(wanted: readonly string[], all: readonly string[]): number {
  if (wanted.length === 0) return 0;
  let mentions = 0;
  for (let start = 0; start + wanted.length <= all.length; start++) {
    if (wanted.every((term, offset) => all[start + offset] === term)) mentions++;
  }
  return mentions;
}
