import type { Polite } from '../../../crawl/polite.ts';
import { hostOf } from '../../../crawl/url.ts';
import type { Store } from '../../../db/open.ts';
import type { AuditLinkRow } from '../../../db/rows/site.ts';
import type { System } from '../../../system.ts';
import type { JobAttempt } from '../../common/jobs.ts';
import { noteAside } from '../queries.ts';
import { crawlShare } from './frontier.ts';

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

type Answered = Pick<AuditLinkRow, 'url' | 'outcome' | 'status' | 'reason'>;
type Asked = Pick<AuditLinkRow, 'url' | 'kind'>;

interface Needs {
  store: Store;
  system: System;
  polite: Pick<Polite, 'fetch'>;
  audit: { id: string; checkExternal: boolean; isOwn(url: string): boolean };
  /** What is left of the time of the audit, in milliseconds. */
  leftMs: number;
  attempt: Pick<JobAttempt, 'report' | 'signal'>;
}

/** Asks whether the addresses are there to which pages link or which they show. What there is no time or leave for stays not checked. */
export async function askAside({ store, system, polite, audit, leftMs, attempt }: Needs): Promise<void> {
  const { report } = attempt;
  const unasked = store.db.selectFrom('audit_links').select(['url', 'kind']).where('audit_id', '=', audit.id).where('outcome', 'is', null);
  const rows = (await unasked.execute()).filter(({ url }) => audit.checkExternal || audit.isOwn(url));
  const ending = new AbortController();
  const signal = AbortSignal.any([attempt.signal, ending.signal]);
  const timeUp = system.pause(Math.max(leftMs, minMs), signal).then(
    () => ending.abort(new Error('The time for links is up.')),
    () => {},
  );
  const keeping = keepAnswers(rows.length, (step, done, some) =>
    report(step, crawlShare + 0.15 * done, (tx) => noteAside(tx, audit.id, some)),
  );
  const hosts = [...Map.groupBy(rows, ({ url }) => hostOf(url)).values()].values();
  const askHost = async (some: readonly Asked[]) => {
    const most = audit.isOwn(some[0]!.url) ? some.length : maxPerHost;
    for (const one of some.slice(0, most)) await keeping.add(await askOne(polite, one, signal));
  };
  const work = async () => {
    for (const some of hosts) await askHost(some);
  };
  const ended = await Promise.allSettled(Array.from({ length: maxHostsAtOnce }, work));
  attempt.signal.throwIfAborted();
  for (const end of ended) if (end.status === 'rejected' && !ending.signal.aborted) throw end.reason;
  await keeping.flush();
  ending.abort();
  await timeUp;
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

/** HEAD, and GET where that says anything but that it is there: many servers know no HEAD. Gone is what was found gone twice. */
async function askOne(polite: Pick<Polite, 'fetch'>, { url }: Asked, signal: AbortSignal): Promise<Answered> {
  const ask = (method: 'HEAD' | 'GET') => polite.fetch(url, { method, accept: '*/*', maxBytes: 1024, signal });
  const head = await ask('HEAD');
  if (isThere(head)) return { url, outcome: 'works', status: head.status, reason: null };
  if (head.outcome === 'forbidden') return { url, outcome: 'not_checked', status: 0, reason: 'robots.txt forbids it' };
  const first = await ask('GET');
  const last = goneAs(first) !== null && goneAs(head) === null ? await ask('GET') : first;
  if (isThere(last)) return { url, outcome: 'works', status: last.status, reason: null };
  const why = goneAs(last);
  if (why !== null) return { url, outcome: 'broken', status: last.status, reason: why };
  return { url, outcome: 'not_checked', status: last.status, reason: last.error?.message ?? `answers ${last.status}` };
}

type Fetched = Awaited<ReturnType<Polite['fetch']>>;

const isThere = ({ outcome, status }: Fetched) => outcome === 'answered' && status < 400;
const goneStatuses = new Set([404, 410]);

/** Why an address is gone for certain; null where it may be there for others, or later. */
function goneAs({ status, error }: Fetched): string | null {
  if (error === null) return goneStatuses.has(status) ? String(status) : null;
  if (error.code === 'dns') return noSuchHost;
  return error.code === 'connect' && error.message.includes('connection refused') ? 'the connection is refused' : null;
}
