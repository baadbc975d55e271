import type { Places } from '../../crawl/hosts.ts';
import type { Store } from '../../db/open.ts';
import { releaseLeases, takeLeases } from '../../queue/leases.ts';

/** Longer than any visit, which is one request of 20 s at most: a place is held beyond it only by a process that died. */
const leaseMs = 60_000;

/** Places at hosts as leases. The start of the next request to a host is one that nobody ends: it runs out when the delay has passed. */
export function createPlaces(store: Store): Places {
  return {
    take: (host, { maxAtOnce, delayMs }, token, now) =>
      store.write((tx) => {
        const place = { name: placeAt(host), places: maxAtOnce, ms: leaseMs };
        const start = { name: `${placeAt(host)} start`, places: 1, ms: delayMs };
        return takeLeases(tx, [place, start], token, now());
      }),
    leave: (host, token) => store.write((tx) => releaseLeases(tx, [placeAt(host)], token)),
  };
}

function placeAt(host: string): string {
  return `visit ${host}`;
}
