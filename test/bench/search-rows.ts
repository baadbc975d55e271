import { dateOf, dayNumber } from '../../src/services/search-console/store/dates.ts';
import { generator } from './random.ts';

export interface SearchSize {
  days: number;
  queries: number;
  pages: number;
  /** Rows of an ordinary day. */
  perDay: number;
}

export interface MadeRow {
  date: string;
  query: string;
  page: string;
  clicks: number;
  impressions: number;
  position: number;
  /** Another page of the site that has some of these impressions, and some clicks. */
  rival: { page: string; clicks: number; impressions: number } | null;
}

export const lastDay = '2026-04-30';

/**
 * Days as Search Console has them: few queries with most impressions (Zipf), fewer searches at weekends, subjects with a season, some that come up or go
 * down, and positions that wander. Of every fifth query two pages are shown. A query is there on a day when it was seen.
 */
export function* makeDays({ days, queries, pages, perDay }: SearchSize): Generator<MadeRow[]> {
  const random = generator(7);
  const scale = scaleFor(queries, perDay);
  const home = Array.from({ length: queries }, () => 1 + random() * 40);
  const pageOf = Array.from({ length: queries }, (_, query) => (query < pages / 4 ? query : Math.floor(random() ** 2 * pages)));
  const first = dayNumber(lastDay) - days + 1;
  for (let day = first; day < first + days; day++) {
    const rows: MadeRow[] = [];
    const week = day % 7 < 2 ? 0.7 : 1.1;
    for (let query = 0; query < queries; query++) {
      const season = 1 + 0.5 * Math.sin((2 * Math.PI * (day + (query % 12) * 30)) / 365);
      const trend = query % 10 === 0 ? (day - first) / days : query % 10 === 1 ? 1 - (day - first) / days : 0.5;
      const impressions = seen((scale / (query + 10) ** 0.9) * week * season * (0.5 + trend), random);
      if (impressions === 0) continue;
      const position = Math.max(1, home[query]! + (random() - 0.5) * 4);
      const clicks = Math.min(impressions, seen((impressions * 0.3) / position, random));
      const share = query % 5 === 0 ? Math.round(random() * impressions) : 0;
      rows.push({
        date: dateOf(day),
        query: `how to choose pump ${query.toString(36)} for a house`,
        page: pageNamed(pageOf[query]!),
        clicks,
        impressions,
        position: Math.round(position * impressions) / impressions,
        rival: share === 0 ? null : { page: pageNamed(pages), clicks: Math.round((clicks * share) / impressions), impressions: share },
      });
    }
    yield rows.toSorted((one, other) => other.clicks - one.clicks);
  }
}

const pageNamed = (number: number): string => `https://www.example.com/guides/pumps/${number}-choosing-a-pump`;

/** So that an ordinary day has so many queries that were seen at all. */
function scaleFor(queries: number, perDay: number): number {
  let [low, high] = [0, 1e6];
  for (let step = 0; step < 60; step++) {
    const scale = (low + high) / 2;
    let expected = 0;
    for (let query = 0; query < queries; query++) expected += 1 - Math.exp(-scale / (query + 10) ** 0.9);
    if (expected < perDay) low = scale;
    else high = scale;
  }
  return low;
}

/** How often something happens that does so `mean` times on average (Poisson, Knuth; normal where it is large). */
function seen(mean: number, random: () => number): number {
  if (mean > 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * (random() + random() + random() + random() - 2) * 1.73));
  const limit = Math.exp(-mean);
  let count = -1;
  for (let left = 1; left > limit; left *= random()) count++;
  return count;
}
