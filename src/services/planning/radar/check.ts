import { isOwn, normaliseUrl, scopeOf } from '../../../crawl/url.ts';
import type { RadarSourceRow } from '../../../db/rows/planning.ts';
import { inSlices } from '../../common/slices.ts';
import { countPages } from '../queries.ts';
import type { Fault } from '../../../crawl/visit.ts';
import { conclude, type Told } from './conclude.ts';
import { radarLimits } from './limits.ts';
import { listPages, siteOf, type Listing } from './listing.ts';
import type { CheckEnd, CheckNeeds } from './check-needs.ts';
import { forgetTexts } from './pages.ts';
import { nothingSeen, walk, type Seen } from './walk.ts';

/** What a check of a source came to. */
export interface CheckResult extends Told {
  sourceId: string;
  url: string;
  /** True for a first look, which tells no changes. */
  isBaseline: boolean;
  end: CheckEnd;
  pagesLookedAt: number;
  pagesNotLookedAt: number;
  /** Pages that could not be read this time, and that robots.txt forbids. */
  pagesFailed: number;
  pagesForbidden: number;
  error: { code: string; message: string } | null;
}

const maxToldProblems = 3;
const none: Told = { new: 0, updated: 0, removed: 0, moved: 0 };

/**
 * Looks at a source's pages, tells what changed, and keeps what they say now. The first look tells nothing. An interrupted check goes on with
 * the pages that it has not looked at.
 */
export async function checkSource(needs: CheckNeeds, given: RadarSourceRow): Promise<CheckResult> {
  const { polite, looking } = needs;
  const source = { ...given, url: await addressOf(needs, given) };
  const { robots, url, status, error } = await polite.robotsOf(source.url, looking.signal);
  if (!robots) {
    const message = error ? `${url} gave no answer: ${error.message}` : `${url} answered ${status}: nothing may be read until it answers.`;
    return ended(needs, source, { ...nothingSeen(), end: 'unreachable', error: { code: 'unreachable', message } }, none, true);
  }
  const listing = await listPages({ ...needs, facts: looking.facts, signal: looking.signal }, source, needs.feedUrl);
  const site = siteOf(source);
  const owns = (page: string) => (source.kind === 'feed' ? normaliseUrl(page) !== null : isOwn(site, page));
  const seen = await walk(needs, source, owns);
  const told = await conclude(needs, source, seen, owns);
  return ended(needs, source, withProblems(seen, listing, source), told, isBlind(source, listing));
}

/** A competitor is named by its domain alone: where it does not answer by https at the first look, http is tried. */
async function addressOf({ polite, looking, writeStep }: CheckNeeds, { id, kind, url, checked_at }: RadarSourceRow): Promise<string> {
  if (kind !== 'site' || checked_at !== null || !url.startsWith('https:')) return url;
  if ((await polite.robotsOf(url, looking.signal)).error === null) return url;
  const plain = url.replace(/^https:/, 'http:');
  if ((await polite.robotsOf(plain, looking.signal)).error !== null) return url;
  await writeStep('finding the site', async (tx) => {
    await tx.updateTable('radar_sources').set({ url: plain }).where('id', '=', id).execute();
  });
  return plain;
}

/** Nothing but the front page is known, because what lists the others cannot be read: all of them would be news later. */
function isBlind({ kind }: RadarSourceRow, { count, problems }: Listing): boolean {
  return problems.length > 0 && count <= (kind === 'site' ? 1 : 0);
}

function withProblems(seen: Seen, { problems, hasMore }: Listing, { url }: RadarSourceRow): Seen {
  if (seen.error) return seen;
  if (seen.forbidden > 0 && seen.forbidden === seen.lookedAt) {
    const message = `The robots.txt of ${scopeOf(url).host} forbids all of the pages that were to be looked at.`;
    return { ...seen, end: 'robots_forbid', error: { code: 'robots_forbid', message } };
  }
  const more = hasMore ? [`More than ${radarLimits.knownPages.toLocaleString('en')} pages are listed: the others are not known.`] : [];
  const told = [...problems, ...more].slice(0, maxToldProblems);
  return told.length === 0 ? seen : { ...seen, error: { code: 'partly_unread', message: told.join(' ') } };
}

/** New pages are read also where there is no room: those that were not looked at for longest make it. */
async function forgetBeyond({ store, system }: CheckNeeds, source: RadarSourceRow): Promise<void> {
  const { read } = await countPages(store.db, source);
  if (read <= radarLimits.readPages) return;
  await inSlices({ store, system }, async (tx) => ((await forgetTexts(tx, source, read - radarLimits.readPages)) ? undefined : true));
}

function nothingRead({ code, message }: Fault): NonNullable<Seen['error']> {
  return { code: 'nothing_read', message: `No page of it could be read, the last because of this (${code}): ${message}` };
}

async function ended(needs: CheckNeeds, source: RadarSourceRow, before: Seen, told: Told, isBlindLook: boolean): Promise<CheckResult> {
  const { system } = needs;
  await forgetBeyond(needs, source);
  const { known, read, lookedAt } = await countPages(needs.store.db, source);
  // What can be read later would be told as news, though it was there all the time.
  const isUnread = read === 0 && before.lookedAt > 0;
  const seen = isUnread && before.error === null && before.fault ? { ...before, error: nothingRead(before.fault) } : before;
  const isSeen = seen.end !== 'unreachable' && seen.end !== 'robots_forbid' && !isBlindLook && !isUnread;
  const pagesNotLookedAt = Math.max(0, known - lookedAt);
  await needs.writeStep(`${new URL(source.url).host} looked at`, async (tx) => {
    const now = system.now();
    await tx
      .updateTable('radar_sources')
      .set({
        checked_at: now,
        baseline_at: source.baseline_at ?? (isSeen ? now : null),
        known_pages: known,
        read_pages: read,
        not_looked_at: pagesNotLookedAt,
        last_error: seen.error === null ? null : JSON.stringify(seen.error),
      })
      .where('id', '=', source.id)
      .execute();
  });
  return {
    sourceId: source.id,
    url: source.url,
    isBaseline: source.baseline_at === null,
    end: seen.end,
    ...told,
    pagesLookedAt: seen.lookedAt,
    pagesNotLookedAt,
    pagesFailed: seen.failed,
    pagesForbidden: seen.forbidden,
    error: seen.error,
  };
}
