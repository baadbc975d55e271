import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);

interface SlugOptions {
  /** Characters at most. Default 80. */
  maxLength?: number;
}

/** A URL slug in ASCII, transliterated, cut between words. Never empty: what has no letter or digit becomes a short hash of itself. */
export function slugOf(text: string, { maxLength = 80 }: SlugOptions = {}): string {
  const { default: slugify } = load('@sindresorhus/slugify') as typeof import('@sindresorhus/slugify');
  const whole = slugify(text.toWellFormed().slice(0, 2000), { decamelize: false });
  const slug = whole.length <= maxLength ? whole : clipAtHyphen(whole, maxLength);
  return slug || `x${hash(text)}`.slice(0, maxLength);
}

/** At most `max` characters, cut after a whole word, without dangling punctuation or half a surrogate pair. A single longer word is cut hard. */
export function clipAtWord(text: string, max: number): string {
  const tidied = text.replace(/\s+/g, ' ').trim();
  if (tidied.length <= max) return tidied;
  const window = tidied.slice(0, max + 1);
  const space = window.lastIndexOf(' ');
  const cut = space > 0 ? window.slice(0, space) : window.slice(0, max);
  return cut
    .toWellFormed()
    .replace(/\uFFFD$/, '')
    .replace(/[\s,;:.!?…&/|([{"“'‘«–—-]+$/u, '');
}

function clipAtHyphen(slug: string, max: number): string {
  const window = slug.slice(0, max + 1);
  const hyphen = window.lastIndexOf('-');
  return hyphen > 0 ? window.slice(0, hyphen) : window.slice(0, max);
}

/** FNV-1a, 32 bits, in base 36. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return (value >>> 0).toString(36);
}
