import { introductionSection } from './compose/shapes.ts';
import { plainOf } from './outline.ts';
import { normalise } from './tokens.ts';

/** A stretch of an article's Markdown under one heading of level 2 or 3, or before the first. */
interface MarkdownSection {
  heading: string;
  /** 2 or 3; 0 for the introduction. */
  level: number;
  /** Lines from the one below the heading to the next heading of the same level or a higher one. */
  from: number;
  to: number;
}

/** The sections of an article's body; what stands in code is no heading. A section of level 2 holds those of level 3 in it. */
export function sectionsOf(markdown: string): MarkdownSection[] {
  const found = headingLines(markdown.split('\n'));
  const end = markdown.split('\n').length;
  const sections = found.map(({ heading, level, line }, index) => ({
    heading,
    level,
    from: line + 1,
    to: found.slice(index + 1).find((next) => next.level <= level)?.line ?? end,
  }));
  return [{ heading: introductionSection, level: 0, from: 0, to: found[0]?.line ?? end }, ...sections];
}

function headingLines(lines: readonly string[]): { heading: string; level: number; line: number }[] {
  let fence: string | undefined;
  return lines.flatMap((text, line) => {
    const mark = /^ {0,3}(```|~~~)/.exec(text)?.[1];
    if (mark && (fence === undefined || fence === mark)) fence = fence === undefined ? mark : undefined;
    const heading = fence === undefined ? /^(#{2,3})\s+(.+?)\s*#*\s*$/.exec(text) : null;
    return heading ? [{ heading: plainOf(heading[2]!), level: heading[1]!.length, line }] : [];
  });
}

/** The text of a section without its heading; undefined where there is none of that name. */
export function sectionText(markdown: string, heading: string): string | undefined {
  const section = findSection(markdown, heading);
  return section && markdown.split('\n').slice(section.from, section.to).join('\n').trim();
}

/** Puts another text under a heading; where there is no such heading, says which there are. */
export function replaceSection(
  markdown: string,
  heading: string,
  text: string,
): { ok: true; markdown: string } | { ok: false; headings: string[] } {
  const section = findSection(markdown, heading);
  if (!section) return { ok: false, headings: sectionsOf(markdown).map((one) => one.heading) };
  const lines = markdown.split('\n');
  const before = lines.slice(0, section.from).join('\n').trimEnd();
  const after = lines.slice(section.to).join('\n').trimStart();
  return { ok: true, markdown: [before, text.trim(), after].filter((part) => part !== '').join('\n\n') };
}

function findSection(markdown: string, heading: string): MarkdownSection | undefined {
  const wanted = normalise(heading.replace(/^#+\s*/, ''));
  return sectionsOf(markdown).find((section) => normalise(section.heading) === wanted);
}
