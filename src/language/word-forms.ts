import { stemOf, stopwordsOf } from './lexicon.ts';

/** A word of a sentence, in the forms used for comparison. */
export interface Token {
  /** As written, without a possessive ending. */
  text: string;
  /** Lower case, without diacritics. */
  folded: string;
  stem: string;
  index: number;
  isStopword: boolean;
  isCapitalised: boolean;
}

const wordPattern = /[\p{L}][\p{L}\p{N}\p{M}]*(?:[.'’_\-&·][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu;
const possessive = /['’]s$|(?<=s)['’]$/;
// "l’entreprise", "dell’anno": the part before the apostrophe carries no meaning.
const elided = /^(?:\p{L}|qu|un|dell|all|nell|sull|dall|quest|jusqu|lorsqu|puisqu)['’](?=\p{L})/iu;

export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss').replaceAll('’', "'");
}

/** The words of a sentence in order, without numbers. */
export function tokensOf(text: string, language: string): Token[] {
  const stopwords = stopwordsOf(language);
  return Array.from(text.matchAll(wordPattern), ({ 0: written, index }) => {
    const prefix = language === 'en' ? '' : (elided.exec(written)?.[0] ?? '');
    const word = written.slice(prefix.length).replace(possessive, '');
    const lower = word.toLowerCase().replaceAll('’', "'");
    return {
      text: word,
      folded: fold(word),
      stem: fold(stemOf(lower, language)),
      index: index + prefix.length,
      isStopword: stopwords.has(lower) || stopwords.has(written.toLowerCase()) || word.length < 2,
      isCapitalised: /^\p{Lu}/u.test(word),
    };
  });
}
