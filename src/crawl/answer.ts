import { NetworkError } from '../net/errors.ts';
import type { OutboundRequest, System } from '../system.ts';
import { normaliseUrl } from './url.ts';
import type { Answer } from './visit.ts';

/** For one request, without redirects, in milliseconds. */
const deadlineMs = 20_000;
const redirects = new Set([301, 302, 303, 307, 308]);

export interface Asking extends Pick<OutboundRequest, 'method' | 'headers' | 'maxBytes' | 'isWanted'> {
  accept: string;
  signal: AbortSignal;
}

/** Makes one request under our name. Without an answer it says why; rejects only if `signal` is aborted, or the process is ending. */
export async function ask(system: System, url: string, { accept, headers, ...request }: Asking): Promise<Answer> {
  try {
    const named = { 'user-agent': system.agent, accept, ...headers };
    const answer = await system.request({ ...request, url, deadlineMs, headers: named });
    const location = locationOf(answer);
    const redirectsTo = location === undefined ? null : normaliseUrl(location, url);
    const { status, body, truncated, durationMs } = answer;
    return { status, headers: answer.headers, body, truncated, durationMs, redirectsTo, error: null };
  } catch (thrown) {
    request.signal.throwIfAborted();
    if (thrown instanceof NetworkError && thrown.code !== 'aborted') {
      return unanswered({ code: thrown.code, message: thrown.message }, thrown.durationMs);
    }
    if (thrown instanceof NetworkError) throw thrown;
    system.log.error({ err: thrown }, 'a request failed unexpectedly');
    return unanswered({ code: 'internal', message: 'An unexpected fault occurred; it has been logged.' });
  }
}

/** Where a redirect leads, as the server wrote it; undefined for any other answer. */
export function locationOf({ status, headers }: Pick<Answer, 'status' | 'headers'>): string | undefined {
  return redirects.has(status) ? headers['location'] : undefined;
}

/** For an address that gave no answer, or was not asked. */
export function unanswered(error: NonNullable<Answer['error']>, durationMs = 0): Answer {
  return { status: 0, headers: {}, body: Buffer.alloc(0), truncated: false, durationMs, redirectsTo: null, error };
}
