import {
  addressKey,
  type BrokenAddress,
  type OddAnswer,
  type SiteFacts,
  type SitePage,
  type SiteView,
} from '../../audit/site-checks/site-view.ts';
import { readRobotsOfAll, type Robots } from '../../crawl/robots.ts';
import type { Db } from '../../db/open.ts';
import type { AuditLinkRow } from '../../db/rows/audits.ts';
import { noSuchHost, oddities } from './aside.ts';
import { robotsFactsOf, type Learned } from './learned.ts';
import { toSitePage } from './page.ts';
import { lastNumber, linksInTurns } from './stored.ts';

/** Pages read at once; the links of each may be a megabyte. */
const pagesAtOnce = 25;
/** Without an answer from any of so many hosts, the fault is ours: this machine knows no names. */
const minHostsOfDoubt = 3;
const resourceCrawler = 'googlebot';
/** More than evidence names. */
const maxBlocked = 20;

interface Needs {
  db: Db;
  auditId: string;
  start: string;
  learned: Learned;
  isOwn(url: string): boolean;
  /** Gives other work its turn. */
  turn: () => Promise<void>;
}

/** A site as the tables hold it. */
export async function openView({ db, auditId, start, learned, isOwn, turn }: Needs): Promise<SiteView> {
  async function* pages(parts: { links?: boolean; anchors?: boolean } = {}): AsyncIterable<SitePage> {
    for (let after = 0; ;) {
      const rows = await pagesAfter(db, auditId, after);
      const stored =
        parts.links || parts.anchors
          ? await linksOf(
              db,
              auditId,
              rows.map(({ number }) => number),
            )
          : new Map<number, { links: string; anchors: string }>();
      for (const row of rows) {
        await turn();
        const { links, anchors } = stored.get(row.number) ?? {};
        if (row.state !== 'waiting')
          yield toSitePage(row, { links: parts.links ? links : undefined, anchors: parts.anchors ? anchors : undefined });
      }
      if (rows.length < pagesAtOnce) return;
      after = rows.at(-1)!.number;
    }
  }

  return { about: await aboutOf({ db, auditId, start, learned, isOwn, turn }), size: await lastNumber(db, auditId), pages };
}

const pagesAfter = (db: Db, auditId: string, after: number) =>
  db
    .selectFrom('audit_pages')
    .select(['number', 'url', 'depth', 'listed', 'state', 'status', 'facts'])
    .where('audit_id', '=', auditId)
    .where('number', '>', after)
    .orderBy('number')
    .limit(pagesAtOnce)
    .execute();

async function linksOf(db: Db, auditId: string, numbers: readonly number[]): Promise<Map<number, { links: string; anchors: string }>> {
  const [first = 0] = numbers;
  const rows = await db
    .selectFrom('audit_page_links')
    .select(['number', 'links', 'anchors'])
    .where('audit_id', '=', auditId)
    .where('number', '>=', first)
    .where('number', '<=', numbers.at(-1) ?? 0)
    .execute();
  return new Map(rows.map(({ number, ...parts }) => [number, parts]));
}

async function aboutOf({ db, auditId, start, learned, isOwn, turn }: Needs): Promise<SiteFacts> {
  const aside: AuditLinkRow[] = [];
  for await (const row of linksInTurns(db, auditId, turn)) aside.push(row);
  const { robots, end, sitemaps, probes } = learned;
  const rulesFor = readRobotsOfAll(robots.url, { status: robots.status, body: Buffer.from(robots.text) });
  const resources = aside.flatMap(({ kind, url }) => (kind === 'resource' && isOwn(url) ? [url] : []));
  return {
    start,
    isComplete: end === 'complete',
    robots: robotsFactsOf(learned),
    sitemaps,
    probes,
    blockedResources: rulesFor ? await blockedBy(rulesFor(resourceCrawler), resources, turn) : [],
    broken: brokenAmong(aside),
    odd: oddAmong(aside),
  };
}

/** The first of them: thousands of rules take some milliseconds for each. */
async function blockedBy(rules: Robots, urls: readonly string[], turn: () => Promise<void>): Promise<string[]> {
  const blocked: string[] = [];
  for (const url of urls) {
    await turn();
    if (!rules.allows(url) && blocked.push(url) === maxBlocked) break;
  }
  return blocked;
}

/** Those that are gone. Where no host at all had an address, none is said to be gone for that. */
function brokenAmong(aside: readonly AuditLinkRow[]): Map<number, BrokenAddress> {
  const nameless = new Set(aside.flatMap(({ reason, url }) => (reason === noSuchHost ? [new URL(url).host] : [])));
  const isDoubtful = nameless.size >= minHostsOfDoubt && !aside.some(({ kind, status }) => kind === 'external' && status > 0);
  const gone = aside.filter(({ outcome, reason }) => outcome === 'broken' && !(isDoubtful && reason === noSuchHost));
  return new Map(gone.map(({ url, kind, reason }) => [addressKey(url), { url, kind, why: reason! }]));
}

function oddAmong(aside: readonly AuditLinkRow[]): Map<number, OddAnswer> {
  const odd = aside.filter(({ outcome, reason }) => outcome === 'works' && reason !== null);
  return new Map(odd.map(({ url, reason }) => [addressKey(url), { url, what: oddityIn(reason!) }]));
}

function oddityIn(reason: string): OddAnswer['what'] {
  if (reason.startsWith(oddities.refused)) return { type: reason.slice(oddities.refused.length) };
  return reason === oddities.page
    ? 'page'
    : reason === oddities.noFeed
      ? 'no_feed'
      : { bytes: Number.parseInt(reason, 10), isMore: reason.endsWith('+') };
}
