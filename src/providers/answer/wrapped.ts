import { NetworkError } from '../../net/errors.ts';
import type { System } from '../../system.ts';
import { webAddress } from '../json.ts';

/** Hosts whose links lead to a page that only they know. Gemini's links to its sources work for some days. */
const wrappers = new Set(['vertexaisearch.cloud.google.com']);
const maxFollowed = 40;
const atOnce = 4;
const deadlineMs = 10_000;

/** Whether an address must be followed, to learn what page it stands for. */
export function isWrapped(url: string): boolean {
  const { hostname, protocol } = URL.parse(url) ?? {};
  return protocol === 'https:' && hostname !== undefined && wrappers.has(hostname);
}

/**
 * Where those of `urls` lead that are wrapped, by their address: one hop, and no body is read. Null where that cannot be learned; at most 40 are
 * followed. Rejects with the signal's reason only.
 */
export async function resolveWrapped(
  system: Pick<System, 'request'>,
  urls: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, string | null>> {
  const wrapped = [...new Set(urls)].filter(isWrapped);
  const resolved = new Map<string, string | null>(wrapped.map((url) => [url, null]));
  const waiting = wrapped.slice(0, maxFollowed);
  const follow = async () => {
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) resolved.set(url, await goalOf(system, url, signal));
  };
  await Promise.all(Array.from({ length: atOnce }, follow));
  return resolved;
}

async function goalOf({ request }: Pick<System, 'request'>, url: string, signal: AbortSignal | undefined): Promise<string | null> {
  signal?.throwIfAborted();
  try {
    const { status, headers } = await request({ url, method: 'HEAD', deadlineMs, maxBytes: 0, ...(signal && { signal }) });
    const goal = status >= 300 && status <= 399 ? webAddress(URL.parse(headers['location'] ?? '', url)?.href) : null;
    return goal === null || isWrapped(goal) ? null : goal;
  } catch (thrown) {
    signal?.throwIfAborted();
    if (thrown instanceof NetworkError) return null;
    throw thrown;
  }
}
