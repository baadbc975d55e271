import type { Fetched, Polite } from '../../../crawl/polite.ts';

/** Asks whether an address is gone for certain: how, or null. Each address is asked once for a job. */
export type Gone = (url: string, signal: AbortSignal) => Promise<string | null>;

/** Links that are asked in one job: each is a request to somebody's server. */
export const maxAsked = 300;

const once = { accept: '*/*', maxAttempts: 1, maxBytes: 1024 } as const;

/** HEAD, then GET, for many servers know no HEAD: gone is what says so both times. What may be there for others, or later, is not. */
export function createGone(way: Pick<Polite, 'fetch'>): Gone {
  const asked = new Map<string, Promise<string | null>>();

  async function ask(url: string, signal: AbortSignal): Promise<string | null> {
    const head = await way.fetch(url, { ...once, method: 'HEAD', signal });
    if (goneBy(head) === null && head.status !== 405 && head.status !== 501) return null;
    return goneBy(await way.fetch(url, { ...once, method: 'GET', signal }));
  }

  return async (url, signal) => {
    const known = asked.get(url);
    if (known) return known;
    if (asked.size >= maxAsked) return null;
    const answer = ask(url, signal);
    asked.set(url, answer);
    return answer;
  };
}

/** Where there is no such host, its robots.txt cannot be had either. */
function goneBy({ status, error, outcome }: Fetched): string | null {
  if (outcome === 'answered') return status === 404 || status === 410 ? String(status) : null;
  const isNameless = error?.code === 'dns' || (error?.code === 'robots_unknown' && error.message.includes('could be found'));
  return isNameless ? 'no_such_host' : null;
}
