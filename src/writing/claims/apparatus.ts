import type { Token } from 'markdown-it';
import { sourcesHeadings } from '../../markdown/outline.ts';
import { parseBlocks } from '../../markdown/body.ts';
import { openFence } from '../../markdown/sections.ts';
import { bracketed, headingMarks } from './marks.ts';

/** Headings that writers use besides our own for a list of sources. */
const otherNames =
  'source|references?|citations?|footnotes|notes and references|works cited|bibliography|source list|list of sources|' +
  'quellenverzeichnis|quellenangaben|literatur|literaturverzeichnis|einzelnachweise|références|bibliographie|notes et références|' +
  'referencias|bibliografía|riferimenti|bibliografia|referenties|literatuur|bronvermelding|referências';
const title = new RegExp(`^(?:${[otherNames, ...Object.values(sourcesHeadings)].join('|')})\\s*[:：]?$`, 'iu');
/** `[3]: https://…` would turn every `[3]` into a link; `[^3]: …` is a footnote. Both are the writer's own numbering. */
const definition = new RegExp(`^[ \\t>*+-]*${bracketed}:[ \\t]*(?:<[^>\\n]*>|\\S*)[ \\t]*(?:["'(].*)?$`);
const footnote = /^ {0,3}\[\^\d{1,3}\]:.*$/;

/** A line that names a source where a list is written without list marks. */
const entry = new RegExp(String.raw`^ {0,3}(?:${bracketed}|<?https?://\S+\s*$)`);
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

/** A heading of sources and the list directly below it. What stands after them is text. */
function listedSources(tokens: readonly Token[], lines: readonly string[]): Set<number> {
  const dropped = new Set<number>();
  const blocks = blocksIn(tokens);
  for (const [at, { from, level }] of blocks.entries()) {
    if (level === undefined) continue;
    const end = endOfList(blocks, at, lines) ?? from;
    for (let line = from; line < end; line++) dropped.add(line);
  }
  return dropped;
}

interface Block {
  type: string;
  from: number;
  to: number;
  /** Of a heading. */
  depth: number | undefined;
  /** Of a heading that names a list of sources; 7 for a line of text that serves as one. */
  level: number | undefined;
}

/** Headings of sources have a level, and so have paragraphs that only say "Sources:" above a list. */
function blocksIn(tokens: readonly Token[]): Block[] {
  return tokens.flatMap(({ type, tag, map, level: depth, nesting }, index) => {
    if (!map || depth > 0 || nesting < 0) return [];
    const isHeading = type === 'heading_open';
    const isLabel = type === 'paragraph_open' && isList(tokens[index + 3]);
    const own = isHeading ? Number(tag.slice(1)) : isLabel ? 7 : undefined;
    const words =
      own === undefined
        ? ''
        : (tokens[index + 1]?.content ?? '')
            .replace(headingMarks, '')
            .replace(/[*_]|[ \t]#+$/g, '')
            .trim();
    const level = title.test(words) ? own : undefined;
    return [{ type, from: map[0], to: map[1], depth: isHeading ? own : undefined, level }];
  });
}

function isList(block: { type: string } | undefined): boolean {
  return block?.type === 'bullet_list_open' || block?.type === 'ordered_list_open';
}

/** The line after the list below this heading; undefined if there is something else, or the list may be the article's own. */
function endOfList(blocks: readonly Block[], heading: number, lines: readonly string[]): number | undefined {
  const closes = (block: Block | undefined) => !block || (block.depth ?? 8) <= blocks[heading]!.level!;
  const isEntries = ({ type, from, to }: Block) => type === 'paragraph_open' && lines.slice(from, to).every((line) => entry.test(line));
  const first = blocks[heading + 1];
  if (!first || closes(first)) return first?.from ?? lines.length;
  if (first.type === 'ordered_list_open') return endOfItems(first, lines);
  const belongs = isList(first) ? isList : isEntries;
  let next = heading + 1;
  while (blocks[next] && belongs(blocks[next]!)) next++;
  const last = blocks[next - 1]!;
  if (next === heading + 1) return undefined;
  // Ours is numbered. Of other lists only one that ends its section is sure to be no part of the text.
  if (isList(first) && (!closes(blocks[next]) || endOfItems(last, lines) < filledEnd(last, lines))) return undefined;
  return last.to;
}

/** The line after a list, without lines of text below its last item that only lack a blank line before them. */
function endOfItems(list: Block, lines: readonly string[]): number {
  let end = filledEnd(list, lines);
  while (/^\S/.test(lines[end - 1]!) && !item.test(lines[end - 1]!)) end--;
  return end;
}

function filledEnd({ to }: Block, lines: readonly string[]): number {
  let end = to;
  while (lines[end - 1]!.trim() === '') end--;
  return end;
}
