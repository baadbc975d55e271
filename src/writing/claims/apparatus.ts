import type { Token } from 'markdown-it';
import { sourcesHeadings } from '../../markdown/outline.ts';
import { parseBlocks } from '../../markdown/body.ts';
import { headingMarks } from './marks.ts';

/** Headings that writers use besides our own for a list of sources. */
const otherNames =
  'source|references?|citations?|footnotes|notes and references|works cited|bibliography|source list|list of sources|' +
  'quellenverzeichnis|quellenangaben|literatur|literaturverzeichnis|einzelnachweise|références|bibliographie|notes et références|' +
  'referencias|bibliografía|riferimenti|bibliografia|referenties|literatuur|bronvermelding|referências';
const title = new RegExp(`^(?:${[otherNames, ...Object.values(sourcesHeadings)].join('|')})\\s*[:：]?$`, 'iu');
/** `[3]: https://…` would turn every `[3]` into a link; `[^3]: …` is a footnote. Both are the writer's own numbering. */
const definition = /^[ \t>*+-]*\[\^?\d{1,3}(?:[,;–-] ?\^?\d{1,3})*\]:[ \t]*(?:<[^>\n]*>|\S*)[ \t]*(?:["'(].*)?$/;
const footnote = /^ {0,3}\[\^\d{1,3}\]:.*$/;

/** Removing one list may expose another, but never this many. */
const maxRounds = 20;

/** The Markdown without the writer's own references: lists of sources, footnotes, numbered link definitions. */
export async function withoutApparatus(markdown: string): Promise<string> {
  let text = markdown;
  for (let round = 0; round < maxRounds; round++) {
    const rest = strip(text, await parseBlocks(text));
    if (rest === text) break;
    text = rest;
  }
  return text;
}

function strip(markdown: string, tokens: readonly Token[]): string {
  const code = new Set<number>();
  for (const { type, map } of tokens) {
    if ((type === 'fence' || type === 'code_block') && map) for (let line = map[0]; line < map[1]; line++) code.add(line);
  }
  const dropped = listedSources(tokens);
  const lines = markdown.split('\n');
  const open = openFence(tokens, lines);
  const kept = lines.filter((line, at) => !dropped.has(at) && (code.has(at) || !(definition.test(line) || footnote.test(line))));
  return (open ? [...kept, open] : kept).join('\n');
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

interface Opening {
  /** The index of its token. */
  index: number;
  line: number;
  /** 7 for a line of text that serves as a heading. */
  level: number;
  names: boolean;
}

function listedSources(tokens: readonly Token[]): Set<number> {
  const lines = new Set<number>();
  const openings = openingsIn(tokens);
  const last = tokens.reduce((end, { map }) => Math.max(end, map?.[1] ?? 0), 0);
  for (const [position, { index, line, level, names: isList }] of openings.entries()) {
    if (!isList) continue;
    const next = openings.slice(position + 1).find((other) => other.level <= Math.min(level, 6));
    if (next && !onlyLists(tokens.slice(index + 3, next.index))) continue;
    for (let at = line; at < (next?.line ?? last + 1); at++) lines.add(at);
  }
  return lines;
}

/** Headings, and paragraphs that only say "Sources:" above a list. */
function openingsIn(tokens: readonly Token[]): Opening[] {
  return tokens.flatMap(({ type, tag, map, level: depth }, index) => {
    if (!map || depth > 0 || (type !== 'heading_open' && type !== 'paragraph_open')) return [];
    const words = (tokens[index + 1]?.content ?? '').replace(headingMarks, '').replace(/[*_]/g, '').trim();
    const isList = title.test(words);
    const isLabel = type === 'paragraph_open';
    if (isLabel && !(isList && /^(?:bullet|ordered)_list_open$/.test(tokens[index + 3]?.type ?? ''))) return [];
    return [{ index, line: map[0], level: isLabel ? 7 : Number(tag.slice(1)), names: isList }];
  });
}

function onlyLists(tokens: readonly Token[]): boolean {
  return tokens.every(({ type, level }) => level > 0 || /^(?:bullet|ordered)_list_(?:open|close)$/.test(type));
}
