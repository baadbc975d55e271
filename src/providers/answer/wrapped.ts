import { NetworkError } from '../../net/errors.ts';
import type { System } from '../../system.ts';
import { webAddress } from '../json.ts';

const maxFollowed = 40;
const atOnce = 4;
const deadlineMs = 10_000;

/**
 * Where redirect wrappers lead, by their address: one hop, and no body is read. Null where that cannot be learned; at most 40 are followed.
 * Rejects with the signal's reason only.
 */
export async function resolveWrapped(
  system: Pick<System, 'request'>,
  urls: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, string | null>> {
  const wrapped = [...new Set(urls)];
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
    const { location } = headers;
    return location !== undefined && status >= 300 && status <= 399 ? webAddress(URL.parse(location, url)?.href) : null;
  } catch (thrown) {
    signal?.throwIfAborted();
    if (thrown instanceof NetworkError) return null;
    throw thrown;
  }
}
