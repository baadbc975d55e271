import { readDocument } from '../../src/documents/reading.ts';
import { similarity } from '../../src/language/near-duplicates.ts';
import { sentences } from '../../src/language/sentences.ts';
import { countWords, normalise, terms, tidy } from '../../src/language/tokens.ts';
import type { Added, Task } from './compose-articles.ts';
import { generator } from './random.ts';

/** A sentence where it stands in its source. */
export interface Placed {
  text: string;
  file: string;
  /** The heading above it, without its parents. */
  heading: string;
  /** Counted through the document. */
  at: number;
}

/** An article as its sections' sentences, in order. */
export type Written = readonly (readonly Placed[])[];

export interface SourceIndex {
  all: readonly Placed[];
  /** By normalised text without the marks of code, as articles name their sentences. */
  known: ReadonlyMap<string, readonly Placed[]>;
  /** The terms of each section of a file. */
  sections: ReadonlyMap<string, ReadonlySet<string>>;
}

export async function indexOf(documents: readonly Added[], language: string): Promise<SourceIndex> {
  const all: Placed[] = [];
  const sections = new Map<string, Set<string>>();
  for (const { file, kind, content, title } of documents) {
    const read = await readDocument({ kind, content, ...(title !== undefined && { title }) });
    let at = 0;
    for (const passage of read.passages) {
      if ('kind' in passage && passage.kind === 'code') continue;
      const heading = passage.heading?.split(' › ').at(-1) ?? '';
      const held = sections.get(`${file}\n${heading}`) ?? new Set<string>();
      for (const term of terms(`${heading} ${passage.text}`, language)) held.add(term);
      sections.set(`${file}\n${heading}`, held);
      const blocks = passage.text.split(/\n\s*\n|\n(?=- |\d{1,3}\. )/);
      for (const sentence of blocks.flatMap((block) => sentences(block.replace(/^(?:- |\d+\. )/, ''), language)))
        all.push({ text: tidy(sentence), file, heading, at: at++ });
    }
  }
  return { all, known: Map.groupBy(all, ({ text }) => normalise(text.replaceAll('`', ''))), sections };
}

export interface Measures {
  sourcePrecision: number;
  entityRecall: number;
  sectionPurity: number;
  neighboursKept: number;
  offTopic: number;
  hasFaq: number;
}

export function measure(written: Written, task: Task, { sections }: SourceIndex, entities: readonly string[], faq: number): Measures {
  const all = written.flat();
  const pairs = written.flatMap((section) => section.slice(1).map((one, index) => [section[index]!, one] as const));
  return {
    sourcePrecision: share(all, ({ file }) => task.files.includes(file)),
    entityRecall: entityRecall(entities, all.map(({ text }) => text).join(' ')),
    sectionPurity: written.reduce((sum, section) => sum + largest(section), 0) / Math.max(1, all.length),
    neighboursKept: share(pairs, ([one, next]) => one.file === next.file && next.at === one.at + 1),
    offTopic: 1 - share(all, isOn(task, sections)),
    hasFaq: faq > 0 ? 1 : 0,
  };
}

/** Whether a sentence's section holds half of the keyword's terms. */
function isOn({ keyword, language }: Task, sections: SourceIndex['sections']): (one: Placed) => boolean {
  const wanted = [...new Set(terms(keyword, language))];
  return ({ file, heading }) => wanted.filter((term) => sections.get(`${file}\n${heading}`)?.has(term)).length >= wanted.length / 2;
}

function share<One>(all: readonly One[], is: (one: One) => boolean): number {
  return all.length === 0 ? 0 : all.filter(is).length / all.length;
}

/** How many of the section's sentences stand under one heading of their sources. */
function largest(section: readonly Placed[]): number {
  return Math.max(0, ...[...Map.groupBy(section, ({ heading }) => normalise(heading)).values()].map(({ length }) => length));
}

/** The share of the entities that the text names. */
export function entityRecall(entities: readonly string[], text: string): number {
  const plain = (one: string) =>
    one
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  const lower = ` ${plain(text)} `;
  const wanted = entities.map(plain).filter(Boolean);
  return wanted.length === 0 ? 1 : wanted.filter((entity) => lower.includes(` ${entity} `)).length / wanted.length;
}

/** Names, and inline code, that occur three times or more in what the files say of the keyword, in lower case. */
export function namesIn({ all, sections }: SourceIndex, task: Task): string[] {
  const counts = new Map<string, number>();
  const isNamed = isOn(task, sections);
  for (const { text } of all.filter((one) => task.files.includes(one.file) && isNamed(one))) {
    for (const [name] of text.matchAll(/`[^`]{2,30}`|(?<=\p{L},? )\p{Lu}[\p{L}\p{N}-]{2,}(?: \p{Lu}[\p{L}\p{N}-]+)*/gu))
      counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count >= 3).map(([name]) => name);
}

/** Random sentences of the right files under constant headings. */
export function randomArticle({ all }: SourceIndex, { files }: Task, words: number, seed: number): Placed[][] {
  const next = generator(seed);
  const pool = all.filter(({ file }) => files.includes(file)).map((one) => ({ one, key: next() }));
  const taken = upTo(
    pool.toSorted((a, b) => a.key - b.key).map(({ one }) => one),
    words,
  );
  const size = Math.ceil(taken.length / constantHeadings.length);
  return constantHeadings.map((_, index) => taken.slice(index * size, (index + 1) * size));
}

export const constantHeadings = ['Introduction', 'Background', 'Details', 'Conclusion'];

/** The first sentences of each section of the right files, as many of each as fill the length, under their headings. */
export function leadArticle({ all }: SourceIndex, { files }: Task, words: number): Placed[][] {
  const sections = [
    ...Map.groupBy(
      all.filter(({ file }) => files.includes(file)),
      ({ file, heading }) => `${file}\n${heading}`,
    ).values(),
  ];
  const rounds = Array.from({ length: Math.max(0, ...sections.map(({ length }) => length)) }, (_, round) =>
    sections.flatMap((own) => own[round] ?? []),
  );
  const taken = new Set(upTo(rounds.flat(), words));
  return sections.map((own) => own.filter((one) => taken.has(one))).filter(({ length }) => length > 0);
}

function upTo(pool: readonly Placed[], words: number): Placed[] {
  let sum = 0;
  return pool.filter(({ text }) => {
    const fits = sum < words;
    if (fits) sum += countWords(text);
    return fits;
  });
}

/** Pairs of sentences that say the same in nearly the same words: Sørensen–Dice over words and word pairs at or above the threshold. */
export function nearIdenticalPairs(all: readonly string[], threshold: number): number {
  let pairs = 0;
  for (const [index, one] of all.entries()) for (const other of all.slice(index + 1)) if (similarity(one, other) >= threshold) pairs++;
  return pairs;
}
