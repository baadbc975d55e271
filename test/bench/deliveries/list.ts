import { percentile, round } from '../figures.ts';
import { openDesk } from './product.ts';

interface Listed {
  data: { id: string; createdAt: string }[];
  nextCursor: string | null;
}

export type ListTimes = Record<string, { rows: number; p50: number; p99: number }>;

const calls = 200;
const warmUp = 5;

/** Milliseconds that `webhook_deliveries_list` takes for each filter: the first page, and one from the middle of all time. */
export async function timeLists(home: string, origin: string): Promise<ListTimes> {
  const desk = await openDesk(home);
  const list = (input: Record<string, unknown>) => desk.call('webhook_deliveries_list', input) as Promise<Listed>;
  const { data: newest } = await list({ limit: 1 });
  const span = await spanOf(list, Date.parse(newest[0]!.createdAt));
  const filters: Record<string, Record<string, unknown>> = {
    all: {},
    pending: { status: 'pending' },
    failed: { status: 'failed' },
    type: { eventType: 'article.failed' },
    url: { url: `${origin}/two` },
    time: { since: span.quarter, until: span.half },
    'type and status': { eventType: 'article.failed', status: 'delivered' },
    'url and status': { url: `${origin}/one`, status: 'delivered' },
    'url, type, status and time': {
      url: `${origin}/two`,
      eventType: 'article.failed',
      status: 'pending',
      since: span.quarter,
      until: span.half,
    },
    'nothing to find': { url: `${origin}/three`, status: 'failed' },
  };
  const times: ListTimes = {};
  for (const [name, filter] of Object.entries(filters)) {
    times[name] = await time(() => list(filter));
    const { nextCursor: cursor } = await list({ ...filter, until: span.threeEighths, limit: 1 });
    if (cursor) times[`${name}, deep`] = await time(() => list({ ...filter, cursor }));
  }
  await desk.close();
  return times;
}

/** Instants between the first and the last delivery; half of all were made before `half`. */
async function spanOf(list: (input: Record<string, unknown>) => Promise<Listed>, last: number) {
  let [low, high] = [0, last];
  while (high - low > 1000) {
    const middle = (low + high) / 2;
    const { data } = await list({ until: new Date(middle).toISOString(), limit: 1 });
    if (data.length > 0) high = middle;
    else low = middle;
  }
  const at = (share: number) => new Date(high + (last - high) * share).toISOString();
  return { quarter: at(0.25), threeEighths: at(0.375), half: at(0.5) };
}

async function time(work: () => Promise<Listed>) {
  const times: number[] = [];
  let rows = 0;
  for (let turn = -warmUp; turn < calls; turn++) {
    const began = performance.now();
    rows = (await work()).data.length;
    if (turn >= 0) times.push(performance.now() - began);
  }
  return { rows, p50: round(percentile(times, 0.5)), p99: round(percentile(times, 0.99)) };
}
