import { AppError } from '../../errors.ts';
import { clipAtWord } from '../../language/slug.ts';
import { visibleText } from '../html.ts';
import { record, text, webAddress } from '../json.ts';
import type { AskOptions, OrganicResult, SearchQuestion, SearchResults } from './search.ts';

/** A result as the provider tells it, not yet ranked. */
export type Found = Omit<OrganicResult, 'position'>;

/** One page of an answer. */
export interface ResultsPage {
  /** In their order. */
  organic: readonly Found[];
  features: readonly string[];
  /** The page that the featured snippet shows. */
  featuredUrl?: string | null;
  questions: readonly string[];
  related: readonly string[];
  cost: number | null;
  /** The provider says that there are no results, or no further pages. */
  isLast: boolean;
}

interface Paging {
  /** As errors name it. */
  name: string;
  maxPages: number;
  /** From 1. */
  askPage: (page: number) => Promise<ResultsPage>;
}

const maxTitle = 300;
const maxSnippet = 500;
const maxTexts = 50;
/** Twice the greatest depth. */
const maxOnPage = 200;

/** Asks page after page until there are as many organic results as wanted, one that ends the search, or no further ones. */
export async function gather(
  { name, maxPages, askPage }: Paging,
  { depth }: Pick<SearchQuestion, 'depth'>,
  { until, signal }: AskOptions = {},
): Promise<SearchResults> {
  const pages: ResultsPage[] = [];
  const organic = new Map<string, OrganicResult>();
  for (let page = 1; page <= maxPages && organic.size < depth; page++) {
    signal?.throwIfAborted();
    const read = await askPage(page).catch((thrown: unknown) => failureAt(page, thrown));
    signal?.throwIfAborted();
    if (read instanceof AppError) return { ...together(pages, [...organic.values()]), cutShort: read };
    pages.push(read);
    const fresh = rank(organic, read.organic, depth);
    if (page === 1 && organic.size === 0 && !read.isLast) throw nothingCame(name);
    if (read.isLast || fresh.length === 0 || (until && fresh.some(until))) break;
  }
  return together(pages, [...organic.values()]);
}

/** The first page must come. What a later one lacks is no reason to throw away those that came. */
function failureAt(page: number, thrown: unknown): AppError {
  if (page > 1 && thrown instanceof AppError) return thrown;
  throw thrown;
}

/** Ranks on those that are new: what is repeated keeps its first rank. */
function rank(organic: Map<string, OrganicResult>, found: readonly Found[], depth: number): OrganicResult[] {
  const fresh: OrganicResult[] = [];
  for (const one of found) {
    if (organic.size === depth) break;
    if (organic.has(one.url)) continue;
    const ranked = { position: organic.size + 1, ...one };
    organic.set(one.url, ranked);
    fresh.push(ranked);
  }
  return fresh;
}

function together(pages: readonly ResultsPage[], organic: readonly OrganicResult[]): SearchResults {
  const all = (of: (page: ResultsPage) => readonly string[]) => [...new Set(pages.flatMap(of))].slice(0, maxTexts);
  const featuredUrl = pages.flatMap((page) => page.featuredUrl ?? [])[0];
  const costs = pages.flatMap(({ cost }) => (cost === null ? [] : [cost]));
  return {
    organic,
    depthChecked: organic.length,
    features: all(({ features }) => features),
    ...(featuredUrl !== undefined && { featuredUrl }),
    questions: all(({ questions }) => questions),
    related: all(({ related }) => related),
    cost: costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0),
  };
}

/** The results in a provider's list, under its names of address, title and snippet, with their texts cleaned; without what is no web page. */
export function organicIn(
  results: readonly unknown[],
  [url, title, snippet]: readonly [url: string, title: string, snippet: string],
): Found[] {
  return results.slice(0, maxOnPage).flatMap((result) => {
    const told = record(result);
    const address = webAddress(told[url]);
    return address === null ? [] : [{ url: address, title: cleaned(told[title], maxTitle), snippet: cleaned(told[snippet], maxSnippet) }];
  });
}

/** The names of what else a page holds. */
export function featuresIn(names: readonly unknown[]): string[] {
  return names.slice(0, maxTexts).flatMap((name) => (/^[a-z][a-z\d_]{0,40}$/.test(text(name)) ? [text(name)] : []));
}

/** Texts that a results page shows, cleaned; what is empty or no text is left out. */
export function shownTexts(values: readonly unknown[]): string[] {
  return values
    .slice(0, maxTexts)
    .map((value) => cleaned(value, maxTitle))
    .filter((shown) => shown !== '');
}

function cleaned(value: unknown, max: number): string {
  return clipAtWord(visibleText(text(value).slice(0, 4000)), max);
}

/** A results page without results is more often a blocked or misread one than a word that nobody writes about. */
function nothingCame(name: string): AppError {
  return new AppError('provider_failed', `${name} answered without a single result, and did not say that there are none.`, {
    hint: 'Try again later. If it stays so, test the provider with integrations_test.',
  });
}

/** Why a keyword is too long for a provider; null if it is not. */
export function tooLong(name: string, keyword: string, maxCharacters: number, maxWords = Infinity): string | null {
  const words = keyword.split(/\s+/u).length;
  if (keyword.length <= maxCharacters && words <= maxWords) return null;
  return `${name} takes no keyword of more than ${maxCharacters} characters${maxWords === Infinity ? '' : ` or ${maxWords} words`}.`;
}
