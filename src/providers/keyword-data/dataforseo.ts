import { AppError } from '../../errors.ts';
import type { System } from '../../system.ts';
import { createDataForSeo, escaped, type DataForSeo, type DataForSeoAccess } from '../dataforseo.ts';
import { list, record, webAddress, whole } from '../json.ts';
import type { Meter } from '../meter.ts';
import { knownKeyword } from './figures.ts';
import type { KeywordAnswer, KeywordAnswers, KeywordData, Ranked, RankedKeyword, RankedWish } from './keyword-data.ts';
import { labsMarket, type Market } from './markets.ts';

export const maxKeywords = 700;
const maxCharacters = 80;
const maxWords = 10;
export const pageSize = 1000;

/** What one page of an answer holds. */
interface Page {
  items: unknown[];
  total: number | null;
  cost: number | null;
}

/** DataForSEO Labs (`dataforseo_labs/google/…/live`): its own database of keywords and of who ranks for them. */
export function createDataForSeoKeywords(system: System, access: DataForSeoAccess, meter: Meter): KeywordData {
  const api = createDataForSeo(system, access, meter);
  return {
    provider: 'dataforseo',
    maxKeywords,
    cannot(market) {
      const codes = labsMarket(market);
      return typeof codes === 'string' ? codes : null;
    },
    metrics: (keywords, market, signal) => metrics(api, keywords, market, signal),
    async suggestions(seed, { limit, ...market }, signal) {
      const size = Math.min(limit, pageSize);
      const task = { keyword: escaped(written(seed)), ...codesOf(market), limit: size };
      const { items, total } = await ask(api, 'keyword_suggestions', task, signal);
      return { rows: items.slice(0, size).flatMap(knownKeyword), total };
    },
    async ranked(domain, { limit, isWanted = () => true, ...market }, signal) {
      return ranked(api, { target: targetOf(domain), ...codesOf(market) }, { limit, isWanted }, signal);
    },
  };
}

async function metrics(api: DataForSeo, keywords: readonly string[], market: Market, signal?: AbortSignal): Promise<KeywordAnswers> {
  if (keywords.length > maxKeywords) throw new RangeError(`At most ${maxKeywords} keywords are taken at once.`);
  const codes = codesOf(market);
  const asked = [...new Set(keywords.map(written).filter(isTaken))];
  if (asked.length === 0) {
    return { rows: keywords.map((keyword) => ({ keyword, figures: null, why: 'not_applicable' })), requests: 0, cost: 0 };
  }
  const task = { keywords: asked.map(escaped), ...codes, include_serp_info: true };
  const { items, cost } = await ask(api, 'keyword_overview', task, signal);
  // Of one that comes twice, the first counts.
  const found = new Map(
    items
      .flatMap(knownKeyword)
      .toReversed()
      .map(({ keyword, figures }) => [written(keyword), figures]),
  );
  const rows = keywords.map((keyword): KeywordAnswer => {
    const figures = found.get(written(keyword)) ?? null;
    if (figures) return { keyword, figures, why: null };
    return { keyword, figures, why: isTaken(written(keyword)) ? 'provider_has_none' : 'not_applicable' };
  });
  return { rows, requests: 1, cost };
}

async function ranked(
  api: DataForSeo,
  target: Record<string, unknown>,
  { limit, isWanted }: Required<Pick<RankedWish, 'limit' | 'isWanted'>>,
  signal?: AbortSignal,
): Promise<Ranked> {
  const best = new Map<string, RankedKeyword>();
  const volumes: number[] = [];
  let total: number | null = null;
  let read = 0;
  let complete = false;
  while (read < limit && !complete) {
    const size = Math.min(limit - read, pageSize);
    const task = { ...target, item_types: ['organic'], order_by: searchedMostFirst, limit: size, offset: read };
    signal?.throwIfAborted();
    const page: Page | undefined = await ask(api, 'ranked_keywords', task, signal).catch((thrown: unknown) => givenUp(thrown, read));
    if (!page) break;
    const items = page.items.slice(0, size);
    keepBest(best, items.flatMap(rankedKeyword).filter(({ url }) => isWanted(url))); // prettier-ignore
    volumes.push(...items.map(volumeOf));
    total = page.total ?? total;
    read += items.length;
    const isLast = items.length < size;
    // Fewer than were asked for are all only where it does not say that there are more.
    complete = total === null ? isLast : read >= total;
    if (isLast) break;
  }
  return { rows: [...best.values()], total, complete, wholeAbove: complete ? null : lowestOf(volumes) };
}

