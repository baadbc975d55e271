import { introductionSection, parseBlocks } from './body.ts';
import { plainOf } from './outline.ts';
import { linesOf, openFence, sectionNamed } from './sections.ts';
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

/** A text for a section, named as `flatSections` names it. */
interface SectionText {
  section: string;
  markdown: string;
}

/** Why texts cannot be put, by their place in the list. */
export interface Misnamed {
  index: number;
  /** unknown: there is none; repeated: another text names it too; the names there are. */
  kind: 'unknown' | 'repeated';
  names: string[];
}

/**
 * Puts texts in the place of what sections say, each named as it is before any of them is put. One that begins with a heading renames its
 * section; an empty one takes it out, heading and all.
 */
export async function withFlatSections(
  markdown: string,
  puts: readonly SectionText[],
): Promise<{ markdown: string; misnamed: Misnamed[] }> {
  const lines = linesOf(markdown);
  const places = await placesIn(markdown, lines);
  const names = places.map(({ name }) => name);
  const known = new Map(names.map((name, at) => [normalise(name), at]));
  const named = puts.map(({ section }) => sectionNamed(known, section) ?? -1);
  const misnamed = named.flatMap((at, index): Misnamed[] => {
    if (at < 0) return [{ index, kind: 'unknown', names }];
    return named.indexOf(at) < index ? [{ index, kind: 'repeated', names }] : [];
  });
  const parts: string[] = [];
  let done = 0;
  for (const [at, { from, below, to }] of places.entries()) {
    const put = puts[named.indexOf(at)];
    if (put === undefined) continue;
    parts.push(trimmed(lines.slice(done, from)), await sectionOf(trimmed(lines.slice(from, below)), put.markdown));
    done = to;
  }
  parts.push(trimmed(lines.slice(done)));
  return { markdown: parts.filter((part) => part !== '').join('\n\n'), misnamed };
}

/** A section with another text. */
async function sectionOf(heading: string, put: string): Promise<string> {
  const text = trimmed(linesOf(put));
  if (text === '') return '';
  const tokens = await parseBlocks(text);
  const fence = openFence(tokens, linesOf(text));
  const kept = tokens[0]?.type === 'heading_open' || heading === '' ? '' : `${heading}\n\n`;
  return `${kept}${text}${fence === undefined ? '' : `\n${fence}`}`;
}

async function placesIn(markdown: string, lines: readonly string[]): Promise<Place[]> {
  const tokens = await parseBlocks(markdown);
  const headings = tokens.flatMap(({ type, tag, map, level }, index) =>
    type === 'heading_open' && map && level === 0
      ? [{ name: plainOf(tokens[index + 1]?.content ?? ''), level: Number(tag.slice(1)), from: map[0], below: map[1] }]
      : [],
  );
  const all = [{ name: introductionSection, level: 0, from: 0, below: 0 }, ...headings];
  const counts = new Map<string, number>();
  const taken = new Set<string>();
  return all.map((place, index) => {
    const key = normalise(place.name);
    let count = counts.get(key) ?? 0;
    let name: string;
    // A heading may itself end in (2).
    do name = ++count === 1 ? place.name : `${place.name} (${count})`;
    while (taken.has(normalise(name)));
    counts.set(key, count);
    taken.add(normalise(name));
    return { ...place, name, to: all[index + 1]?.from ?? lines.length };
  });
}

/** Without whole blank lines at either end: leading spaces may mark code. */
function trimmed(lines: readonly string[]): string {
  const isFilled = (line: string) => line.trim() !== '';
  const first = lines.findIndex(isFilled);
  return first < 0 ? '' : lines.slice(first, lines.findLastIndex(isFilled) + 1).join('\n');
}
