import { countWords } from '../../language/tokens.ts';
import type { PageSection, Pairing, Piece, Pieced } from './sections.ts';

/** For each piece that stands on both sides, the index of the section that it stands in on the other. */
export type Places = ReadonlyMap<Piece, number>;

interface Placed {
  piece: Piece;
  at: number;
}

/** A piece is looked for in what its section has become first, then in all sections from the top. */
export function placesOf(before: readonly Pieced[], after: readonly Pieced[], { pairs }: Pick<Pairing, 'pairs'>): Places {
  const places = new Map<Piece, number>();
  const placed = ({ pieces }: Pieced, at: number): Placed[] => pieces.filter((piece) => !places.has(piece)).map((piece) => ({ piece, at }));
  const match = (old: readonly Placed[], now: readonly Placed[]) => {
    const open = Map.groupBy(old.toReversed(), ({ piece }) => piece.key);
    for (const { piece, at } of now) {
      const found = open.get(piece.key)?.pop();
      if (found) places.set(piece, found.at).set(found.piece, at);
    }
  };
  for (const pair of pairs) match(placed(before[pair.before]!, pair.before), placed(after[pair.after]!, pair.after));
  match(before.flatMap(placed), after.flatMap(placed));
  return places;
}

/** Where the pieces of a section stand on the other side. */
export interface Whereabouts {
  total: number;
  /** What they are called. */
  noun: string;
  /** Those that stand nowhere. */
  alone: Piece[];
  /** How many stand in sections that it is not paired with; those with most of them first. */
  elsewhere: { section: number; count: number }[];
  moved: number;
}

export function whereaboutsOf(section: Pieced | undefined, partner: number | undefined, places: Places): Whereabouts {
  const pieces = section?.pieces ?? [];
  const counts = new Map<number, number>();
  for (const piece of pieces) {
    const place = places.get(piece);
    if (place !== undefined && place !== partner) counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  const elsewhere = Array.from(counts, ([at, count]) => ({ section: at, count })).toSorted((one, other) => other.count - one.count);
  const moved = elsewhere.reduce((sum, { count }) => sum + count, 0);
  const noun = pieces.every(({ kind }) => kind === 'sentence') ? 'sentences' : 'sentences and lines';
  return { total: pieces.length, noun, alone: pieces.filter((piece) => !places.has(piece)), elsewhere, moved };
}

const maxSections = 2;

/** “12 of its 15 sentences now stand in “Sizing””; nothing where none has moved. */
export function movesTold(
  { total, noun, elsewhere, moved }: Whereabouts,
  others: readonly PageSection[],
  side: 'before' | 'after',
): string[] {
  if (moved === 0) return [];
  const names = elsewhere.slice(0, maxSections).map(({ section }) => nameOf(others[section]!));
  const more = elsewhere.length - names.length;
  const where = `in ${names.join(' and ')}${more > 0 ? ` and ${more} more` : ''}`;
  if (moved === total) return [side === 'before' ? `all that it said now stands ${where}` : `all that it says stood ${where}`];
  const count = `${moved} of its ${total} ${noun}`;
  return [side === 'before' ? `${count} now ${moved === 1 ? 'stands' : 'stand'} ${where}` : `${count} stood ${where}`];
}

export function nameOf({ heading }: PageSection): string {
  return heading === null ? 'the opening' : `“${heading}”`;
}

const parts: readonly { kind: Piece['kind']; one: string; many: string }[] = [
  { kind: 'sentence', one: 'sentence', many: 'sentences' },
  { kind: 'code', one: 'line of code', many: 'lines of code' },
  { kind: 'row', one: 'row of a table', many: 'rows of tables' },
  { kind: 'link', one: 'link', many: 'links' },
  { kind: 'image', one: 'image', many: 'images' },
];

/** An image by itself is no sentence. */
const isTold = ({ kind, text }: Piece) => countWords(text) > 0 && !(kind === 'sentence' && text.startsWith('!['));

/** “3 sentences new, 1 gone”, and so on for code, tables, links and images. */
export function plainly(gone: readonly Piece[], came: readonly Piece[]): string[] {
  return parts.flatMap(({ kind, one, many }) => {
    const [lost, brought] = [gone, came].map((pieces) => pieces.filter((piece) => piece.kind === kind && isTold(piece)).length) as [
      number,
      number,
    ];
    if (lost + brought === 0) return [];
    const first = brought > 0 ? brought : lost;
    return [`${first} ${first === 1 ? one : many} ${brought > 0 ? 'new' : 'gone'}${brought > 0 && lost > 0 ? `, ${lost} gone` : ''}`];
  });
}

/** Links, images and rows, which count as media. */
export function mediaIn(pieces: readonly Piece[]): number {
  return pieces.filter(({ kind }) => kind === 'link' || kind === 'image' || kind === 'row').length;
}
