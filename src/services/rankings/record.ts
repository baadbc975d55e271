import type { Tx } from '../../db/open.ts';
import type { RankingCheckRow, TrackedKeywordRow } from '../../db/rows/rankings.ts';
import { isOwn, normaliseUrl } from '../../crawl/url.ts';
import type { SearchResults } from '../../providers/search/search.ts';
import { beforeOf, earliestCompared, movementOf, type Before } from './compare.ts';
import type { Question } from './serving.ts';
import { sampleOf } from './sample.ts';
import type { Details } from './wire.ts';

/** Pages of the site that are told besides the best. */
const maxOtherUrls = 5;
const maxFeatures = 20;
/** Leaving the first ten is worth telling: hardly anybody looks further. */
const firstPage = 10;

/** What asking came to. `provider` is null where nobody could be asked: that is no check. */
export type Outcome =
  | { provider: string; found: Found; error?: undefined }
  | { provider: string | null; found?: undefined; error: { code: string; message: string } };

/** Where a site stands among results. */
export interface Found {
  position: number | null;
  url: string | null;
  depthChecked: number;
  cost: number | null;
  details: Details;
}

/** By the rules of hosts (`isOwn`), however the result spells its address. */
export function isOurs(siteUrl: string, url: string): boolean {
  const address = normaliseUrl(url);
  return address !== null && isOwn(siteUrl, address);
}

/** The best page of the site. */
export function findSite(siteUrl: string, { depth }: Question, results: SearchResults): Found {
  const ours = results.organic.filter(({ url, position }) => position <= depth && isOurs(siteUrl, url));
  const [best, ...others] = ours.toSorted((one, other) => one.position - other.position);
  const otherUrls = [...new Set(others.map(({ url }) => url))].filter((url) => url !== best?.url).slice(0, maxOtherUrls);
  const ownFeatures = results.featuredUrl !== undefined && isOurs(siteUrl, results.featuredUrl) ? ['featured_snippet'] : [];
  return {
    position: best?.position ?? null,
    url: best?.url ?? null,
    depthChecked: results.depthChecked,
    cost: results.cost,
    details: { features: results.features.slice(0, maxFeatures), otherUrls, ownFeatures },
  };
}

interface Asked {
  id: string;
  /** The site that was looked for, and the language that was asked in. */
  siteUrl: string;
  language: string;
  now: number;
}

/**
 * Keeps what asking came to; nothing where the keyword is no longer tracked. False where site or language were changed while it was asked: then that
 * is history of its own, and nothing is known yet of what is wanted now.
 */
export async function record(tx: Tx, { id, siteUrl, language, now }: Asked, outcome: Outcome): Promise<boolean> {
  const row = await tx
    .selectFrom('tracked_keywords')
    .innerJoin('projects', 'projects.id', 'tracked_keywords.project_id')
    .select(['best', 'sample', 'tracked_keywords.language', 'site_url'])
    .where('tracked_keywords.id', '=', id)
    .executeTakeFirst();
  if (!row) return true;
  const sample = sampleOf(siteUrl, { language })!;
  await keepCheck(tx, { id, sample, now }, outcome);
  if (sampleOf(row.site_url, row) !== sample) return false;
  const { before, best: earlierBest } = await likeBefore(tx, id, sample, now);
  const { found, error, provider } = outcome;
  const changed = found ? foundColumns(found, before) : failedColumns(error);
  const checked = provider === null ? {} : { checked_at: now };
  const best = bestOf([earlierBest, row.sample === sample ? row.best : null, found?.position ?? null]);
  await tx
    .updateTable('tracked_keywords')
    .set({ ...changed, ...checked, provider, sample, best, before: JSON.stringify(before), waiting: 0, left_code: null })
    .where('id', '=', id)
    .execute();
  return true;
}

async function keepCheck(tx: Tx, { id, sample, now }: { id: string; sample: string; now: number }, outcome: Outcome): Promise<void> {
  const { found, provider } = outcome;
  if (provider === null) return;
  const check: RankingCheckRow = {
    keyword_id: id,
    checked_at: now,
    status: found ? statusOf(found) : 'error',
    position: found?.position ?? null,
    depth: found?.depthChecked ?? 0,
    sample,
    url: found?.url ?? null,
    provider,
    cost: found?.cost ?? null,
  };
  const { keyword_id: _, checked_at: __, ...again } = check;
  const added = tx.insertInto('ranking_checks').values(check);
  await added.onConflict((conflict) => conflict.columns(['keyword_id', 'checked_at']).doUpdateSet(again)).execute();
}

/** Where it stood at like checks that succeeded, and the best of those that are kept. */
async function likeBefore(tx: Tx, id: string, sample: string, now: number): Promise<{ before: Before; best: number | null }> {
  const like = tx
    .selectFrom('ranking_checks')
    .where('keyword_id', '=', id)
    .where('checked_at', '<', now)
    .where('sample', '=', sample)
    .where('status', '!=', 'error');
  const { best } = await like.select((make) => make.fn.min('position').as('best')).executeTakeFirstOrThrow();
  const latestFirst = like.orderBy('checked_at', 'desc');
  const last = await latestFirst.select(['position', 'depth', 'url']).limit(1).executeTakeFirst();
  const earlier = await latestFirst
    .select(['checked_at', 'position', 'depth'])
    .where('checked_at', '>=', now - earliestCompared)
    .execute();
  return { before: beforeOf(now, last, earlier), best };
}

function bestOf(positions: readonly (number | null)[]): number | null {
  const known = positions.filter((one) => one !== null);
  return known.length === 0 ? null : Math.min(...known);
}

const statusOf = ({ position }: Found) => (position === null ? 'not_found_in_top_n' : 'ranked');

function foundColumns(found: Found, before: Before) {
  const { position, url, depthChecked, details } = found;
  const isLost = movementOf({ position, depth: depthChecked }, before.last) === 'lost';
  const leftFirst = position !== null && position > firstPage && (before.last?.position ?? Infinity) <= firstPage;
  return {
    status: statusOf(found) as TrackedKeywordRow['status'],
    position,
    depth_checked: depthChecked,
    dropped: isLost || leftFirst ? 1 : 0,
    url,
    details: JSON.stringify(details),
    error: null,
  };
}

function failedColumns(error: { code: string; message: string }) {
  return {
    status: 'error' as const,
    position: null,
    depth_checked: null,
    dropped: 0,
    url: null,
    details: '{}',
    error: JSON.stringify(error),
  };
}
