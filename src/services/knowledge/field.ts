import type { Db } from '../../db/open.ts';
import { stopwordsOf } from '../../language/lexicon.ts';
import { normalise } from '../../language/tokens.ts';
import { documentsWith } from './queries.ts';

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
const minShare = 0.5;
const minWithin = 0.3;
/** A name that no title has is said by nearly all: else it may be that of a format which many speak of. */
const minUntitled = 0.9;
const minUses = 0.4;
/** A name hardly has an article, unless it stands before a noun. */
const maxArticles = 0.5;
/** So large a share of the uses of a name has its second word. */
const minTogether = 0.7;
/** Read in one statement, which holds the event loop. */
export const documentsAtOnce = 5;
/** Names that are tried, those that are said most first. */
const maxTried = 5;
/** Prepositions between what is done and what it is done in, the usual one first, and articles. */
const smallWords: Readonly<Record<string, { within: readonly string[]; articles: readonly string[] }>> = {
  en: { within: ['in', 'with', 'on'], articles: ['the', 'a', 'an', 'this', 'your', 'each'] },
  de: { within: ['in', 'mit', 'unter'], articles: ['der', 'die', 'das', 'den', 'dem', 'des', 'ein', 'eine', 'einen', 'einem', 'einer'] },
  fr: { within: ['dans', 'avec', 'sous'], articles: ['le', 'la', 'les', 'un', 'une', 'du', 'des'] },
  es: { within: ['en', 'con'], articles: ['el', 'la', 'los', 'las', 'un', 'una', 'del'] },
  it: { within: ['in', 'con'], articles: ['il', 'lo', 'la', 'i', 'gli', 'le', 'un', 'una', 'del', 'della'] },
  pt: { within: ['no', 'em', 'com'], articles: ['o', 'a', 'os', 'as', 'um', 'uma', 'do', 'da'] },
  nl: { within: ['in', 'met'], articles: ['de', 'het', 'een'] },
};
const namesFirst = new Set(['en', 'de', 'nl']);
/** A word with a capital within a sentence, and the word before it; but no "Section 8.2". */
const capital = /(?<![\p{L}\p{N}])(\p{Ll}+) (\p{Lu}[\p{L}\p{N}]+)(?![\p{L}\p{N}-]|\s+[\d“"])/gu;
/** German nouns have a capital each: there only a name with several tells. */
const mixed = /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u;
const ownCase = /\p{L}.*\p{Lu}/u;
/** Manuals set the names of programs like code. */
const marked = /`(\p{Lu}[\p{L}\p{N}]+)`/gu;

interface Use {
  /** Whether it is written like no other word: "GnuCash". */
  isOwn: boolean;
  documents: Set<string>;
  count: number;
  after: Map<string, number>;
}

type Openings = readonly { documentId: string; text: string }[];

/** The name that most of some documents say, at their beginning mostly with a capital; null where none does, or where nothing is said to be done in it. */
export async function fieldOf(
  db: Db,
  documents: readonly { id: string; title: string }[],
  openings: Openings,
  language: string,
  turn: () => Promise<void>,
): Promise<Field | null> {
  const named = documents.length < minDocuments ? null : await nameIn(documents, openings, language, turn);
  if (named === null) return null;
  const documentIds = new Set(documents.filter(({ title }) => normalise(title).includes(named.name)).map(({ id }) => id));
  for (let at = 0; at < documents.length; at += documentsAtOnce) {
    const ids = documents.slice(at, at + documentsAtOnce).map(({ id }) => id);
    for (const id of await documentsWith(db, ids, named.name)) documentIds.add(id);
    await turn();
  }
  const isTitled = documents.some(({ title }) => normalise(title).includes(named.name));
  return documentIds.size < documents.length * (isTitled ? minShare : minUntitled)
    ? null
    : { ...named, isBefore: namesFirst.has(language), documentIds };
}

/** The name that openings say most, or most titles have, and how it stands behind what is done. */
async function nameIn(
  documents: readonly { title: string }[],
  openings: Openings,
  language: string,
  turn: () => Promise<void>,
): Promise<Pick<Field, 'name' | 'within'> | null> {
  const known = smallWords[language];
  if (!known) return null;
  const said = openings.map(({ documentId, text }) => ({ documentId, text: text.replaceAll(marked, '$1') }));
  const uses = await usesIn(said, language, turn);
  const titled = new Map<string, number>();
  for (const { title } of documents) {
    for (const key of new Set(title.match(/(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}]+(?![\p{L}\p{N}.-])/gu)?.map(normalise)))
      titled.set(key, (titled.get(key) ?? 0) + 1);
  }
  const isTitled = (name: string) => (titled.get(name) ?? 0) >= documents.length * minShare;
  const often = [...uses].filter(([name, { documents: some, count }]) => !stopwordsOf(language).has(name) && (isTitled(name) || (some.size >= documents.length * minWithin && count >= documents.length * minUses))); // prettier-ignore
  for (const [name, { after, count, isOwn }] of often.toSorted(([, one], [, other]) => other.count - one.count).slice(0, maxTried)) {
    const timesAfter = (word: string) => after.get(word) ?? 0;
    const preposition = known.within.toSorted((one, other) => timesAfter(other) - timesAfter(one))[0]!;
    const asThing = new RegExp(
      `(?<![\\p{L}\\p{N}])(?:${known.articles.join('|')}) ${name}(?=[.,;:)]|$| (?:of|is|are|in|and|or|to|can|for|with|at|on) )`,
      'giu',
    );
    const inSmall = new RegExp(`(?<=[\\p{Ll},] )${name}(?![\\p{L}\\p{N}])`, 'gu');
    const withArticle = new RegExp(`(?<=[\\p{L},] )(?:${known.articles.join('|')}) ${name}(?![\\p{L}\\p{N}])`, 'giu');
    let [things, small, called] = [0, 0, 0];
    for (const { text } of said) {
      things += text.match(asThing)?.length ?? 0;
      small += text.match(inSmall)?.length ?? 0;
      called += text.match(withArticle)?.filter((whole) => /^\p{Lu}/u.test(whole)).length ?? 0;
      await turn();
    }
    // "In The Carpentries": without its article nobody knows the name.
    if (called > 1) continue;
    // One use is chance.
    const usual = timesAfter(preposition) > 1 ? preposition : known.within[0];
    if ((isTitled(name) ? small <= count : isOwn || after.has(preposition)) && things <= count * maxArticles)
      return wholeName(name, usual!, said);
  }
  return null;
}

/** With the word that nearly always follows: "double commander". */
function wholeName(name: string, preposition: string, said: readonly { text: string }[]): Pick<Field, 'name' | 'within'> {
  const uses = new RegExp(`(?<![\\p{L}\\p{N}])(${name})(?: (\\p{L}[\\p{L}\\p{N}]+))?`, 'giu');
  const isCapital = /^\p{Lu}/u;
  const next = new Map<string, number>();
  let count = 0;
  for (const [, written, following = ''] of said.flatMap(({ text }) => Array.from(text.matchAll(uses)))) {
    if (!isCapital.test(written!)) continue;
    count++;
    if (isCapital.test(following)) next.set(normalise(following), (next.get(normalise(following)) ?? 0) + 1);
  }
  const [word, times = 0] = [...next].toSorted(([, one], [, other]) => other - one)[0] ?? [];
  const whole = word !== undefined && times >= count * minTogether ? `${name} ${word}` : name;
  return { name: whole, within: `${preposition} ${whole}` };
}

/** How often each word has a capital within a sentence, where, and behind which words. */
async function usesIn(openings: Openings, language: string, turn: () => Promise<void>): Promise<Map<string, Use>> {
  const uses = new Map<string, Use>();
  for (const { documentId, text } of openings) {
    for (const [, before, name] of text.matchAll(capital)) {
      if (language === 'de' && !ownCase.test(name!)) continue;
      const key = normalise(name!);
      const use = uses.get(key) ?? { isOwn: mixed.test(name!), documents: new Set(), count: 0, after: new Map<string, number>() };
      uses.set(key, use);
      use.documents.add(documentId);
      use.count++;
      use.after.set(before!, (use.after.get(before!) ?? 0) + 1);
    }
    await turn();
  }
  return uses;
}
