import type { System } from '../../../system.ts';
import { askService } from '../../service.ts';
import type { Ask, Site } from '../site.ts';
import { wordPressOf, refusal, errorOf, type WordPressSite, type WordPressAccess } from './access.ts';
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
  const site = wordPressOf(system, access);
  let known: Index | undefined;
  const index = async (signal?: AbortSignal) => (known ??= await discover(site, signal));
  return {
    site,
    index,
    ask: async (route, ask = {}) => send(site, endpoint((await index(ask.signal)).root, route, ask.query ?? {}), ask),
  };
}

async function send(site: WordPressSite, url: string, { expected = [], mayBeGone, ...ask }: WordPressAsk): Promise<unknown> {
  const answer = await askService(site, { ...ask, url, headers: site.headers });
  const { code } = errorOf(answer);
  if (mayBeGone && (answer.status === 410 || code === 'rest_post_invalid_id')) return null;
  const isGood = answer.status >= 200 && answer.status <= 299 && answer.json !== undefined;
  if (!isGood && !expected.includes(code)) throw refusal(site, answer);
  return answer.json;
}
