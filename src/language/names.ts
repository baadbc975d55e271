import { partsOf } from './tokens.ts';

/** So large a share of a name's uses within sentences has capitals: the others are words of commands and addresses. */
const minCapitals = 0.7;
/** One use is chance. */
const minUses = 2;
/** There every noun has a capital: only a name with several tells. */
const capitalNouns = new Set(['de', 'lb']);
const startsBig = /^\p{Lu}/u;
const bigInside = /\p{L}\P{Lu}*\p{Lu}/u;

/** Finds a name however its words are joined, with its plural or possessive ending: "home assistant", "Home-Assistant’s". */
export function mentionsOf(name: string): RegExp {
  const parts = partsOf(name).map((part) => part.replaceAll(/[^\p{L}\p{N}\p{M}]/gu, ''));
  return new RegExp(`(?<![\\p{L}\\p{N}_])${parts.join(String.raw`[\s._-]?`)}(?:['’]?s)?(?![\\p{L}\\p{N}_])`, 'giu');
}

/** Whether texts write these words as a name: within sentences nearly always with capitals. */
export function isWrittenAsName(name: string, texts: readonly string[], language: string): boolean {
  const within = new RegExp(String.raw`(?<=[\p{Ll}\p{N}][,;:]? )${mentionsOf(name).source}`, 'giu');
  const uses = texts.flatMap((text) => text.match(within) ?? []);
  const isBig = (use: string) =>
    capitalNouns.has(language) ? bigInside.test(use) : use.split(/[\s._-]/).every((part) => startsBig.test(part));
  return uses.length >= minUses && uses.filter(isBig).length >= uses.length * minCapitals;
}

export function withoutNames(text: string, names: readonly string[]): string {
  return names.reduce((rest, name) => rest.replaceAll(mentionsOf(name), ' '), text);
}

/** As people type them: "ZoneMinder" is one word then, and not "zone" and "minder". */
export function lowerNames(text: string, names: readonly string[]): string {
  return names.reduce((rest, name) => rest.replaceAll(mentionsOf(name), (written) => written.toLowerCase()), text);
}
