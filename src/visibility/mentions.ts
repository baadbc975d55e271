import { parse } from 'tldts';
import { tidy } from '../language/tokens.ts';
import type { Span } from './inline-text.ts';
import { NameTrie } from './name-trie.ts';
import type { Brand } from './shapes.ts';
import type { Spoken } from './spoken.ts';
import { WordCounts } from './word-counts.ts';
import { closesWord, folded, opensWord } from './word-edges.ts';

export interface Mention extends Span {
  /** The brand's place among those given. */
  brand: number;
}

interface Name {
  /** Several brands may have the same. */
  brands: number[];
  /** Written with a capital, and no domain: all in lower case it is another word. */
  isProper: boolean;
  isLetter: boolean;
}

/** A word of `mentionOnlyWith` or `mentionNotWith`, and whose it is. */
interface Term {
  wantedBy: number[];
  unwantedBy: number[];
}

interface Candidate extends Span {
  brands: Set<number>;
}

/** A mention is none with one of `mentionNotWith` among so many words before or after it. */
export const nearWords = 5;
/** Of names that begin at one place, so many of the longest are kept: a longer one elsewhere may take the longest of them away. */
const maxNested = 4;

/** Finds brands by their names. Made once for a list of brands, used for many answers. */
export class Names {
  readonly #brands: readonly Brand[];
  readonly #names = new NameTrie<Name>();
  readonly #terms = new NameTrie<Term>();

  constructor(brands: readonly Brand[]) {
    this.#brands = brands;
    for (const [brand, { names, mentionOnlyWith, mentionNotWith }] of brands.entries()) {
      for (const name of plain(names)) {
        const isProper = name !== name.toLowerCase() && !isDomain(name);
        this.#names.add(name, (known) => {
          const same = known.find((one) => one.isProper === isProper);
          if (!same) known.push({ brands: [brand], isProper, isLetter: [...name].length === 1 });
          else if (!same.brands.includes(brand)) same.brands.push(brand);
        });
      }
      for (const term of plain(mentionOnlyWith)) this.#terms.add(term, (known) => termIn(known).wantedBy.push(brand));
      for (const term of plain(mentionNotWith)) this.#terms.add(term, (known) => termIn(known).unwantedBy.push(brand));
    }
  }

  /** In the order of the text. Where several brands have the same name, each is mentioned. */
  mentionsIn(spoken: Pick<Spoken, 'text' | 'unspoken'>, language: string): Mention[] {
    const text = folded(spoken.text);
    const { wanted, unwanted } = this.#termsIn(text, language);
    const unspoken = new Uint8Array(text.length);
    for (const { start, end } of spoken.unspoken) unspoken.fill(1, start, end);
    const isMeant = (brand: number, span: Span) =>
      (this.#brands[brand]!.mentionOnlyWith.length === 0 || wanted.has(brand)) && !unwanted.isNear(brand, span);
    const candidates = this.#candidatesIn(text, language, (name, span) => {
      if (unspoken[span.start] || unspoken[span.end - 1] || !isWritten(name, spoken.text, span)) return [];
      return name.brands.filter((brand) => isMeant(brand, span));
    });
    return longest(candidates, text.length);
  }

  #candidatesIn(text: string, language: string, meantBy: (name: Name, span: Span) => number[]): Candidate[] {
    const found: Candidate[] = [];
    let nested: Candidate[] = [];
    let opened = { at: -1, opens: false };
    this.#names.find(text, (names, start, end) => {
      if (opened.at !== start) {
        found.push(...nested.slice(-maxNested));
        nested = [];
        opened = { at: start, opens: opensWord(text, start, language) };
      }
      if (!opened.opens || closesWord(text, start, end, language) < 0) return;
      const brands = new Set(names.flatMap((name) => meantBy(name, { start, end })));
      if (brands.size > 0) nested.push({ start, end, brands });
    });
    return [...found, ...nested.slice(-maxNested)];
  }

  #termsIn(text: string, language: string): { wanted: Set<number>; unwanted: Unwanted } {
    const wanted = new Set<number>();
    const unwanted = new Unwanted(text);
    const found = new Map<Term, Span[]>();
    this.#terms.find(text, (terms, start, end) => {
      if (!opensWord(text, start, language) || closesWord(text, start, end, language) < 0) return;
      for (const term of terms) {
        const spans = found.get(term);
        if (spans) spans.push({ start, end });
        else found.set(term, [{ start, end }]);
      }
    });
    for (const [{ wantedBy, unwantedBy }, spans] of found) {
      for (const brand of wantedBy) wanted.add(brand);
      for (const brand of unwantedBy) unwanted.add(brand, spans);
    }
    return { wanted, unwanted };
  }
}

function termIn(known: Term[]): Term {
  if (known.length === 0) known.push({ wantedBy: [], unwantedBy: [] });
  return known[0]!;
}

/** Where words stand with which a name means something else. */
class Unwanted {
  readonly #text: string;
  /** By brand, those of each word in the order of the text. */
  readonly #spans = new Map<number, (readonly Span[])[]>();
  #counts: WordCounts | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  add(brand: number, spans: readonly Span[]): void {
    this.#spans.set(brand, [...(this.#spans.get(brand) ?? []), spans]);
  }

  /** Whether one stands within five words of a mention, in the same line, or in the mention itself. */
  isNear(brand: number, mention: Span): boolean {
    return this.#spans.get(brand)?.some((spans) => this.#isOneNear(spans, mention)) ?? false;
  }

  #isOneNear(spans: readonly Span[], mention: Span): boolean {
    const at = firstFrom(spans, mention.start);
    const [before, after] = [spans[at - 1], spans[at]];
    if (before && (before.end > mention.start || !this.#isFar(before.start, mention.start))) return true;
    return after !== undefined && (after.start < mention.end || !this.#isFar(mention.end, after.end));
  }

  #isFar(from: number, to: number): boolean {
    this.#counts ??= new WordCounts(this.#text);
    return this.#counts.between(from, to) > nearWords || this.#text.slice(from, to).includes('\n');
  }
}

function firstFrom(spans: readonly Span[], place: number): number {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle]!.start < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isWritten({ isProper, isLetter }: Name, text: string, { start, end }: Span): boolean {
  // "X-ray" and "e-mail" are words of their own.
  if (isLetter && (/[-‐‑]/.test(text[start - 1] ?? '') || /[-‐‑]/.test(text[end] ?? ''))) return false;
  const written = text.slice(start, end);
  return !isProper || written !== written.toLowerCase();
}

/** Where names overlap the longest counts. */
function longest(candidates: readonly Candidate[], length: number): Mention[] {
  const taken = new Uint8Array(length);
  const mentions: Mention[] = [];
  const bySize = candidates.toSorted((one, other) => other.end - other.start - (one.end - one.start) || one.start - other.start);
  for (const { start, end, brands } of bySize) {
    if (taken[start] || taken[end - 1]) continue;
    taken.fill(1, start, end);
    for (const brand of brands) mentions.push({ brand, start, end });
  }
  return mentions.toSorted((one, other) => one.start - other.start || one.brand - other.brand);
}

/** As text is read: a name without a letter or a number is none. */
function plain(names: readonly string[]): string[] {
  return names.map((name) => tidy(name).normalize('NFC')).filter((name) => /[\p{L}\p{N}]/u.test(name));
}

function isDomain(name: string): boolean {
  if (!/^[\p{L}\d-]+(?:\.[\p{L}\d-]+)+$/u.test(name)) return false;
  const { isIcann, isPrivate, domain } = parse(name, { allowPrivateDomains: true });
  return domain !== null && Boolean(isIcann || isPrivate);
}
