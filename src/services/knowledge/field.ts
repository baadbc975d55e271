import { normalise } from '../../language/tokens.ts';

/** The name that a project's documents share, such as that of the program whose manual they are. */
export interface Field {
  /** In lower case. */
  name: string;
  /** As said behind what is done: "in gimp". */
  within: string;
  /** Whether it stands before a thing in the documents' language: "gimp layers", but "calques gimp". */
  isBefore: boolean;
  /** Those that say it. */
  documentIds: ReadonlySet<string>;
}

/** Of so many documents at least, so large a share says a name that is theirs, and so large a one within a sentence, so often on average. */
const minDocuments = 3;
const minShare = 0.6;
const minWithin = 0.3;
const minUses = 0.4;
/** A name hardly has an article. */
const maxArticles = 0.5;
/** Names that are tried, those that are said most first. */
const maxTried = 5;
/** Prepositions between what is done and what it is done in, the usual one first, and articles. */
const small: Readonly<Record<string, { within: readonly string[]; articles: readonly string[] }>> = {
  en: { within: ['in', 'with', 'on'], articles: ['the', 'a', 'an', 'this', 'your', 'each'] },
  de: { within: ['in', 'mit', 'unter'], articles: ['der', 'die', 'das', 'den', 'dem', 'des', 'ein', 'eine', 'einen', 'einem', 'einer'] },
  fr: { within: ['dans', 'avec', 'sous'], articles: ['le', 'la', 'les', 'un', 'une', 'du', 'des'] },
  es: { within: ['en', 'con'], articles: ['el', 'la', 'los', 'las', 'un', 'una', 'del'] },
  it: { within: ['in', 'con'], articles: ['il', 'lo', 'la', 'i', 'gli', 'le', 'un', 'una', 'del', 'della'] },
  pt: { within: ['no', 'em', 'com'], articles: ['o', 'a', 'os', 'as', 'um', 'uma', 'do', 'da'] },
  nl: { within: ['in', 'met'], articles: ['de', 'het', 'een'] },
};
const namesFirst = new Set(['en', 'de', 'nl']);
/** A word with a capital within a sentence, and the word before it. */
const capital = /(?<![\p{L}\p{N}])(\p{Ll}+) (\p{Lu}[\p{L}\p{N}]+)(?![\p{L}\p{N}-])/gu;
/** German nouns have a capital each: there only a name with several tells. */
const ownCase = /\p{L}.*\p{Lu}/u;

interface Use {
  documents: Set<string>;
  count: number;
  after: Map<string, number>;
}

/** The name that most of some documents say at their beginning, mostly with a capital; null where none does, or where nothing is said to be done in it. */
export async function fieldOf(
  documents: readonly { id: string; title: string }[],
  openings: readonly { documentId: string; text: string }[],
  language: string,
  turn: () => Promise<void>,
): Promise<Field | null> {
  const known = small[language];
  if (!known || documents.length < minDocuments) return null;
  const uses = new Map<string, Use>();
  for (const { documentId, text } of openings) {
    for (const [, before, name] of text.matchAll(capital)) {
      if (language === 'de' && !ownCase.test(name!)) continue;
      const key = normalise(name!);
      const use = uses.get(key) ?? { documents: new Set(), count: 0, after: new Map<string, number>() };
      uses.set(key, use);
      use.documents.add(documentId);
      use.count++;
      use.after.set(before!, (use.after.get(before!) ?? 0) + 1);
    }
    await turn();
  }
  const within = [...uses].filter(([, { documents: some, count }]) => some.size >= documents.length * minWithin && count >= documents.length * minUses); // prettier-ignore
  for (const [name, { after, count }] of within.toSorted(([, one], [, other]) => other.count - one.count).slice(0, maxTried)) {
    const timesAfter = (word: string) => after.get(word) ?? 0;
    const preposition = known.within.toSorted((one, other) => timesAfter(other) - timesAfter(one))[0]!;
    const said = new RegExp(`(?<![\\p{L}\\p{N}])${name}(?![\\p{L}\\p{N}])`, 'iu');
    const common = new RegExp(`(?<![\\p{L}\\p{N}])(?:${known.articles.join('|')}) ${name}(?![\\p{L}\\p{N}])`, 'gu');
    const documentIds = new Set(documents.filter(({ title }) => said.test(title)).map(({ id }) => id));
    let asNoun = known.articles.reduce((sum, word) => sum + timesAfter(word), 0);
    for (const { documentId, text } of openings) {
      if (said.test(text)) documentIds.add(documentId);
      asNoun += text.match(common)?.length ?? 0;
      await turn();
    }
    if (!after.has(preposition) || asNoun > count * maxArticles || documentIds.size < documents.length * minShare) continue;
    // One use is chance.
    const usual = timesAfter(preposition) > 1 ? preposition : known.within[0];
    return { name, within: `${usual} ${name}`, isBefore: namesFirst.has(language), documentIds };
  }
  return null;
}
