import { sentences } from '../../../src/language/sentences.ts';
import { words } from '../../../src/language/tokens.ts';
import type { OptimizedPage, OptimizeInput, PageScore } from '../../../src/writing/optimize/shapes.ts';
import { generator } from '../../bench/random.ts';

/** What is done to a page, or to what it is compared with, without making it better for any reader. */
export interface Attack {
  name: string;
  page: OptimizedPage;
}

export function attacksOn({ page, keyword, language, competitors }: OptimizeInput, { terms }: PageScore): Attack[] {
  const make = (name: string, markdown: string): Attack => ({ name, page: { ...page, markdown } });
  const list = terms.map(({ term }) => term);
  const rival = competitors[0]!.markdown;
  return [
    make('the keyword before every second sentence', perSentence(page, language, (one, index) => (index % 2 === 0 ? `${keyword}: ${one}` : one))), // prettier-ignore
    make('every term in one line', `${page.markdown}\n\n${list.join(', ')}`),
    make('every term as an item, three times', `${page.markdown}\n\n${[...list, ...list, ...list].map((term) => `- ${term}`).join('\n')}`),
    make('every term in one sentence', `${page.markdown}\n\nThis is about ${list.join(' and about ')}.`),
    make(
      'every term in one pattern',
      `${page.markdown}\n\n${list.map((term) => `It is very important to know about the ${term}.`).join(' ')}`,
    ),
    make(
      'every term before every sentence',
      perSentence(page, language, (one) => `${list.join(' ')} ${one}`),
    ),
    make('sentences shuffled', sentencesShuffled(page, language)),
    make('words shuffled', wordsShuffled(page, language)),
    make('a competitor’s text below', `${page.markdown}\n\n${rival}`),
    make('paragraphs of all competitors below', `${page.markdown}\n\n${competitors.flatMap(({ markdown }) => paragraphsOf(markdown).slice(0, 6)).join('\n\n')}`), // prettier-ignore
    make('a competitor’s text instead', rival),
    make('headings of competitors without text', `${page.markdown}\n\n${competitors.flatMap(({ markdown }) => markdown.match(/^#+ .*$/gm) ?? []).join('\n\n')}`), // prettier-ignore
    make('all said twice', `${page.markdown}\n\n${page.markdown}`),
  ];
}

const isProse = (block: string) => !/^\s*(?:#|```|~~~|\||>)/.test(block);
const item = /^(\s*(?:[-*+]|\d+[.)])\s+)/;

/** The paragraphs and items of a text in Markdown. */
export function paragraphsOf(markdown: string): string[] {
  return blocksOf(markdown).filter(isProse).map((block) => block.replace(item, '').trim()); // prettier-ignore
}

/** Blocks between blank lines, and items; fenced code is one. */
function blocksOf(markdown: string): string[] {
  const blocks = markdown.match(/(?:^|\n)(`{3,}|~{3,})[\s\S]*?\n\1[^\n]*(?=\n|$)|[^\n]+(?:\n[^\n]+)*/g) ?? [];
  return blocks.flatMap((block) => (isProse(block.trim()) ? block.split(/\n(?=\s*(?:[-*+]|\d+[.)])\s)/) : [block.trim()])).filter((block) => block.trim() !== ''); // prettier-ignore
}

function mapped(markdown: string, change: (paragraph: string) => string): string {
  return blocksOf(markdown)
    .map((block) => (isProse(block.trim()) ? (item.exec(block)?.[1] ?? '') + change(block.replace(item, '').trim()) : block))
    .join('\n\n');
}

function perSentence({ markdown }: OptimizedPage, language: string, change: (sentence: string, index: number) => string): string {
  let index = 0;
  return mapped(markdown, (paragraph) => sentences(paragraph, language).map((one) => change(one, index++)).join(' ')); // prettier-ignore
}

/** Whole sentences change places; what does not end like one stays. */
function sentencesShuffled({ markdown }: OptimizedPage, language: string, seed = 1): string {
  const isWhole = (one: string) => /[.!?]$/.test(one);
  const all = paragraphsOf(markdown).flatMap((paragraph) => sentences(paragraph, language)).filter(isWhole); // prettier-ignore
  const next = shuffled(all, seed).values();
  return mapped(markdown, (paragraph) => sentences(paragraph, language).map((one) => (isWhole(one) ? next.next().value! : one)).join(' ')); // prettier-ignore
}

export function paragraphsShuffled({ markdown }: OptimizedPage, seed: number): string {
  const all = shuffled(paragraphsOf(markdown), seed).values();
  return mapped(markdown, () => all.next().value!);
}

function wordsShuffled({ markdown }: OptimizedPage, language: string): string {
  const lengths = paragraphsOf(markdown).map((paragraph) => sentences(paragraph, language).map((one) => words(one).length));
  const all = shuffled(words(paragraphsOf(markdown).join('\n').toLowerCase()), 3);
  return inSentences(markdown, lengths, all);
}

/** As long as the page, of its words as often as they come, but drawn by chance. */
export function randomText({ markdown }: OptimizedPage, language: string, vocabulary: readonly string[]): string {
  const next = generator(4);
  const lengths = paragraphsOf(markdown).map((paragraph) => sentences(paragraph, language).map((one) => words(one).length));
  const count = lengths.flat().reduce((sum, length) => sum + length, 0);
  return inSentences(
    markdown,
    lengths,
    Array.from({ length: count }, () => vocabulary[Math.floor(next() * vocabulary.length)]!),
  );
}

function inSentences(markdown: string, lengths: readonly number[][], all: readonly string[]): string {
  let [paragraph, done] = [0, 0];
  return mapped(markdown, () => {
    const made = lengths[paragraph++]!.map((length) => all.slice(done, (done += length)).join(' '));
    return made.filter(Boolean).map((text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`).join(' '); // prettier-ignore
  });
}

function shuffled<One>(all: readonly One[], seed: number): One[] {
  const next = generator(seed);
  const mixed = [...all];
  for (let index = mixed.length - 1; index > 0; index--) {
    const other = Math.floor(next() * (index + 1));
    [mixed[index], mixed[other]] = [mixed[other]!, mixed[index]!];
  }
  return mixed;
}
