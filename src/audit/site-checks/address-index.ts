import { addressKey, type SitePage } from './site-view.ts';
import { placeOf, sortedOnce } from './sorted-keys.ts';

const flags = { html: 1, noindex: 2, listed: 4, forbidden: 8, redirects: 16, canonicalised: 32, failed: 64 } as const;
export type Flag = keyof typeof flags;

/** What is known of an address by its number, and its number by its address. */
export interface AddressIndex {
  /** 0 where it was not asked. */
  numberOf(key: number): number;
  urlOf(number: number): string;
  /** The status; 0 where there was no answer. */
  statusOf(number: number): number;
  is(number: number, flag: Flag): boolean;
  /** The number of where it redirects to, 0 if that was not asked. */
  goalOf(number: number): number;
  /** The number of its canonical where that is another address and was asked, else 0. */
  canonicalOf(number: number): number;
  /** Whether it names another page as its canonical: one that answers with an error search engines ignore. */
  defers(number: number): boolean;
  /** Whether two pages say clearly something else, as far as their sketches tell. */
  haveOtherTexts(one: number, other: number): boolean;
}

/** Of 64 bits: so many differ where pages share a template and nothing more. */
const minOtherBits = 16;
const firstError = 400;

/** `add` takes the pages one by one; `sealed` returns the index of all. */
export function indexAddresses(size: number): { add(page: SitePage): void; sealed(): AddressIndex } {
  const urls = Array.from<string>({ length: size + 1 }).fill('');
  const statuses = new Uint16Array(size + 1);
  const flagsOf = new Uint8Array(size + 1);
  const keys = new Float64Array(size + 1);
  const goals = new Float64Array(size + 1);
  const canonicals = new Float64Array(size + 1);
  const sketches = new BigUint64Array(size + 1);
  return {
    add(page) {
      const { number, url, status, redirectsTo } = page;
      urls[number] = url;
      statuses[number] = status;
      keys[number] = addressKey(url);
      const canonical = otherCanonicalOf(page);
      if (redirectsTo !== null) goals[number] = addressKey(redirectsTo);
      if (canonical !== null) canonicals[number] = addressKey(canonical);
      if (page.html) sketches[number] = BigInt(`0x${page.html.sketch}`);
      const set = flagsIn(page, canonical !== null);
      for (const name of Object.keys(flags) as Flag[]) if (set[name]) flagsOf[number]! |= flags[name];
    },
    sealed() {
      const sorted = sortedOnce(keys);
      const numbers = new Uint32Array(sorted.length);
      for (let number = 1; number <= size; number++) if (keys[number] !== 0) numbers[placeOf(sorted, keys[number]!)] = number;
      const numberOf = (key: number) => (key === 0 ? 0 : (numbers[placeOf(sorted, key)] ?? 0));
      return {
        numberOf,
        urlOf: (number) => urls[number]!,
        statusOf: (number) => statuses[number]!,
        is: (number, flag) => (flagsOf[number]! & flags[flag]) !== 0,
        goalOf: (number) => numberOf(goals[number]!),
        canonicalOf: (number) => numberOf(canonicals[number]!),
        defers: (number) => (flagsOf[number]! & flags.canonicalised) !== 0 && !(statuses[numberOf(canonicals[number]!)]! >= firstError),
        haveOtherTexts: (one, other) => bitsIn(sketches[one]! ^ sketches[other]!) >= minOtherBits,
      };
    },
  };
}

function bitsIn(number: bigint): number {
  let bits = 0;
  for (let left = number; left !== 0n; left &= left - 1n) bits++;
  return bits;
}

/** The canonical address, where it is another than the page's own. */
export function otherCanonicalOf({ url, html }: Pick<SitePage, 'url' | 'html'>): string | null {
  return html?.canonical && html.canonical.url !== url ? html.canonical.url : null;
}

function flagsIn({ isListed, isForbidden, redirectsTo, error, html }: SitePage, isCanonicalised: boolean): Record<Flag, boolean> {
  return {
    html: html !== null,
    noindex: html?.isNoindex === true,
    listed: isListed,
    forbidden: isForbidden,
    redirects: redirectsTo !== null,
    canonicalised: isCanonicalised,
    failed: error !== null,
  };
}
