import { withoutReferenceMarks } from './blocks.ts';
import { unescapeMarkdown } from './escape.ts';
import { tidy } from './tokens.ts';

/** An article's Markdown taken apart, for counting and judging. */
interface MarkdownParts {
  headings: { level: number; text: string }[];
  /** Paragraphs and list items as plain text, the list of sources left out. */
  paragraphs: string[];
}

/** What the list of sources is called, by ISO 639-1. */
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

/** The prose and headings of Markdown; code, tables and what stands under a closing "Sources" heading are no prose. */
export function partsOfMarkdown(markdown: string): MarkdownParts {
  const parts: MarkdownParts = { headings: [], paragraphs: [] };
  const text = markdown.replace(/^(```|~~~)[\s\S]*?^\1.*$/gm, '');
  for (const block of text.split(/\n\s*\n|\n(?=\s*(?:[-*+]|\d+[.)]|#{1,6})\s)/)) {
    const heading = /^(#{1,6})\s+(.+?)\s*#*$/.exec(block.trim());
    if (heading) {
      const plain = plainOf(heading[2]!);
      if (sourcesHeading.test(plain)) break;
      parts.headings.push({ level: heading[1]!.length, text: plain });
    } else if (block.trim() && !/^\s*\|/.test(block) && !/^\s*(?:---+|\*\*\*+)\s*$/.test(block)) {
      const plain = plainOf(block.replace(/^\s*(?:[-*+]|\d+[.)]|>)\s+/, ''));
      if (plain) parts.paragraphs.push(plain);
    }
  }
  return parts;
}

/** A line of Markdown as a reader sees it, without its reference marks. */
export function plainOf(markdown: string): string {
  const unlinked = markdown.replace(/!\[[^\]]*\]\([^)]*\)/g, '').replace(/(?<!\\)\[([^\]]*)\]\([^)]*\)/g, '$1');
  const marksOff = withoutReferenceMarks(unlinked.replace(/\s\[\d{1,3}\](?=\s|$)/g, ''));
  return tidy(unescapeMarkdown(marksOff.replace(/(?<!\\)(?:\*\*|__|[*`])/g, '')));
}
