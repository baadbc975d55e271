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

/** A line that names a source where a list is written without list marks. */
const entry = /^ {0,3}(?:\[\^?\d{1,3}\]|<?https?:\/\/\S+\s*$)/;
const item = /^(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;

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
  const lines = markdown.split('\n');
  const dropped = listedSources(tokens, lines);
  const open = openFence(tokens, lines);
  const kept = lines.flatMap((line, at) => {
    // What stood above and below a list does not become one paragraph.
    if (dropped.has(at)) return dropped.has(at - 1) || !lines[at - 1]?.trim() ? [] : [''];
    return code.has(at) || !(definition.test(line) || footnote.test(line)) ? [line] : [];
  });
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
}

/** A heading of sources and the list directly below it. What stands after them is text. */
function listedSources(tokens: readonly Token[], lines: readonly string[]): Set<number> {
  const dropped = new Set<number>();
  for (const { index, line, level } of openingsIn(tokens)) {
    const blocks = tokens.slice(index + 3).filter((token) => token.level === 0 && token.nesting >= 0 && token.map);
    const end = endOfList(blocks, level, lines);
    for (let at = line; at < (end ?? line); at++) dropped.add(at);
  }
  return dropped;
}

/** The line after the list that these blocks begin with; undefined if they begin with something else, or the list may be the article's own. */
function endOfList(blocks: readonly Token[], level: number, lines: readonly string[]): number | undefined {
  const closes = (block: Token | undefined) => !block || (block.type === 'heading_open' && Number(block.tag.slice(1)) <= level);
  const [first] = blocks;
  if (!first || closes(first)) return first?.map![0] ?? lines.length;
  if (first.type === 'ordered_list_open') return endOfItems(first, lines);
  const isList = ({ type }: Token) => type === 'bullet_list_open' || type === 'ordered_list_open';
  const isEntries = (block: Token) => block.type === 'paragraph_open' && lines.slice(...block.map!).every((line) => entry.test(line));
  const after = blocks.findIndex((block) => !(first.type === 'bullet_list_open' ? isList : isEntries)(block));
  if (after === 0) return undefined;
  const last = blocks.at(after < 0 ? -1 : after - 1)!;
  // Ours is numbered. Of other lists only one that ends its section is sure to be no part of the text.
  if (first.type === 'bullet_list_open' && (!closes(blocks[after]) || endOfItems(last, lines) < filledEnd(last, lines))) return undefined;
  return last.map![1];
}

/** The line after a list, without lines of text below its last item that only lack a blank line before them. */
function endOfItems(list: Token, lines: readonly string[]): number {
  let end = filledEnd(list, lines);
  while (/^\S/.test(lines[end - 1]!) && !item.test(lines[end - 1]!)) end--;
  return end;
}

function filledEnd({ map }: Token, lines: readonly string[]): number {
  let end = map![1];
  while (lines[end - 1]!.trim() === '') end--;
  return end;
}

/** Headings of sources, and paragraphs that only say "Sources:" above a list. */
function openingsIn(tokens: readonly Token[]): Opening[] {
  return tokens.flatMap(({ type, tag, map, level: depth }, index) => {
    if (!map || depth > 0 || (type !== 'heading_open' && type !== 'paragraph_open')) return [];
    const words = (tokens[index + 1]?.content ?? '').replace(headingMarks, '').replace(/[*_]/g, '').trim();
    if (!title.test(words)) return [];
    const isLabel = type === 'paragraph_open';
    if (isLabel && !/^(?:bullet|ordered)_list_open$/.test(tokens[index + 3]?.type ?? '')) return [];
    return [{ index, line: map[0], level: isLabel ? 7 : Number(tag.slice(1)) }];
  });
}
