import type { AddressIndex } from './address-index.ts';
import type { Groups } from './groups.ts';
import { addressKey } from './site-view.ts';

/** In what an address differs from a plainer one of the same page. */
export type Spelling = 'case' | 'slash' | 'index_file' | 'ending' | 'parameters';

/** The plainer path and query. */
const plain: Readonly<Record<Spelling, (path: string, query: string) => string>> = {
  case: (path, query) => path.toLowerCase() + query,
  slash: (path, query) => path.replace(/(?<=[^/])\/$/, '') + query,
  index_file: (path, query) => path.replace(/(?<=\/)(?:index|default)\.(?:html?|php|aspx?|jsp)$/i, '') + query,
  ending: (path, query) => path.replace(/(?<=[^/])\.html?$/i, '') + query,
  parameters: (path) => path,
};
/** Pages looked at before other work may have its turn. */
const pagesPerTurn = 500;

/** Pages that are there under a plainer spelling of their address as well: servers may keep two pages there, so their texts are compared. */
export interface Spellings {
  /** What is odd about the address of a page that is a copy; undefined for all others. */
  of(number: number): { spelling: Spelling; plain: number } | undefined;
  isCopy(number: number): boolean;
}

interface Needs {
  size: number;
  index: AddressIndex;
  /** Pages with the same text. */
  texts: Groups;
  /** Those of them whose text is long enough to tell pages apart, also with nearly the same. */
  longTexts: readonly Groups[];
  turn: () => Promise<void>;
}

export async function findSpellings({ size, index, texts, longTexts, turn }: Needs): Promise<Spellings> {
  const copies = new Map<number, { spelling: Spelling; plain: number }>();
  // Parameters may choose what a script shows: only what the page itself says tells that they do not.
  const areTogether = (spelling: Spelling, number: number, other: number) =>
    (spelling !== 'parameters' && texts.areTogether(number, other)) || longTexts.some((text) => text.areTogether(number, other));
  const isSamePage = (spelling: Spelling, number: number, other: number) =>
    index.is(other, 'html') && !index.defers(number) && !index.defers(other) && areTogether(spelling, number, other);
  for (let number = 1; number <= size; number++) {
    if (number % pagesPerTurn === 0) await turn();
    if (!index.is(number, 'html')) continue;
    for (const [spelling, url] of plainlySpelled(index.urlOf(number))) {
      const other = index.numberOf(addressKey(url));
      if (other !== 0 && isSamePage(spelling, number, other) && !copies.has(number)) copies.set(number, { spelling, plain: other });
    }
  }
  return { of: (number) => copies.get(number), isCopy: (number) => copies.has(number) };
}

function plainlySpelled(url: string): [Spelling, string][] {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  const end = url.includes('?') ? url.indexOf('?') : url.length;
  return (Object.keys(plain) as Spelling[]).flatMap((spelling) => {
    const other = url.slice(0, start) + plain[spelling](url.slice(start, end), url.slice(end));
    return other === url ? [] : [[spelling, other]];
  });
}
