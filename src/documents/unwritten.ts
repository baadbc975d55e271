import type { Reference } from './reference-marks.ts';

const maxExamples = 5;
const maxExample = 100;

export const isSaid = (words: string) => /[\p{L}\p{N}]/u.test(words);

/** As what something is told that was not written; undefined: nothing is lost with it. */
export function toldOf(
  reference: Reference,
  isHere: (url: string) => boolean,
  isEntry: boolean,
): { what: string; name: string } | undefined {
  if (reference.kind === 'foreign') return reference;
  if (reference.kind === 'language') return undefined;
  const { kind, url } = reference;
  // Signs beside headings and behind notes lead about the page too.
  if (kind === 'link' && isHere(url)) return isEntry ? { what: 'entries of a table of contents', name: '' } : undefined;
  if (kind === 'image') return { what: 'pictures', name: reference.alt || (/^https?:/.test(url) ? url : '') };
  return { what: kind === 'link' ? 'links' : 'embedded content', name: url };
}

/** How often something was found that cannot be written, with some examples. */
export function unwrittenLine(what: string, names: readonly string[]): string {
  const some = [...new Set(names)].filter(Boolean);
  const shown = some
    .slice(0, maxExamples)
    .map((name) => (name.length > maxExample ? `${name.slice(0, maxExample).toWellFormed()}…` : name));
  const more = some.length > maxExamples ? ' …' : '';
  return `${what} (${names.length})${shown.length > 0 ? `: ${shown.join(', ')}${more}` : ''}`;
}
