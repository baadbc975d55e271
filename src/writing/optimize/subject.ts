import { readPassage, topicOf, type ReadPassage, type Topic } from '../sources/topic.ts';
import type { SourcePassage } from '../sources/shapes.ts';
import { wordsIn, type PageSection, type ReadPage, type Spoken } from './read-page.ts';

/** A stretch of a page under one heading, as the brief's functions take it. */
export interface PagePassage extends ReadPassage {
  sentences: readonly string[];
  relevance: number;
}

export interface Subject {
  topic: Topic;
  /** Of the competitors, those first that stand early in their page. */
  passages: PagePassage[];
}

/** As long as the longest passages of documents. */
const maxWords = 180;

/** What the keyword means among these pages. */
export function subjectOf(keyword: string, language: string, competitors: readonly ReadPage[]): Subject {
  const passages = competitors.flatMap((page) => {
    const all = passagesOf(page, language);
    return all.map((passage, position) => ({ passage, place: position / all.length }));
  });
  const ordered = passages.toSorted((a, b) => a.place - b.place).map(({ passage }) => passage);
  return { topic: topicOf({ keyword }, ordered, language), passages: ordered };
}

/** The passages of a page, of all its sentences or of those that are `wanted`. */
export function passagesOf(page: ReadPage, language: string, wanted: (sentence: Spoken) => boolean = () => true): PagePassage[] {
  const stretches = page.sections.flatMap((section) => stretchesOf(section, wanted).map((paragraphs) => ({ section, paragraphs })));
  return stretches.map(({ section, paragraphs }, position) => {
    const source: SourcePassage = {
      id: `${page.page.url} ${position}`,
      documentId: page.page.url,
      documentTitle: page.page.title,
      url: page.page.url,
      heading: section.path,
      kind: 'prose',
      text: paragraphs.map((paragraph) => paragraph.map(({ text }) => text).join(' ')).join('\n\n'),
      position,
      score: 1,
      language,
    };
    return { ...readPassage(source, language), sentences: paragraphs.flat().map(({ text }) => text), relevance: 0 };
  });
}

/** So many of them, evenly spread: more take longer and tell no more. */
export function sampleOf(passages: readonly PagePassage[], most: number): PagePassage[] {
  const step = Math.max(1, passages.length / most);
  return Array.from({ length: Math.min(most, passages.length) }, (_, index) => passages[Math.floor(index * step)]!);
}

function stretchesOf({ paragraphs }: PageSection, wanted: (sentence: Spoken) => boolean): Spoken[][][] {
  const stretches: Spoken[][][] = [];
  let length = 0;
  for (const paragraph of paragraphs) {
    const kept = paragraph.filter(wanted);
    if (kept.length === 0) continue;
    const added = wordsIn(kept);
    const last = stretches.at(-1);
    if (last && length + added <= maxWords) {
      last.push(kept);
      length += added;
    } else {
      stretches.push([kept]);
      length = added;
    }
  }
  return stretches;
}
