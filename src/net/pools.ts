import { Pool } from 'undici';
import type { Policy } from './guard.ts';
import { createVettedLookup } from './lookup.ts';
import type { Resolve } from './resolve.ts';

/** How long one connection attempt (lookup, TCP, TLS) may take, in milliseconds. */
const connectTimeoutMs = 10_000;
/** How long an unused connection stays open; a server may ask for longer, up to the second value. */
const keepAliveMs = 4_000;
const maxKeepAliveMs = 30_000;
/** The most that COPYDESK_RECEIVER_CONCURRENCY allows: a request queued here for a connection would use up its deadline. */
const maxConnectionsPerOrigin = 256;
/** Unused pools hold no socket for longer than the times above. */
const maxPools = 256;

/** One request's use of an origin's connections. */
export interface Lease {
  pool: Pool;
  /** Called once, when the request is over; `abandoned` if that was before its answer. */
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

/** Keeps one connection pool per origin. Every connection goes to a vetted address. */
export function createPools(policy: Policy, resolve: Resolve): Pools {
  const entries = new Map<string, Entry>();

  function drop(key: string, entry: Entry): Promise<void> {
    if (entries.get(key) === entry) entries.delete(key);
    // undici does not track a connection that is still being made; without this it would live until its timeout.
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
      // A trusted connection may lead where untrusted requests must not go.
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
          // Abandoned requests leave half-made connections and a queue behind: drop them.
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
    // With one request per connection, cutting a slow answer frees its socket and harms no other request.
    allowH2: false,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: maxKeepAliveMs,
    // The request has its own deadline for everything.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return { pool, sockets, users: 0, abandoned: false };
}
