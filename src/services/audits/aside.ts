import { readFeed } from '../../crawl/feed.ts';
import type { Polite } from '../../crawl/polite.ts';
import { hostOf } from '../../crawl/url.ts';
import type { Store } from '../../db/open.ts';
import type { AuditLinkRow } from '../../db/rows/audits.ts';
import type { System } from '../../system.ts';
import type { JobAttempt } from '../common/jobs.ts';
import { noteAside } from './queries.ts';
import { crawlShare } from './frontier.ts';
import { shownText } from './shown-text.ts';
import { changeSpent, type AuditSpent } from './spent.ts';
import { linksInTurns } from './stored.ts';
import { timeLimit } from '../common/time-limit.ts';

/** Hosts asked at once; each at its own pace. */
const maxHostsAtOnce = 8;
/** Of one other host, which is asked once a second. */
export const maxPerHost = 60;
/** Answers kept in one transaction. */
const maxKeptAtOnce = 20;
/** How a host that has no address is told. */
export const noSuchHost = 'no such host';
/** For the links, also where the crawl has used up the time of the audit. */
const minMs = 30_000;

/** What is odd about the answer of an address that works. */
export const oddities = { page: 'a web page', noFeed: 'no feed', refused: 'the type ' } as const;
/** What browsers take as a script or a style sheet where the server forbids them to guess, and what scripts of the page may translate. */
const runnable = /^(?:text|application)\/(?:css|(?:x-)?(?:java|ecma)script|jscript|livescript|babel|jsx|typescript)\b/i;
/** Larger images and scripts take seconds on a slow line. */
export const maxBytesOf: Readonly<Record<string, number>> = { image: 1_000_000, resource: 500_000 };
/** Of a content type that is told. */
const maxTypeLength = 60;
const maxFeedBytes = 4 * 1024 * 1024;
/** Read of all that does not say how large it is, in one audit, to weigh it. */
const maxWeighedBytes = 50_000_000;

type Answered = Pick<AuditLinkRow, 'url' | 'kind' | 'outcome' | 'status' | 'reason'>;
type ExternalLinks = NonNullable<AuditSpent['externalLinks']>;
type Asked = Pick<AuditLinkRow, 'url' | 'kind'>;

interface Needs {
  store: Store;
  system: System;
  polite: Asking;
  audit: { id: string; checkExternal: boolean; isOwn(url: string): boolean };
  /** What is left of the time of the audit, in milliseconds. */
  leftMs: number;
  attempt: Pick<JobAttempt, 'report' | 'signal'>;
}

/** Asks whether the addresses are there to which pages link or which they show. What there is no time or leave for stays not checked. */
export async function askAside({ store, system, polite, audit, leftMs, attempt }: Needs): Promise<void> {
  const { report } = attempt;
  const { rows, ...found } = await linksToAsk(store, audit, system.turns(attempt.signal));
  let { external } = found;
  // They are counted as they are answered: there may be 10,000, too many to go over in the transaction that ends the audit.
  const keep = (step: string, done: number, some: readonly Answered[]) => {
    for (const { kind, outcome } of some) if (kind === 'external') external = withAnswer(external, outcome);
    const counts = audit.checkExternal ? { externalLinks: external } : {};
    return report(step, crawlShare + 0.15 * done, async (tx) => {
      await noteAside(tx, audit.id, some);
      await changeSpent(tx, audit.id, (spent) => ({ ...spent, ...counts }));
    });
  };
  await keep('asking links', 0, []);
  const limit = timeLimit(system, Math.max(leftMs, minMs), attempt.signal);
  const keeping = keepAnswers(rows.length, keep);
  const needs = {
    polite,
    turn: system.turns(limit.signal),
    weighing: { bytesLeft: maxWeighedBytes },
    isOwn: audit.isOwn,
    signal: limit.signal,
  };
  const hosts = [...Map.groupBy(rows, ({ url }) => hostOf(url)).values()].values();
  const askHost = async (some: readonly Asked[]) => {
    const most = audit.isOwn(some[0]!.url) ? some.length : maxPerHost;
    for (const one of some.slice(0, most)) await keeping.add(await askOne(one, needs));
  };
  const work = async () => {
    for (const some of hosts) await askHost(some);
  };
  const ended = await Promise.allSettled(Array.from({ length: maxHostsAtOnce }, work));
  await limit.end();
  attempt.signal.throwIfAborted();
  for (const end of ended) if (end.status === 'rejected' && !limit.isUp()) throw end.reason;
  await keeping.flush();
}

/** What is not answered yet, and what is known of other sites. */
async function linksToAsk({ db }: Store, { id, checkExternal, isOwn }: Needs['audit'], turn: () => Promise<void>) {
  const rows: Asked[] = [];
  let external: ExternalLinks = { checked: 0, broken: 0, notChecked: 0 };
  for await (const { url, kind, outcome } of linksInTurns(db, id, turn)) {
    if (outcome === null && (checkExternal || isOwn(url))) rows.push({ url, kind });
    if (kind === 'external') external = withAnswer({ ...external, notChecked: external.notChecked + 1 }, outcome);
  }
  return { rows, external };
}

