import { hashOf } from '../../language/near-duplicates.ts';
import { sentences } from '../../language/sentences.ts';
import { normalise } from '../../language/tokens.ts';
import { parseBlocks } from '../../markdown/body.ts';
import { plainOf } from '../../markdown/outline.ts';
import { partsIn } from './parts.ts';

/** A sentence, a line of code or a row of a table, as Markdown; or a link or image in one. */
export interface Piece {
  kind: 'sentence' | 'code' | 'row' | 'link' | 'image';
  text: string;
  /** The same wherever it is said: signs of lists do not count, nor does case; of a link or image by where it leads. */
  key: number;
}

/** What stands below one heading, up to the next of whatever level. */
export interface PageSection {
  /** Null above the first. */
  heading: string | null;
  level: number;
  /** Its first line, counted from 0. */
  from: number;
  /** Markdown, without the heading. */
  text: string;
  /** The lines of the heading. */
  opening: string;
  /** All of its lines, as they stand. */
  raw: string;
  pieces: readonly Piece[];
}

export type Pieced = Pick<PageSection, 'pieces'>;

/** The sections of a page from top to bottom; the one above the first heading only if something stands there. */
export async function pageSections(markdown: string, language: string): Promise<PageSection[]> {
  const lines = markdown.replace(/\r\n?/g, '\n').split('\n');
  const tokens = await parseBlocks(markdown);
  const apart: Stretch['apart'] = new Map();
  const headings: { heading: string | null; level: number; from: number; to: number }[] = [{ heading: null, level: 0, from: 0, to: 0 }];
  for (const [at, { type, tag, map, level }] of tokens.entries()) {
    if (!map) continue;
    const kind = type === 'table_open' ? 'row' : type === 'fence' || type === 'code_block' ? 'code' : null;
    if (kind) for (let line = map[0]; line < map[1]; line++) apart.set(line, kind);
    if (type !== 'heading_open' || level > 0) continue;
    headings.push({ heading: plainOf(tokens[at + 1]?.content ?? ''), level: Number(tag.slice(1)), from: map[0], to: map[1] });
  }
  return headings.flatMap(({ heading, level, from, to }, index) => {
    const end = headings[index + 1]?.from ?? lines.length;
    const text = lines.slice(to, end).join('\n').trim();
    if (heading === null && text === '') return [];
    const opening = lines.slice(from, to).join('\n');
    const raw = lines.slice(from, end).join('\n');
    return [{ heading, level, from, text, opening, raw, pieces: piecesOf(lines, { from: to, to: end, apart }, language) }];
  });
}

/** The links and images of each section. `base`: the page's address, for relative ones. */
export async function linkedIn(sections: readonly PageSection[], markdown: string, base?: string): Promise<Pieced[]> {
  const linked = sections.map(() => ({ pieces: [] as Piece[] }));
  let section = 0;
  for (const { kind, key, text, at } of await partsIn(markdown, base)) {
    while (sections[section + 1] && sections[section + 1]!.from <= at) section++;
    if (kind === 'link' || kind === 'image') linked[section]?.pieces.push({ kind, text, key: hashOf(`${kind} ${key}`) });
  }
  return linked;
}

interface Stretch {
  from: number;
  to: number;
  /** Lines that are not divided. */
  apart: Map<number, 'code' | 'row'>;
}

function piecesOf(lines: readonly string[], { from, to, apart }: Stretch, language: string): Piece[] {
  const pieces: Piece[] = [];
  let prose: string[] = [];
  const add = (kind: Piece['kind'], text: string, said = text) => {
    if (text.trim() !== '') pieces.push({ kind, text, key: hashOf(normalise(said)) });
  };
  const flush = () => {
    if (prose.length > 0) for (const one of sentences(prose.join(' '), language)) add('sentence', one, one.replace(opensBlock, ''));
    prose = [];
  };
  for (let at = from; at < to; at++) {
    const line = lines[at]!;
    const kind = apart.get(at);
    if (kind || line.trim() === '' || opensBlock.test(line)) flush();
    if (kind) add(kind, line.trimEnd());
    else if (line.trim() !== '') prose.push(line.trim());
  }
  flush();
  return pieces;
}

