import { findRenderedFaults, renderedChecks } from '../../audit/rendered-checks.ts';
import type { Renderer } from '../../crawl/render.ts';
import type { Rendering } from '../../crawl/rendering.ts';
import type { Db, Store, Tx } from '../../db/open.ts';
import type { System } from '../../system.ts';
import type { JobAttempt } from '../common/jobs.ts';
import { keepFindings, type Compared } from './findings.ts';
import { crawlShare } from './frontier.ts';
import { factsOf } from './page.ts';
import { notePages } from './queries.ts';
import { lookAt, notRendered, type Looking, type Outcome } from './rendered-page.ts';
import { changeSpent, type AuditSpent } from './spent.ts';
import { nearestPages, type NearPage } from './stored.ts';

/** Pages that are rendered: those nearest to the start. Each takes a second or more of this machine. */
export const maxRendered = 50;
/** For rendering, also where the crawl has used up the time of the audit. */
const minMs = 60_000;
/** After so many pages in a row at which the browser failed, it does so at all. */
export const maxFailuresInRow = 5;

/** The codes of the checks that only rendered pages have. */
export const renderedCodes: ReadonlySet<string> = new Set(renderedChecks.map(({ code }) => code));

interface Needs extends Omit<Looking, 'renderer' | 'signal'> {
  store: Store;
  system: Pick<System, 'now'>;
  rendering: Rendering;
  audit: Compared;
  /** What is left of the time of the audit, in milliseconds. */
  leftMs: number;
  attempt: JobAttempt;
}

/** Renders some pages of an audit, and keeps of each what its scripts bring. The browser starts with the first of them and ends with the last. */
export async function renderPages({ store, system, rendering, audit, leftMs, attempt, ...looking }: Needs): Promise<void> {
  const pages = await nearestPages(store.db, audit.id, maxRendered);
  const waiting = pages.filter((page) => factsOf(page).rendered === undefined);
  const keep = await keeping(store, audit, attempt, { total: pages.length, waiting: waiting.length });
  const until = system.now() + Math.max(leftMs, minMs);
  let renderer: Renderer | undefined;
  let failures = 0;
  try {
    for (const [nth, page] of waiting.entries()) {
      const began = system.now();
      const left = waiting.slice(nth);
      if (began >= until) return await keep(left, notRendered('time_up', 'The time of the audit was up.'), 0);
      attempt.signal.throwIfAborted();
      const outcome = await lookAt(page.url, {
        ...looking,
        signal: attempt.signal,
        renderer: async () => (renderer ??= await rendering.open()),
      });
      failures = 'code' in outcome && outcome.isOfBrowser ? failures + 1 : 0;
      const isHopeless = ('code' in outcome && outcome.code === 'renderer_unavailable') || failures >= maxFailuresInRow;
      await keep(isHopeless ? left : [page], outcome, system.now() - began);
      if (isHopeless) return;
    }
  } finally {
    await renderer?.close();
  }
}

/** Keeps what came of pages, what is wrong with them, and what of the audit's time they took, at once. */
async function keeping({ db }: Store, audit: Compared, { report }: JobAttempt, { total, waiting }: { total: number; waiting: number }) {
  const { id, previousId } = audit;
  const shownBefore = previousId === null ? new Set<string>() : await shownPages(db, previousId);
  let left = waiting;
  return async (pages: readonly NearPage[], outcome: Outcome, ms: number): Promise<void> => {
    const write = async (tx: Tx) => {
      const rows = pages.map((page) => ({ ...page, facts: JSON.stringify({ ...factsOf(page), rendered: outcome.kept }) }));
      await notePages(tx, id, rows);
      const [again, first] = [true, false].map((was) => pages.filter(({ url }) => shownBefore.has(url) === was));
      await keepFindings(tx, audit, faultsOf(again!, outcome));
      // Another audit may have read the page and not rendered it: then it says nothing of what scripts bring.
      await keepFindings(tx, { ...audit, judgedBefore: new Set() }, faultsOf(first!, outcome));
      await changeSpent(tx, id, (spent) => rendered(spent, pages.length, outcome, ms));
    };
    left -= pages.length;
    await report(`${total - left} of ${total} pages rendered`, crawlShare, write);
  };
}

function faultsOf(pages: readonly NearPage[], outcome: Outcome) {
  if ('code' in outcome) return [];
  return pages.flatMap(({ url }) => findRenderedFaults({ ...outcome, url }).map((fault) => ({ ...fault, url, isPage: true })));
}

function rendered(spent: AuditSpent, pages: number, outcome: Outcome, ms: number): AuditSpent {
  const { rendered: before, failed } = spent.rendering ?? { rendered: 0, failed: {} };
  const rendering =
    'code' in outcome
      ? { rendered: before, failed: { ...failed, [outcome.code]: countMore(failed[outcome.code], pages, outcome.message) } }
      : { rendered: before + pages, failed };
  return { ...spent, ms: spent.ms + ms, rendering };
}

function countMore(known: { count: number; example: string } | undefined, pages: number, example: string) {
  return { count: (known?.count ?? 0) + pages, example: known?.example ?? example };
}

/** The pages that an audit has rendered. */
export async function shownPages(db: Db, auditId: string): Promise<Set<string>> {
  const pages = await nearestPages(db, auditId, maxRendered);
  return new Set(pages.flatMap((page) => (factsOf(page).rendered?.error === null ? [page.url] : [])));
}
