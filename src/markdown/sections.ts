import type { Token } from 'markdown-it';
import { parseBlocks, introductionSection } from './body.ts';
import { isSourcesHeading, plainOf } from './outline.ts';
import { normalise } from '../language/tokens.ts';

/** The part of an article's Markdown under a heading of level 2 or 3, or before the first. */
interface SectionLines {
  heading: string;
  /** 2 or 3; 0 for the introduction. */
  level: number;
  /** Lines from below the heading up to the next heading of the same or a higher level. */
  from: number;
  to: number;
}

interface MarkdownSection extends SectionLines {
  /** Its lines, without blank ones at either end. */
  text: string;
}

/** Without one, no code block is left open: there is no need to parse. */
const fenceMark = /`{3}|~{3}/;

interface HeadingLines {
  heading: string;
  level: number;
  /** The heading's own lines, without `to`. */
  from: number;
  to: number;
}

/**
 * The sections of an article's body, by the headings a Markdown parser finds. A section of level 2 includes its subsections of level 3.
 * The closing list of sources is neither a section nor part of one.
 */
export async function sectionsOf(markdown: string): Promise<MarkdownSection[]> {
  const lines = linesOf(markdown);
  const places = await placesIn(markdown, lines);
  return places.map((place) => ({ ...place, text: textOf(place, lines) }));
}

async function placesIn(markdown: string, lines: readonly string[]): Promise<SectionLines[]> {
  const tokens = await parseBlocks(markdown);
  const { found, end } = withoutSources(headingsIn(tokens), tokens, lines.length);
  const sections: SectionLines[] = [];
  // For each level, the line of the next heading of that level or a higher one.
  const next = [end, end, end, end];
  for (const { heading, level, from, to } of found.toReversed()) {
    if (level > 1) sections.push({ heading, level, from: to, to: next[level]! });
    next.fill(from, level);
  }
  const opening = found.find(({ level }) => level > 1)?.from ?? end;
  return [{ heading: introductionSection, level: 0, from: 0, to: opening }, ...sections.toReversed()];
}

/** The text of a section without its heading; undefined if there is no such section. */
export async function sectionText(markdown: string, heading: string): Promise<string | undefined> {
  const lines = linesOf(markdown);
  const section = named(heading, await placesIn(markdown, lines));
  return section && textOf(section, lines);
}

/** Replaces the text under a heading, and closes a code block left open in it. If there is no such heading, returns those there are. */
export async function replaceSection(
  markdown: string,
  heading: string,
  text: string,
): Promise<{ ok: true; markdown: string } | { ok: false; headings: string[] }> {
  const lines = linesOf(markdown);
  const sections = await placesIn(markdown, lines);
  const section = named(heading, sections);
  if (!section) return { ok: false, headings: sections.map((one) => one.heading) };
  const put = linesOf(text);
  const fence = fenceMark.test(text) ? openFence(await parseBlocks(text), put) : undefined;
  const [next, ...rest] = withoutBlankEdges(lines.slice(section.to));
  const parts = [
    withoutBlankEdges(lines.slice(0, section.from)),
    withoutBlankEdges(fence === undefined || next === undefined ? put : [...put, fence]),
    // An indented heading would become part of a list at the end of the new text.
    [next?.trimStart() ?? '', ...rest],
  ];
  const filled = parts.map((part) => part.join('\n')).filter((part) => part !== '');
  return { ok: true, markdown: filled.join('\n\n') };
}

/** The fence that closes a code block left open at the end of the text. Otherwise everything added after it would be code. */
export function openFence(tokens: readonly Token[], lines: readonly string[]): string | undefined {
  const last = tokens.findLast(({ level, nesting }) => level === 0 && nesting >= 0);
  if (last?.type !== 'fence' || !last.map) return undefined;
  const [from, to] = last.map;
  const closing = lines[to - 1]!.trim();
  const closed = to - from > 1 && closing.startsWith(last.markup) && closing === closing[0]!.repeat(closing.length);
  return closed ? undefined : last.markup;
}

/** Top-level headings of levels 1 to 3. */
function headingsIn(tokens: readonly Token[]): HeadingLines[] {
  return tokens.flatMap(({ type, tag, map, level: depth }, index) => {
    const level = Number(tag.slice(1));
    if (type !== 'heading_open' || !map || depth > 0 || level > 3) return [];
    return [{ heading: plainOf(tokens[index + 1]?.content ?? ''), level, from: map[0], to: map[1] }];
  });
}

/** Drops the last heading if it is that of a list of sources with only lists below it. */
function withoutSources(headings: HeadingLines[], tokens: readonly Token[], end: number): { found: HeadingLines[]; end: number } {
  const last = headings.at(-1);
  if (!last || !isSourcesHeading(last.heading)) return { found: headings, end };
  const below = tokens.filter(({ level, map, nesting }) => level === 0 && nesting >= 0 && map && map[0] >= last.to);
  const onlyLists = below.length > 0 && below.every(({ type }) => type === 'ordered_list_open' || type === 'bullet_list_open');
  return onlyLists ? { found: headings.slice(0, -1), end: last.from } : { found: headings, end };
}

function named(heading: string, sections: readonly SectionLines[]): SectionLines | undefined {
  return sectionNamed(new Map(sections.toReversed().map((section) => [normalise(section.heading), section])), heading);
}

/** By a heading as it reads (“#1 choice”), else as Markdown (“## Choice”); the keys are normalised. */
export function sectionNamed<T>(sections: ReadonlyMap<string, T>, heading: string): T | undefined {
  return sections.get(normalise(heading)) ?? sections.get(normalise(heading.replace(/^#+\s*/, '')));
}

export function linesOf(text: string): string[] {
  return text.replace(/\r\n?/g, '\n').split('\n');
}

function textOf({ from, to }: SectionLines, lines: readonly string[]): string {
  return withoutBlankEdges(lines.slice(from, to)).join('\n');
}

/** Removes whole blank lines only, because leading spaces may mark code. */
function withoutBlankEdges(lines: readonly string[]): readonly string[] {
  const isFilled = (line: string) => line.trim() !== '';
  const first = lines.findIndex(isFilled);
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex(isFilled) + 1);
}
