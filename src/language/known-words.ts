/** Languages, so that hostile text cannot grow them without bound; as `maxWords` of each. */
const maxLanguages = 8;
/** A longer word hardly comes again. */
const maxWordLength = 40;

/**
 * Remembers what `termsOf` makes of a word in a language: most words of a text come again, and stemming one takes longer than finding it here.
 * The terms are shared: do not change them.
 */
export function remembering(
  termsOf: (word: string, language: string) => readonly string[],
  maxWords: number,
): (language: string) => (word: string) => readonly string[] {
  const byLanguage = new Map<string, Map<string, readonly string[]>>();
  return (language) => {
    let known = byLanguage.get(language);
    if (!known || known.size > maxWords) {
      if (!known && byLanguage.size >= maxLanguages) byLanguage.clear();
      byLanguage.set(language, (known = new Map()));
    }
    return (word) => {
      let terms = known.get(word);
      if (terms === undefined) {
        terms = termsOf(word, language);
        if (word.length <= maxWordLength) known.set(word, terms);
      }
      return terms;
    };
  };
}
