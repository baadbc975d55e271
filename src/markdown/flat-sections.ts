import { introductionSection, parseBlocks } from './body.ts';
import { plainOf } from './outline.ts';
import { linesOf, openFence } from './sections.ts';
import { normalise } from '../language/tokens.ts';

/** A heading with the text below it, up to the next heading of whatever level; the first is the text above all headings. */
export interface FlatSection {
  /** The heading, or Introduction; of several that are alike the second ends in (2), and so on. */
  name: string;
  /** 1–6; 0 for the introduction. */
  level: number;
  /** Without its heading, and without blank lines at either end. */
  text: string;
}

interface Place extends Omit<FlatSection, 'text'> {
  /** Lines of the heading, and those below it up to `to`. */
  from: number;
  below: number;
  to: number;
}

/** All of a text, section by section. */
export async function flatSections(markdown: string): Promise<FlatSection[]> {
  const lines = linesOf(markdown);
  return (await placesIn(markdown, lines)).map(({ name, level, below, to }) => ({ name, level, text: trimmed(lines.slice(below, to)) }));
}

/**
 * Puts a text in the place of what a section says. Where it begins with a heading, that is the section's from now on; an empty one takes the
 * section out, heading and all. Undefined if there is no such section.
 */
export async function withFlatSection(markdown: string, named: string, put: string): Promise<string | undefined> {
  const lines = linesOf(markdown);
  const wanted = normalise(named.replace(/^#+\s*/, ''));
  const place = (await placesIn(markdown, lines)).find(({ name }) => normalise(name) === wanted);
  if (!place) return undefined;
  const text = trimmed(linesOf(put));
  const tokens = await parseBlocks(text);
  const ownsHeading = tokens[0]?.type === 'heading_open';
  const kept = text === '' || ownsHeading ? '' : trimmed(lines.slice(place.from, place.below));
  const fence = text === '' ? undefined : openFence(tokens, linesOf(text));
  const parts = [
    trimmed(lines.slice(0, place.from)),
    kept,
    fence === undefined ? text : `${text}\n${fence}`,
    trimmed(lines.slice(place.to)),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

async function placesIn(markdown: string, lines: readonly string[]): Promise<Place[]> {
  const tokens = await parseBlocks(markdown);
  const headings = tokens.flatMap(({ type, tag, map, level }, index) =>
    type === 'heading_open' && map && level === 0
      ? [{ name: plainOf(tokens[index + 1]?.content ?? ''), level: Number(tag.slice(1)), from: map[0], below: map[1] }]
      : [],
  );
  const all = [{ name: introductionSection, level: 0, from: 0, below: 0 }, ...headings];
  const seen = new Map<string, number>();
  return all.map((place, index) => {
    const key = normalise(place.name);
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return { ...place, name: count === 1 ? place.name : `${place.name} (${count})`, to: all[index + 1]?.from ?? lines.length };
  });
}

/** Without whole blank lines at either end: leading spaces may mark code. */
function trimmed(lines: readonly string[]): string {
  const isFilled = (line: string) => line.trim() !== '';
  const first = lines.findIndex(isFilled);
  return first < 0 ? '' : lines.slice(first, lines.findLastIndex(isFilled) + 1).join('\n');
}
