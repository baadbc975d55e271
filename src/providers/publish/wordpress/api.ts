import type { OutboundRequest, System } from '../../../system.ts';
import { call, type Site } from '../call.ts';
import { callerOf, refusal, errorOf, type Caller, type WordPressAccess } from './access.ts';
import { discover, endpoint, type Index } from './discover.ts';

export interface Ask {
  method?: OutboundRequest['method'];
  query?: Record<string, string>;
  json?: unknown;
  /** Bytes instead of JSON, with their headers. */
  upload?: { bytes: Uint8Array; headers: Record<string, string> };
  /** WordPress error codes to return as answers instead of throwing. */
  expected?: readonly string[];
  /** Return null instead of throwing if the post or image is gone. */
  mayBeGone?: boolean;
  signal?: AbortSignal | undefined;
}

export interface WordPressApi {
  site: Site;
  index(signal?: AbortSignal): Promise<Index>;
  /** The JSON of a successful answer, or of one whose code is in `expected`. Throws as `PublishTarget.check`. */
  ask(route: string, ask?: Ask): Promise<unknown>;
}

const uploadDeadlineMs = 120_000;

/** Throws `invalid_input` if the address or the credentials cannot be right. */
export function createApi(system: System, access: WordPressAccess): WordPressApi {
  const caller = callerOf(system, access);
  let known: Index | undefined;
  const index = async (signal?: AbortSignal) => (known ??= await discover(caller, signal));
  return {
    site: caller.site,
    index,
    ask: async (route, ask = {}) => send(caller, { ...ask, url: endpoint((await index(ask.signal)).root, route, ask.query ?? {}) }),
  };
}

async function send(
  caller: Caller,
  { url, method = 'GET', json, upload, expected = [], mayBeGone, signal }: Ask & { url: string },
): Promise<unknown> {
  const isJson = json !== undefined;
  const type = isJson ? { 'content-type': 'application/json' } : upload?.headers;
  const answer = await call(caller.system, {
    url,
    configured: caller.home,
    method,
    headers: { ...caller.headers, ...type },
    body: isJson ? Buffer.from(JSON.stringify(json)) : upload?.bytes,
    signal,
    ...(upload && { deadlineMs: uploadDeadlineMs }),
  });
  const { code } = errorOf(answer);
  if (mayBeGone && (answer.status === 410 || code === 'rest_post_invalid_id')) return null;
  const isGood = answer.status >= 200 && answer.status <= 299 && answer.json !== undefined;
  if (!isGood && !expected.includes(code)) throw refusal(caller, answer);
  return answer.json;
}