/** Keeps answers some at a time, one batch after the other. */
function keepAnswers(total: number, keep: (step: string, done: number, some: readonly Answered[]) => Promise<unknown>) {
  let waiting: Answered[] = [];
  let asked = 0;
  let last: Promise<unknown> = Promise.resolve();
  const flush = () => {
    const some = waiting;
    waiting = [];
    if (some.length > 0) last = last.then(() => keep(`${asked} of ${total} links asked`, asked / total, some));
    return last;
  };
  return {
    flush,
    async add(answer: Answered): Promise<void> {
      asked++;
      if (waiting.push(answer) >= maxKeptAtOnce) await flush();
    },
  };
}

/** One that counted as not checked is answered. */
function withAnswer({ checked, broken, notChecked }: ExternalLinks, outcome: Answered['outcome']): ExternalLinks {
  if (outcome !== 'works' && outcome !== 'broken') return { checked, broken, notChecked };
  return { checked: checked + 1, broken: broken + Number(outcome === 'broken'), notChecked: notChecked - 1 };
}

type Asking = Pick<Polite, 'fetch' | 'robotsOf'>;

interface AskNeeds {
  polite: Asking;
  turn: () => Promise<void>;
  weighing: { bytesLeft: number };
  isOwn(url: string): boolean;
  signal: AbortSignal;
}

const once = { accept: '*/*', maxAttempts: 1 } as const;

/** HEAD, and GET where that says anything but that it is there: many servers know no HEAD. Gone is what was found gone twice. */
async function askOne(link: Asked, needs: AskNeeds): Promise<Answered> {
  const { url, kind } = link;
  const { polite, signal } = needs;
  // A host that is asked too often is left alone: one answer less is no harm.
  const ask = (method: 'HEAD' | 'GET', obeyRobots = true) => polite.fetch(url, { ...once, method, maxBytes: 1024, obeyRobots, signal });
  const head = await ask('HEAD');
  if (isThere(head)) return { ...answered(link, 'works', head), reason: await oddityOf(kind, head, needs) };
  // Where nobody answers there is no robots.txt to obey either.
  if (head.outcome === 'forbidden' && goneAs((await polite.robotsOf(url, signal)).error) === null)
    return answered(link, 'not_checked', head);
  const isHostGone = head.outcome === 'forbidden';
  const first = await ask(isHostGone ? 'HEAD' : 'GET', !isHostGone);
  const last = goneBy(first) !== null && goneBy(head) === null && !isHostGone ? await ask('GET') : first;
  if (isThere(last)) return { ...answered(link, 'works', last), reason: await oddityOf(kind, last, needs) };
  return answered(link, goneBy(last) === null ? 'not_checked' : 'broken', last);
}

/** A feed is read whole; of the rest the headers tell enough, or the first byte. */
async function oddityOf(kind: Asked['kind'], { headers, url, status }: Fetched, needs: AskNeeds): Promise<string | null> {
  const { polite, turn, isOwn, signal } = needs;
  const contentType = headers['content-type'] ?? '';
  if (kind === 'resource' && status === 200 && /^text\/html\b/i.test(contentType)) return oddities.page;
  const isRefused = /nosniff/i.test(headers['x-content-type-options'] ?? '') && contentType !== '' && !runnable.test(contentType.trim());
  if (kind === 'resource' && status === 200 && isRefused) return oddities.refused + shownText(contentType, maxTypeLength);
  const most = maxBytesOf[kind];
  if (most !== undefined) {
    const declared = headers['content-length'];
    if (declared !== undefined) return Number(declared) > most ? declared : null;
    return isOwn(url) ? weigh(url, most, needs) : null;
  }
  if (kind !== 'feed') return null;
  const { outcome, body, truncated } = await polite.fetch(url, { ...once, maxBytes: maxFeedBytes, signal });
  if (outcome !== 'answered' || truncated) return null;
  return (await readFeed(body, { contentType, url, turn })) === null ? oddities.noFeed : null;
}

/** What is too heavy and does not say how heavy it is: a server that knows ranges tells it with the first byte, of another so much is read. */
async function weigh(url: string, most: number, { polite, weighing, signal }: AskNeeds): Promise<string | null> {
  if (weighing.bytesLeft < most) return null;
  const { status, headers, body, truncated, error } = await polite.fetch(url, { ...once, maxBytes: most, isFirstByteEnough: true, signal });
  weighing.bytesLeft -= body.length;
  const told = /\/(\d+)$/.exec(headers['content-range'] ?? '')?.[1];
  if (status === 206) return told !== undefined && Number(told) > most ? told : null;
  return error === null && status === 200 && truncated && body.length >= most ? `${most}+` : null;
}

function answered(link: Asked, outcome: Answered['outcome'], { status, error, ...last }: Fetched): Answered {
  const why = outcome === 'works' ? null : (goneBy({ status, error }) ?? error?.message ?? `answers ${status}`);
  return { ...link, outcome, status: last.outcome === 'forbidden' ? 0 : status, reason: why };
}

type Fetched = Awaited<ReturnType<Polite['fetch']>>;

const isThere = ({ outcome, status }: Fetched) => outcome === 'answered' && status < 400;
const goneStatuses = new Set([404, 410]);

/** Why an address is gone for certain; null where it may be there for others, or later. */
function goneBy({ status, error }: Pick<Fetched, 'status' | 'error'>): string | null {
  if (error === null) return goneStatuses.has(status) ? String(status) : null;
  return goneAs(error);
}

/** Why a host is gone for certain. */
function goneAs(error: Fetched['error']): string | null {
  if (error?.code === 'dns') return noSuchHost;
  return error?.code === 'connect' && error.message.includes('connection refused') ? 'the connection is refused' : null;
}
