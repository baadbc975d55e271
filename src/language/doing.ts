import { knownTerms, normalise, terms } from './tokens.ts';

/**
 * What can be done with anything: two headings that share nothing else are about two things. On the headings of a manual
 * (test/keywords/clusters/manual-headings.txt) that raises pairwise F1 from .560 to .566 and purity from .82 to .85; no other set moves.
 */
const verbs =
  'add adding adjust apply change choose create define delete disable edit enable get handle improve insert make manage modify perform remove replace track understand update use';
const verbWords = new Set(verbs.split(' '));
const surely = knownTerms(verbs, 'en');
/** The others are things as often, where a keyword begins with them: "record player". */
const doing = knownTerms(`${verbs} enter record set`, 'en');

/** Of the terms of a language, those that say what is done and not with what. */
export function isDoing(language: string): (term: string) => boolean {
  return (term) => language === 'en' && doing().has(term);
}

/** The term of what is done, where a keyword begins with it: "tracking parcels". Elsewhere it may be a thing: "oil change", "engine performance". */
export function doneFirst(keyword: string, language: string): string | undefined {
  const [, word = ''] = /^(?:how to )?(\p{L}+) /u.exec(normalise(keyword)) ?? [];
  const [term] = language === 'en' && (verbWords.has(word) || word.endsWith('ing')) ? terms(word, language) : [];
  return term !== undefined && surely().has(term) ? term : undefined;
}
