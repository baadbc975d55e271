import type { System } from '../../../system.ts';
import { call, type Ask, type Site } from '../call.ts';
import { callerOf, refusal, errorOf, type WordPressCaller, type WordPressAccess } from './access.ts';
import { discover, endpoint, type Index } from './discover.ts';

interface WordPressAsk extends Ask {
  /** WordPress error codes to return as answers instead of throwing. */
  expected?: readonly string[];
  /** Return null instead of throwing if the post or image is gone. */
  mayBeGone?: boolean;
}

export interface WordPressApi {
  site: Site;
  index(signal?: AbortSignal): Promise<Index>;
  /** The JSON of a successful answer, or of one whose code is in `expected`. Throws as `PublishTarget.check`. */
  ask(route: string, ask?: WordPressAsk): Promise<unknown>;
}

/** Throws `invalid_input` if the address or the credentials cannot be right. */
export function createApi(system: System, access: WordPressAccess): WordPressApi {
  const caller = callerOf(system, access);
  let known: Index | undefined;
  const index = async (signal?: AbortSignal) => (known ??= await discover(caller, signal));
  return {
    site: caller.site,
    index,
    ask: async (route, ask = {}) => send(caller, endpoint((await index(ask.signal)).root, route, ask.query ?? {}), ask),
  };
}

async function send(caller: WordPressCaller, url: string, { expected = [], mayBeGone, ...ask }: WordPressAsk): Promise<unknown> {
  const { system, home, headers } = caller;
  const answer = await call(system, { ...ask, url, configured: home, headers });
  const { code } = errorOf(answer);
  if (mayBeGone && (answer.status === 410 || code === 'rest_post_invalid_id')) return null;
  const isGood = answer.status >= 200 && answer.status <= 299 && answer.json !== undefined;
  if (!isGood && !expected.includes(code)) throw refusal(caller, answer);
  return answer.json;
}