const volumeOf = (item: unknown): number => whole(record(record(record(item)['keyword_data'])['keyword_info'])['search_volume']) ?? -1;

/** Where a list in the order of volumes is cut; null where it is in another order, or ends before any volume. */
function lowestOf(volumes: readonly number[]): number | null {
  const isInOrder = volumes.every((volume, at) => at === 0 || volume <= volumes[at - 1]!);
  return isInOrder && volumes.length > 0 ? Math.max(0, volumes.at(-1)!) : null;
}

/** Two lists that are cut in this order are cut alike: both hold all that is searched often. */
const searchedMostFirst = ['keyword_data.keyword_info.search_volume,desc', 'ranked_serp_element.serp_item.rank_group,asc'];

/** The first page must come. What a later one lacks is no reason to throw away those that came. */
function givenUp(thrown: unknown, read: number): undefined {
  if (read > 0 && thrown instanceof AppError) return undefined;
  throw thrown;
}

function keepBest(best: Map<string, RankedKeyword>, rows: readonly RankedKeyword[]): void {
  for (const row of rows) {
    const before = best.get(row.keyword);
    if (!before || row.position < before.position) best.set(row.keyword, row);
  }
}

function rankedKeyword(item: unknown): RankedKeyword[] {
  const { keyword_data: data, ranked_serp_element: element } = record(item);
  const { type, rank_group: rank, url } = record(record(element)['serp_item']);
  const [position, address] = [whole(rank), webAddress(url)];
  if (type !== 'organic' || position === null || position === 0 || address === null) return [];
  return knownKeyword(data).map((known) => ({ ...known, position, url: address }));
}

async function ask(api: DataForSeo, method: string, task: Record<string, unknown>, signal?: AbortSignal): Promise<Page> {
  const { result, cost } = await api.ask(`dataforseo_labs/google/${method}/live`, task, 1, signal);
  if (result === null) return { items: [], total: 0, cost };
  const { items, total_count: total } = result;
  // Null is how it says that there are none.
  if (!Array.isArray(items) && items !== null) {
    throw new AppError('provider_failed', 'DataForSEO answered without a list of keywords.', { hint: 'Try again later.' });
  }
  return { items: list(items), total: whole(total), cost };
}

function codesOf(market: Market) {
  const codes = labsMarket(market);
  if (typeof codes !== 'string') return codes;
  throw new AppError('provider_refused', codes, { hint: 'Ask for a country and a language of it that DataForSEO has.' });
}

/** As DataForSEO writes keywords: it answers in lower case. */
function written(keyword: string): string {
  return keyword.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ').trim();
}

/** Google Ads, whose figures these are, takes nothing beyond the basic plane of Unicode, such as emoji; one such keyword can fail a whole call. */
function isTaken(keyword: string): boolean {
  return (
    keyword !== '' && keyword.length <= maxCharacters && keyword.split(' ').length <= maxWords && !/[\u{10000}-\u{10FFFF}]/u.test(keyword)
  );
}

/** Without scheme, `www.` and port, as it takes domains. */
function targetOf(domain: string): string {
  const host = URL.parse(`https://${domain}`)?.hostname.replace(/^www\./, '');
  if (host !== undefined && /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]+$/.test(host)) return host;
  throw new AppError('provider_refused', `DataForSEO knows public domains only, not ${JSON.stringify(domain.slice(0, 100))}.`, {
    hint: 'Name a domain such as example.com.',
  });
}
