import { createRequire } from 'node:module';
import { hashOf } from './near-duplicates.ts';

const load = createRequire(import.meta.url);

interface SlugOptions {
  /** In characters. Default 80. */
  maxLength?: number;
  /** ISO 639-1: "ö" becomes "oe" in German and "o" in Dutch, "&" the language's own "and". Default: "oe" and "and". */
  language?: string;
}

const ands: Readonly<Partial<Record<string, string>>> = { de: 'und', es: 'y', fr: 'et', it: 'e', nl: 'en', pt: 'e' };
/** Languages in which "ä", "ö" and "ü" are spelled "a", "o" and "u" without their dots. */
const plainVowels = new Set(['ca', 'es', 'fr', 'it', 'nl', 'pt']);

/** A transliterated ASCII URL slug, cut between words. Never empty: text without letters or digits becomes a short hash. */
export function slugOf(text: string, { maxLength = 80, language }: SlugOptions = {}): string {
  const { default: slugify } = load('@sindresorhus/slugify') as typeof import('@sindresorhus/slugify');
  const and = language === undefined ? undefined : ands[language];
  const known = text.slice(0, 2000).toWellFormed().normalize('NFC');
  const spelled =
    language !== undefined && plainVowels.has(language) ? known.replace(/[äöüÄÖÜ]/g, (letter) => letter.normalize('NFD')[0]!) : known;
  const whole = slugify(spelled, {
    decamelize: false,
    locale: /^[a-z]{2}$/.test(language ?? '') ? language : undefined,
    ...(and && { customReplacements: [['&', ` ${and} `]] }),
  });
  const slug = whole.length <= maxLength ? whole : clipAtHyphen(whole, maxLength);
  return slug || `x${(hashOf(text) >>> 0).toString(36)}`.slice(0, maxLength);
}

/** Cuts to `max` characters after a whole word, without dangling punctuation or half a surrogate pair. A single longer word is cut inside. */
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