const opensBlock = /^[ \t]*(?:[-*+>]|\d{1,9}[.)])[ \t]/;

/** Which section of a page has become which of its rewrite. */
export interface Pairing {
  pairs: { before: number; after: number }[];
  removed: number[];
  added: number[];
}

/** From this share of its pieces on, a section is one of another heading. */
const minShared = 0.5;
/** A piece that more sections have tells none of them apart. */
const maxHolders = 8;

/** Pairs the sections of the same heading, in order, and of the others those that have most in common. */
export function pairSections(before: readonly PageSection[], after: readonly PageSection[]): Pairing {
  const named = new Map<string, number[]>();
  const nameOf = ({ heading }: PageSection) => (heading === null ? '' : `# ${normalise(heading)}`);
  for (const [at, section] of after.entries()) named.set(nameOf(section), [...(named.get(nameOf(section)) ?? []), at]);
  const pairs: Pairing['pairs'] = [];
  const turns = new Map<string, number>();
  for (const [at, section] of before.entries()) {
    const name = nameOf(section);
    const turn = turns.get(name) ?? 0;
    turns.set(name, turn + 1);
    const found = named.get(name)?.[turn];
    if (found !== undefined) pairs.push({ before: at, after: found });
  }
  const [left, open] = [unpaired(before.length, pairs, 'before'), unpaired(after.length, pairs, 'after')];
  for (const pair of renamed(left, open, before, after)) pairs.push(pair);
  return {
    pairs: pairs.toSorted((one, other) => one.after - other.after),
    removed: unpaired(before.length, pairs, 'before'),
    added: unpaired(after.length, pairs, 'after'),
  };
}

function unpaired(count: number, pairs: Pairing['pairs'], side: 'before' | 'after'): number[] {
  const taken = new Set(pairs.map((pair) => pair[side]));
  return Array.from({ length: count }, (_, at) => at).filter((at) => !taken.has(at));
}

function renamed(left: readonly number[], open: readonly number[], before: readonly PageSection[], after: readonly PageSection[]) {
  const holders = new Map<number, number[]>();
  for (const at of open) {
    for (const key of new Set(after[at]!.pieces.map((piece) => piece.key))) {
      const own = holders.get(key);
      if (own) own.push(at);
      else holders.set(key, [at]);
    }
  }
  const taken = new Set<number>();
  return left.flatMap((at) => {
    const keys = new Set(before[at]!.pieces.map(({ key }) => key));
    const shared = new Map<number, number>();
    for (const key of keys) {
      const own = holders.get(key) ?? [];
      if (own.length <= maxHolders) for (const one of own) if (!taken.has(one)) shared.set(one, (shared.get(one) ?? 0) + 1);
    }
    const [best] = [...shared].toSorted(([, one], [, other]) => other - one);
    if (!best || best[1] < minShared * keys.size) return [];
    taken.add(best[0]);
    return [{ before: at, after: best[0] }];
  });
}

/** Those of a list of pairs, in the order of the rewrite, that stand out of the order of the page: as few as can be. */
export function movedIn(pairs: readonly { before: number }[]): Set<number> {
  // The longest run of rising places stays (patience sorting); the others have moved.
  const tails: number[] = [];
  const previous: number[] = [];
  for (const [at, { before }] of pairs.entries()) {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[tails[middle]!]!.before < before) low = middle + 1;
      else high = middle;
    }
    previous[at] = low > 0 ? tails[low - 1]! : -1;
    tails[low] = at;
  }
  const kept = new Set<number>();
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at]!) kept.add(at);
  return new Set(Array.from(pairs.keys()).filter((at) => !kept.has(at)));
}
