import type { Tx } from '../../db/open.ts';
import type { RankingCheckRow, TrackedKeywordRow } from '../../db/rows/rankings.ts';
import { isOwn, scopeOf } from '../../crawl/url.ts';
import type { SearchResults } from '../../providers/search/search.ts';
import { beforeOf, earliestCompared, movementOf, type Before } from './compare.ts';
import type { Question } from './serving.ts';
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

/** The best page of the site by the rules of hosts: `isOwn`. */
export function findSite(siteUrl: string, { depth }: Question, results: SearchResults): Found {
  const ours = results.organic.filter(({ url, position }) => position <= depth && isOwn(siteUrl, url));
  const [best, ...others] = ours.toSorted((one, other) => one.position - other.position);
  const otherUrls = [...new Set(others.map(({ url }) => url))].filter((url) => url !== best?.url).slice(0, maxOtherUrls);
  return {
    position: best?.position ?? null,
    url: best?.url ?? null,
    depthChecked: results.depthChecked,
    cost: results.cost,
    details: { features: results.features.slice(0, maxFeatures), otherUrls },
  };
}

/** What a check is of, besides its keyword's engine, device and country: checks of anything else are not compared with it. */
export function sampleOf(siteUrl: string, { language }: Pick<Question, 'language'>): string {
  const { host, path } = scopeOf(siteUrl);
  return `${host}${path} ${language}`;
}

interface Asked {
  id: string;
  sample: string;
  now: number;
}

/** Keeps what asking came to; nothing where the keyword is no longer tracked. */
export async function record(tx: Tx, { id, sample, now }: Asked, outcome: Outcome): Promise<void> {
  const row = await tx.selectFrom('tracked_keywords').select(['best', 'sample']).where('id', '=', id).executeTakeFirst();
  if (!row) return;
  const before = await standingsBefore(tx, id, sample, now);
  const { found, error, provider } = outcome;
  const changed = found ? foundColumns({ found, before, sample }, row) : failedColumns(error);
  const checked = provider === null ? {} : { checked_at: now };
  await tx
    .updateTable('tracked_keywords')
    .set({ ...changed, ...checked, provider, before: JSON.stringify(before), waiting: 0, left_code: null })
    .where('id', '=', id)
    .execute();
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

async function standingsBefore(tx: Tx, id: string, sample: string, now: number): Promise<Before> {
  const like = tx
    .selectFrom('ranking_checks')
    .select(['checked_at', 'position', 'depth'])
    .where('keyword_id', '=', id)
    .where('checked_at', '<', now)
    .where('sample', '=', sample)
    .where('status', '!=', 'error')
    .orderBy('checked_at', 'desc');
  const last = await like.limit(1).executeTakeFirst();
  const earlier = await like.where('checked_at', '>=', now - earliestCompared).execute();
  return beforeOf(now, last, earlier);
}

const statusOf = ({ position }: Found) => (position === null ? 'not_found_in_top_n' : 'ranked');

interface Told {
  found: Found;
  before: Before;
  sample: string;
}

function foundColumns({ found, before, sample }: Told, was: Pick<TrackedKeywordRow, 'best' | 'sample'>) {
  const { position, url, depthChecked, details } = found;
  const best = [position, was.sample === sample ? was.best : null].filter((one) => one !== null);
  const isLost = movementOf({ position, depth: depthChecked }, before.last) === 'lost';
  const leftFirst = position !== null && position > firstPage && (before.last?.position ?? Infinity) <= firstPage;
  return {
    status: statusOf(found) as TrackedKeywordRow['status'],
    position,
    depth_checked: depthChecked,
    best: best.length === 0 ? null : Math.min(...best),
    dropped: isLost || leftFirst ? 1 : 0,
    url,
    details: JSON.stringify(details),
    error: null,
    sample,
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
