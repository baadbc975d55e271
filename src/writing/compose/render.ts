import { escapeMarkdown, linkTarget } from '../../markdown/escape.ts';
import { sourcesHeadings } from '../../markdown/outline.ts';
import { words } from '../../language/tokens.ts';
import type { Candidate } from '../sources/candidates.ts';
import type { Section } from './sections.ts';
import type { CitedSource } from '../sources/shapes.ts';
import { introductionSection } from '../../markdown/body.ts';
import type { QuotedList } from '../sources/units.ts';

export interface Body {
  introduction: Candidate[][];
  sections: Section[];
}

/** Collects the quoted documents, with their sentences, in order of appearance. */
export class Citations {
  readonly #sources = new Map<string, CitedSource>();

  /** Returns the number of the sentence's document. */
  cite(sentence: Candidate, section: string): number {
    const { id, documentId, documentTitle, url } = sentence.passage.source;
    let source = this.#sources.get(documentId);
    if (!source) {
      source = { number: this.#sources.size + 1, documentId, title: documentTitle, url, sentences: [] };
      this.#sources.set(documentId, source);
    }
    for (const text of sentence.lines) {
      const known = source.sentences.some((other) => other.passageId === id && other.text === text);
      if (!known) source.sentences.push({ text, passageId: id, section });
    }
    return source.number;
  }

  all(): CitedSource[] {
    return [...this.#sources.values()];
  }
}

/** Renders the article's Markdown, citing every sentence in it. A paragraph or list quotes one document, with its reference mark at the end. */
export function renderBody(body: Body, citations: Citations): string {
  const parts = body.introduction.map((paragraph) => renderParagraph(paragraph, introductionSection, citations));
  for (const section of body.sections) {
    parts.push(`## ${escapeMarkdown(section.heading)}`);
    for (const paragraph of section.paragraphs) parts.push(renderParagraph(paragraph, section.heading, citations));
  }
  return parts.join('\n\n');
}

function renderParagraph(sentences: readonly Candidate[], section: string, citations: Citations): string {
  const numbers = sentences.map((sentence) => citations.cite(sentence, section));
  const mark = ` [${numbers[0]}]`;
  const blocks: string[] = [];
  let prose: string[] = [];
  const flush = (end: string) => {
    if (prose.length > 0) blocks.push(escapeMarkdown(joined(prose)) + end);
    prose = [];
  };
  for (const { text, list } of sentences) {
    if (!list) {
      prose.push(text);
      continue;
    }
    if (list.intro !== null) prose.push(list.intro);
    flush(list.intro === null ? mark : '');
    blocks.push(renderList(list) + mark);
  }
  flush(mark);
  return blocks.join('\n\n');
}

/** Puts no space between Japanese or Chinese sentences. */
function joined(prose: readonly string[]): string {
  return prose.reduce((text, sentence) => text + (/[。！？]$/.test(text) ? '' : ' ') + sentence);
}

function renderList({ ordered, items }: QuotedList): string {
  return items.map((item, index) => `${ordered ? `${index + 1}.` : '-'} ${escapeMarkdown(item)}`).join('\n');
}

/** The numbered documents at the end, linked if they have a URL. */
export function renderSources(sources: readonly CitedSource[], language: string): string {
  const lines = sources.map(({ number, title, url }) => {
    const target = linkTarget(url);
    const name = escapeMarkdown(title) || 'Untitled';
    return `${number}. ${target ? `[${name}](${target})` : name}`;
  });
  return `## ${sourcesHeadings[language] ?? sourcesHeadings['en']}\n\n${lines.join('\n')}`;
}

export function bodyWords({ introduction, sections }: Body): number {
  const sentences = [...introduction, ...sections.flatMap((section) => section.paragraphs)].flat();
  return sentences.reduce((sum, sentence) => sum + words(sentence.text).length, 0);
}
