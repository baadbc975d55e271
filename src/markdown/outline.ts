import { withoutReferenceMarks } from '../documents/blocks.ts';
import { unescapeMarkdown } from './escape.ts';
import { tidy } from '../language/tokens.ts';

/** The parts of an article's Markdown that are counted and checked. */
interface MarkdownParts {
  headings: { level: number; text: string }[];
  /** Paragraphs and list items as plain text, without the list of sources. */
  paragraphs: string[];
}

/** The heading of the list of sources, by ISO 639-1. */
export const sourcesHeadings: Readonly<Record<string, string>> = {
  ar: 'المصادر',
  cs: 'Zdroje',
  da: 'Kilder',
  de: 'Quellen',
  en: 'Sources',
  es: 'Fuentes',
  fi: 'Lähteet',
  fr: 'Sources',
  he: 'מקורות',
  it: 'Fonti',
  ja: '出典',
  ko: '출처',
  nl: 'Bronnen',
  no: 'Kilder',
  pl: 'Źródła',
  pt: 'Fontes',
  ru: 'Источники',
  sv: 'Källor',
  tr: 'Kaynaklar',
  uk: 'Джерела',
  zh: '来源',
};
const sourcesHeading = new RegExp(`^(?:references|${[...new Set(Object.values(sourcesHeadings))].join('|')})$`, 'iu');

/** Whether a heading, as plain text, is that of a list of sources in any of the languages. */
export function isSourcesHeading(heading: string): boolean {
  return sourcesHeading.test(heading);
}

/** The prose and headings of Markdown, without code, tables and everything after a "Sources" heading. */
export function partsOfMarkdown(markdown: string): MarkdownParts {
  const parts: MarkdownParts = { headings: [], paragraphs: [] };
  for (const block of withoutFences(markdown).split(/\n\s*\n|\n(?=\s*(?:[-*+]|\d+[.)]|#{1,6})\s)/)) {
    const heading = headingIn(block.trim());
    if (heading) {
      if (isSourcesHeading(heading.text)) break;
      parts.headings.push(heading);
    } else if (block.trim() && !/^\s*\|/.test(block) && !/^\s*(?:---+|\*\*\*+)\s*$/.test(block)) {
      const plain = plainOf(block.replace(/^\s*(?:[-*+]|\d+[.)]|>)\s+/, ''));
      if (plain) parts.paragraphs.push(plain);
    }
  }
  return parts;
}

function headingIn(block: string): { level: number; text: string } | undefined {
  const marks = /^#{1,6}(?=[ \t])/.exec(block)?.[0];
  if (marks === undefined || block.includes('\n')) return undefined;
  let end = block.length;
  while (block[end - 1] === '#') end--;
  return { level: marks.length, text: plainOf(block.slice(marks.length, end)) };
}

function withoutFences(markdown: string): string {
  let fence: string | undefined;
  const kept = markdown.split('\n').filter((line) => {
    const [, mark, rest] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (fence === undefined) {
      // A line with more backticks after the opening ones is inline code, not a fence.
      if (mark === undefined || (mark.startsWith('`') && rest!.includes('`'))) return true;
      fence = mark;
    } else if (mark?.startsWith(fence) && rest!.trim() === '') fence = undefined;
    return false;
  });
  return kept.join('\n');
}

// The character classes exclude the opening bracket, so that no text is scanned twice.
const image = /!\[[^[\]]*\]\((?:[^()]|\([^()]*\))*\)/g;
const link = /(?<!\\)\[([^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/g;

/** The visible text of a line of Markdown, without its reference marks. */
export function plainOf(markdown: string): string {
  const unlinked = markdown.replace(image, '').replace(link, '$1');
  const marksOff = withoutReferenceMarks(unlinked.replace(/\s\[\d{1,3}\](?=\s|$)/g, ''));
  return tidy(unescapeMarkdown(marksOff.replace(/(?<!\\)(?:\*\*|__|[*`])/g, '')));
}
