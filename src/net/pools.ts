import { Pool } from 'undici';
import type { Policy } from './guard.ts';
import { createVettedLookup } from './lookup.ts';
import type { Resolve } from './resolve.ts';

/** How long one connection attempt (look-up, TCP, TLS) may take, in milliseconds. */
const connectTimeoutMs = 10_000;
/** An unused connection is closed after this long, whatever longer time the server offers being capped by the second. */
const keepAliveMs = 4_000;
const maxKeepAliveMs = 30_000;
/** As many as COPYDESK_RECEIVER_CONCURRENCY admits at most: who waited in here for a connection would use up his deadline. */
const maxConnectionsPerOrigin = 256;
/** How many origins are remembered. Unused ones hold no socket for longer than the times above. */
const maxPools = 256;

/** The use of an origin's connections by one request. */
export interface Lease {
  pool: Pool;
  /** Called once, when the request has left; `abandoned` where it left before it was answered. */
  release(abandoned: boolean): void;
}

export interface Pools {
  lease(origin: string, trusted: boolean): Lease;
  /** Closes every connection, used or not. */
  destroy(): Promise<void>;
}

interface Entry {
  pool: Pool;
  sockets: AbortController;
  users: number;
  abandoned: boolean;
}

/** Keeps one pool of connections for each origin; every connection is made to a vetted address. */
export function createPools(policy: Policy, resolve: Resolve): Pools {
  const entries = new Map<string, Entry>();

  function drop(key: string, entry: Entry): Promise<void> {
    if (entries.get(key) === entry) entries.delete(key);
    // undici forgets a connection that is still being made, so it would live on until its time-out.
    entry.sockets.abort();
    return entry.pool.destroy();
  }

  function dropLeastRecentlyUsed(): void {
    for (const [key, entry] of entries) {
      if (entries.size <= maxPools) return;
      if (entry.users === 0) void drop(key, entry);
    }
  }

  return {
    lease(origin, trusted) {
      // A connection made under trust may lead where others may not go.
      const key = trusted ? `trusted ${origin}` : origin;
      const entry = entries.get(key) ?? openEntry(origin, createVettedLookup(resolve, policy, trusted));
      entries.delete(key);
      entries.set(key, entry);
      entry.users++;
      dropLeastRecentlyUsed();
      return {
        pool: entry.pool,
        release(abandoned) {
          entry.users--;
          entry.abandoned ||= abandoned;
          // What abandoned requests left behind (half-made connections, a queue) must not outlive them.
          if (entry.users === 0 && entry.abandoned) void drop(key, entry);
        },
      };
    },
    async destroy() {
      await Promise.all([...entries].map(([key, entry]) => drop(key, entry)));
    },
  };
}

function openEntry(origin: string, lookup: ReturnType<typeof createVettedLookup>): Entry {
  const sockets = new AbortController();
  const pool = new Pool(origin, {
    connections: maxConnectionsPerOrigin,
    connect: { lookup, signal: sockets.signal, timeout: connectTimeoutMs },
    // One request a connection: cutting a slow answer then frees its socket, and harms no other request.
    allowH2: false,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: maxKeepAliveMs,
    // The request's own total deadline rules.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return { pool, sockets, users: 0, abandoned: false };
}
