import { scopeOf } from '../../crawl/url.ts';
import type { Tx } from '../../db/open.ts';
import type { TrackedKeywordRow } from '../../db/rows/rankings.ts';
import { nothingBefore } from './compare.ts';

/**
 * What a check is of, besides its keyword's engine, device and country: the site and the language. Checks of anything else are not compared with it.
 * Null for a project without a site.
 */
export function sampleOf(siteUrl: string | null, { language }: Pick<TrackedKeywordRow, 'language'>): string | null {
  if (siteUrl === null) return null;
  const { host, path } = scopeOf(siteUrl);
  return `${host}${path} ${language}`;
}

/** What is known of a keyword that was never asked for. */
export const unchecked = {
  status: 'not_checked',
  position: null,
  depth_checked: null,
  before: JSON.stringify(nothingBefore),
  best: null,
  dropped: 0,
  url: null,
  details: '{}',
  provider: null,
  error: null,
  checked_at: null,
  sample: null,
  left_code: null,
} as const satisfies Partial<TrackedKeywordRow>;

/** Forgets what the last checks of a project found, now that it has another site. The history stays: it says what each check was of. */
export async function forgetOtherSite(tx: Tx, projectId: string, siteUrl: string | null, before: string | null): Promise<void> {
  const ofAny = { language: '' };
  if (sampleOf(siteUrl, ofAny) === sampleOf(before, ofAny)) return;
  await tx.updateTable('tracked_keywords').set(unchecked).where('project_id', '=', projectId).execute();
}
