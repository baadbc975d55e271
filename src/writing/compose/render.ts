import { escapeMarkdown, linkTarget } from '../../markdown/escape.ts';
import { sourcesHeadings } from '../../markdown/outline.ts';
import type { Candidate } from '../sources/candidates.ts';
import type { CitedSource } from '../sources/shapes.ts';
import { introductionSection } from '../../markdown/body.ts';
import type { QuotedList } from '../sources/units.ts';
import type { Layout } from './sections.ts';

/** Collects the quoted documents, with their sentences, in order of appearance. */
export class Citations {
  readonly #sources = new Map<string, CitedSource>();
  readonly #first: number;

  constructor(first = 1) {
    this.#first = first;
  }

  /** Returns the number of the sentence's document. */
  cite(sentence: Candidate, section: string): number {
    const { id, documentId, documentTitle, url } = sentence.source;
    let source = this.#sources.get(documentId);
    if (!source) {
      source = { number: this.#sources.size + this.#first, documentId, title: nameOf(documentTitle, url), url, sentences: [] };
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
export function renderBody(body: Layout, citations: Citations): string {
  const parts: string[] = body.introduction.map((paragraph) => renderParagraph(paragraph, introductionSection, citations));
  for (const section of body.sections) {
    parts.push(`## ${escapeMarkdown(section.heading)}`);
    for (const paragraph of section.paragraphs) parts.push(renderParagraph(paragraph, section.heading, citations));
  }
  return parts.join('\n\n');
}

function renderParagraph(units: readonly Candidate[], section: string, citations: Citations): string {
  const mark = ` [${units.map((unit) => citations.cite(unit, section))[0]}]`;
  const blocks: string[] = [];
  let prose: string[] = [];
  const flush = (end: string) => {
    if (prose.length > 0) blocks.push(renderProse(joined(prose)) + end);
    prose = [];
  };
  for (const [at, { text, list, isCode }] of units.entries()) {
    if (isCode) {
      flush(mark);
      blocks.push(renderCode(text));
    } else if (list) {
      if (list.intro !== null) prose.push(list.intro);
      flush(list.intro === null ? mark : '');
      const goesOn = at > 0 && list.goesOn;
      if (goesOn) blocks.push(`${blocks.pop()!.slice(0, -mark.length)}\n${renderList(list)}${mark}`);
      else blocks.push(renderList(list) + mark);
    } else prose.push(text);
  }
  flush(mark);
  return blocks.join('\n\n');
}

/** A fence longer than any in the code. */
function renderCode(code: string): string {
  const longest = Math.max(2, ...Array.from(code.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${code.replace(/^\n+|\s+$/g, '').toWellFormed()}\n${fence}`;
}

/** Inline code stays code, all else plain text. */
function renderProse(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part, index) => (index % 2 === 1 || part === '' ? part : escaped(part, index > 0)))
    .join('');
}

/** Escapes a part of a paragraph. Letters stand for what is around it, or its spaces would go and a dash would be taken for a list. */
function escaped(part: string, isInside: boolean): string {
  return escapeMarkdown(`${isInside ? 'x' : ''}${part}x`).slice(isInside ? 1 : 0, -1);
}

/** Puts no space between Japanese or Chinese sentences. */
function joined(prose: readonly string[]): string {
  return prose.reduce((text, sentence) => text + (/[。！？]$/.test(text) ? '' : ' ') + sentence);
}

function renderList({ start, items }: QuotedList): string {
  return items.map((item, index) => `${start === null ? '-' : `${start + index}.`} ${renderProse(item)}`).join('\n');
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

/** A document's title as a reader would say it: a file's name in words, without its ending; or the host of its page where it has none. */
function nameOf(title: string, url: string | null): string {
  const bare = title.replace(/\.(?:html?|md|txt|pdf|docx?)$/i, '');
  const name = bare.replace(/^(?:(?:\p{L}+ )?\d+(?:\.\d+)*\.|\p{Lu}(?:\.\d+)+\.?)\s+(?=\p{L})/u, '').trim();
  if (name) return bare === title || /\s/.test(name) ? name : name.replaceAll(/[_-]+(?=\p{L})/gu, ' ');
  return url !== null && URL.canParse(url) ? new URL(url).host : title;
}
