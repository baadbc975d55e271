import { headingSeparator } from '../../documents/passages.ts';
import { idf } from '../../language/retrieval.ts';
import { lowerNames, withoutNames } from '../../language/names.ts';
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
  /** Terms of the names that its document counts as saying throughout; `context` has them. */
  names: readonly string[];
}

/** What the article is about, as weighted terms. */
export interface Topic {
  language: string;
  /** The keyword's terms; their weights add up to 1. Those of a name that nearly all documents share weigh nothing. */
  keyword: ReadonlyMap<string, number>;
  /** The keyword's terms that weigh something, in order. */
  phrase: readonly string[];
  /** The terms of names that nearly all documents share, with the weight that they have for any other document. */
  shared: ReadonlyMap<string, number>;
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
  const names = source.names ?? [];
  const named = names.flatMap((name) => terms(name, language));
  // Without the names: "ZoneMinder" says nothing about zones.
  const said = (text: string) => saidTerms(withoutNames(text, names), language);
  const own = said(source.text);
  const name = unnamed.has(source.documentId) ? null : source.documentTitle;
  const title = new Set(saidTerms(name ?? '', language));
  const context = new Set([...title, ...named, ...said(source.heading ?? '')]);
  return { source, terms: own, own: new Set(own), name, title, context, names: named };
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

export function topicOf(
  request: Pick<ComposeRequest, 'keyword' | 'sharedNames'>,
  passages: readonly ReadPassage[],
  language: string,
): Topic {
  const rarity = rarityOf(passages);
  const { phrase, shared } = partsOf({ ...request, keyword: lowerNames(request.keyword, namesIn(passages)) }, language);
  const wanted = [...new Set([...phrase, ...shared])];
  const rarest = Math.max(...wanted.map((term) => rarity.get(term) ?? 0), 0.01);
  const weights = wanted.map((term) => {
    const kind = /^\p{N}+$/u.test(term) && wanted.length > 1 ? numberWeight : 1;
    return kind * (1 + (rarity.get(term) ?? 0) / rarest) * (topicFloor + headedShare(term, passages));
  });
  const all = new Map(wanted.map((term, index) => [term, weights[index]!]));
  const sum = (some: readonly string[]) => some.reduce((total, term) => total + all.get(term)!, 0);
  const [total, own] = [sum(wanted), sum([...new Set(phrase)])];
  return {
    language,
    keyword: new Map(wanted.map((term) => [term, shared.has(term) ? 0 : all.get(term)! / own])),
    phrase,
    shared: new Map([...shared].map((term) => [term, all.get(term)! / total])),
    rarity,
  };
}

/** The names that some of the documents count as saying throughout. */
export function namesIn(passages: readonly ReadPassage[]): string[] {
  return [...new Set(passages.flatMap(({ source }) => source.names ?? []))];
}

/** The keyword without the names that nearly all documents share, and these; unless it has no other words. */
function partsOf(
  { keyword, sharedNames = [] }: Pick<ComposeRequest, 'keyword' | 'sharedNames'>,
  language: string,
): { phrase: string[]; shared: ReadonlySet<string> } {
  const phrase = terms(withoutNames(keyword, sharedNames), language);
  if (phrase.length === 0) return { phrase: terms(keyword, language), shared: new Set() };
  const shared = sharedNames.flatMap((name) => terms(name, language)).filter((term) => !phrase.includes(term));
  return { phrase, shared: new Set(shared) };
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
export function keywordShare(topic: Pick<Topic, 'keyword'>, held: (term: string) => boolean): number {
  let share = 0;
  for (const [term, weight] of topic.keyword) if (held(term)) share += weight;
  return share;
}

/** The weight of the keyword's terms that a passage holds in its own words, headings and title, 0–1; less where it lacks a shared name. */
export function shareHeld(topic: Topic, { own, context }: ReadPassage): number {
  return nameShare(topic, { own, context }) * keywordShare(topic, (term) => own.has(term) || context.has(term));
}

/** 1 where a passage has all shared names, by its own words or its document's, and so much less as these weigh for any other. */
export function nameShare({ shared }: Topic, { own, context }: Pick<ReadPassage, 'own' | 'context'>): number {
  return 1 - keywordShare({ keyword: shared }, (term) => !own.has(term) && !context.has(term));
}

/** Of passages, the best first, the one that has most of the keyword, above all in its headings and title; null where none has any. */
export function mostOn(topic: Topic, passages: readonly ReadPassage[]): ReadPassage | null {
  const told = passages.map((passage) => {
    const named = keywordShare(topic, (term) => passage.context.has(term));
    return nameShare(topic, passage) * named + shareHeld(topic, passage);
  });
  const most = Math.max(0, ...told);
  return most > 0 ? passages[told.indexOf(most)]! : null;
}

/** Of a passage's headings, outermost first, as many as it takes to name what they name of the keyword; all where they name none of it. */
export function headingOn(topic: Topic, { title, source: { heading } }: ReadPassage): string | null {
  const parts = heading?.split(headingSeparator) ?? [];
  const named = (count: number) => {
    const said = new Set(parts.slice(0, count).flatMap((part) => saidTerms(part, topic.language)));
    return keywordShare(topic, (term) => title.has(term) || said.has(term));
  };
  const all = named(parts.length);
  const enough = parts.findIndex((_, at) => named(at + 1) === all);
  return all === named(0) ? heading : parts.slice(0, enough + 1).join(headingSeparator);
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
