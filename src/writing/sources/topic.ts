import { idf } from '../../language/retrieval.ts';
import { countWords, normalise, saidTerms, terms } from '../../language/tokens.ts';
import type { ComposeRequest, SourcePassage } from './shapes.ts';

/** A passage with its terms, which are computed once. */
export interface ReadPassage {
  source: SourcePassage;
  terms: string[];
  own: ReadonlySet<string>;
  /** Its document's title; null if that is merely the text's first words. */
  name: string | null;
  title: ReadonlySet<string>;
  /** Terms of its headings and its document's title: they tell what it is about, even if it does not repeat them. */
  context: ReadonlySet<string>;
}

/** What the article is about, as weighted terms. */
export interface Topic {
  language: string;
  /** The keyword's terms; their weights add up to 1. */
  keyword: ReadonlyMap<string, number>;
  /** The keyword's terms, in order. */
  phrase: readonly string[];
  /** Rarity of every term among the passages. */
  rarity: ReadonlyMap<string, number>;
}

const isCode = /^[a-z]{2}$/;

/** The share added to `headedShare`, so that a keyword term in no heading has a weight too. */
const topicFloor = 0.25;

/** In words. A shorter title that also opens the text is a name; a longer one is the start of a sentence. */
const minOpeningTitle = 7;
/** A year or number narrows a subject down, but is not a subject itself. */
const numberWeight = 0.5;

export function readPassage(source: SourcePassage, language: string, unnamed: ReadonlySet<string> = new Set()): ReadPassage {
  const own = saidTerms(source.text, language);
  const name = unnamed.has(source.documentId) ? null : source.documentTitle;
  const title = new Set(saidTerms(name ?? '', language));
  return { source, terms: own, own: new Set(own), name, title, context: new Set([...title, ...saidTerms(source.heading ?? '', language)]) };
}

/** The documents whose title is merely their first words, so that it neither names a subject nor serves as a heading. */
export function unnamedAmong(passages: readonly SourcePassage[]): Set<string> {
  const unnamed = new Set<string>();
  for (const { documentId, documentTitle, position, text } of passages) {
    const opens = position === 0 && countWords(documentTitle) >= minOpeningTitle && normalise(text).startsWith(normalise(documentTitle));
    if (opens) unnamed.add(documentId);
  }
  return unnamed;
}

export function topicOf(request: ComposeRequest, passages: readonly ReadPassage[], language: string): Topic {
  const rarity = rarityOf(passages);
  const phrase = terms(request.keyword, language);
  const wanted = [...new Set(phrase)];
  const rarest = Math.max(...wanted.map((term) => rarity.get(term) ?? 0), 0.01);
  const weights = wanted.map((term) => {
    const kind = /^\p{N}+$/u.test(term) && wanted.length > 1 ? numberWeight : 1;
    return kind * (1 + (rarity.get(term) ?? 0) / rarest) * (topicFloor + headedShare(term, passages));
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return { language, keyword: new Map(wanted.map((term, index) => [term, weights[index]! / total])), phrase, rarity };
}

/**
 * Of the passages that hold a term, the share that also have it in headings or title. The keyword's main word is in most of the passages retrieved for it,
 * so by rarity alone it would seem unimportant; but titles and headings name it, and seldom "request" or "best".
 */
function headedShare(term: string, passages: readonly ReadPassage[]): number {
  let holders = 0;
  let headed = 0;
  for (const { own, context } of passages) {
    if (context.has(term)) headed++;
    if (context.has(term) || own.has(term)) holders++;
  }
  return holders === 0 ? 0 : headed / holders;
}

function rarityOf(passages: readonly ReadPassage[]): Map<string, number> {
  const holders = new Map<string, number>();
  for (const { own, context } of passages)
    for (const term of new Set([...own, ...context])) holders.set(term, (holders.get(term) ?? 0) + 1);
  return new Map(Array.from(holders, ([term, count]) => [term, idf(count, passages.length)]));
}

/** The total weight of the keyword's terms that are `held`, 0–1. */
export function keywordShare(topic: Topic, held: (term: string) => boolean): number {
  let share = 0;
  for (const [term, weight] of topic.keyword) if (held(term)) share += weight;
  return share;
}

/** Of passages, the best first, the one that has most of the keyword, above all in its headings and title; null where none has any. */
export function mostOn(topic: Topic, passages: readonly ReadPassage[]): ReadPassage | null {
  const told = passages.map(({ own, context }) => {
    const named = keywordShare(topic, (term) => context.has(term));
    return named + keywordShare(topic, (term) => own.has(term) || context.has(term));
  });
  const most = Math.max(0, ...told);
  return most > 0 ? passages[told.indexOf(most)]! : null;
}

/** The article's language: the requested one, else that of most of the passages' text, else English. */
export function languageOf(request: ComposeRequest, passages: readonly SourcePassage[]): string {
  const asked = request.language?.slice(0, 2).toLowerCase() ?? '';
  if (isCode.test(asked)) return asked;
  return languagesOf(passages)[0] ?? 'en';
}

/** The known languages of the passages, the one with most text first. */
export function languagesOf(passages: readonly SourcePassage[]): string[] {
  const amounts = new Map<string, number>();
  for (const { language, text } of passages) {
    if (isCode.test(language)) amounts.set(language, (amounts.get(language) ?? 0) + text.length);
  }
  return [...amounts].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([language]) => language);
}
