import type { Ranking, RankingPage, RankingSummary, TrackedKeywords } from '../../../schema/rankings.ts';
import { rowsOf } from '../../support/rows.ts';
import type { TestApp } from '../../support/test-app.ts';

export const day = 24 * 3_600_000;

type Desk = Pick<TestApp, 'desk'>;

export const track = async ({ desk }: Desk, keywords: readonly string[], more: Record<string, unknown> = {}) =>
  (await desk.call('rankings_track', { keywords, ...more })) as TrackedKeywords;

export const list = async ({ desk }: Desk, input: Record<string, unknown> = {}) =>
  (await desk.call('rankings_list', { limit: 100, ...input })) as RankingPage;

export const summaryOf = async (app: Desk, input: Record<string, unknown> = {}): Promise<RankingSummary> =>
  (await list(app, input)).summary;

export async function rankingOf(app: Desk, keyword: string): Promise<Ranking> {
  const { data } = await list(app);
  return data.find((row) => row.keyword === keyword)!;
}

/** Gives the only project a site. */
export async function giveSite({ desk }: Desk, siteUrl: string): Promise<string> {
  const { data } = (await desk.call('projects_list')) as { data: { id: string }[] };
  await desk.call('projects_update', { id: data[0]!.id, siteUrl });
  return data[0]!.id;
}

/** As if a check had found this. */
export async function plantFound({ home, desk, now }: TestApp, keyword: string, found: Record<string, unknown>): Promise<void> {
  const { id } = await rankingOf({ desk }, keyword);
  const common = { checked_at: now(), depth_checked: 20, provider: 'serper', sample: 'example.com/ en' };
  await rowsOf(home).update('tracked_keywords', { ...common, status: 'ranked', ...found }, { id });
}
