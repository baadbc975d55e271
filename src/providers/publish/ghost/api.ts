import { AppError } from '../../../errors.ts';
import type { System } from '../../../system.ts';
import { siteAddress } from '../address.ts';
import { list, record, text } from '../../json.ts';
import { askService, cleanWords, type ServiceAnswer } from '../../service.ts';
import { land, siteFailure, siteOf, type Ask, type Site } from '../site.ts';
import { adminToken, parseAdminKey, type AdminKey } from './token.ts';

export interface GhostAccess {
  /** The address of Ghost's admin, without `/ghost`. */
  siteUrl: string;
  /** `id:secret` of a custom integration. */
  adminApiKey: string;
}

export interface GhostApi {
  site: Site;
  /** The site's public description. */
  describe(signal?: AbortSignal): Promise<Description>;
  /** The JSON of a successful answer; null for 404 and 410. Throws as `PublishTarget.check`, and `conflict` if the post changed since it was read. */
  ask(route: string, ask?: Ask): Promise<Record<string, unknown> | null>;
}

interface Description {
  /** The Admin API. */
  root: URL;
  title: string;
  version: string;
}

const acceptVersion = 'v5.0';

/** Throws `invalid_input` if the address or the key cannot be right. */
export function createApi(system: System, { siteUrl, adminApiKey }: GhostAccess): GhostApi {
  const home = siteAddress(siteUrl);
  const key = parseAdminKey(adminApiKey);
  const site = siteOf(system, 'Ghost', home, [adminApiKey.trim(), key.secret.toString('hex')]);
  let known: Description | undefined;
  const describe = async (signal?: AbortSignal) => (known ??= await discover(site, signal));
  return { site, describe, ask: async (route, ask = {}) => send(site, key, new URL(route, (await describe(ask.signal)).root), ask) };
}

/** Asks without credentials, so that nobody receives them before we know where the API is. */
async function discover(site: Site, signal?: AbortSignal): Promise<Description> {
  const start = new URL('ghost/api/admin/site/', site.home);
  const { answer, url, elsewhere } = await land(site, start, { headers: { 'accept-version': acceptVersion }, signal });
  if (elsewhere) throw movedTo(site, elsewhere);
  const { title, version } = record(record(answer.json)['site']);
  if (answer.status === 200 && text(version) !== '') {
    return { root: new URL('../', url), title: cleanWords(site, text(title)), version: cleanWords(site, text(version)) };
  }
  throw answer.status === 404 ? noGhost(site) : refusal(site, answer);
}

async function send(site: Site, key: AdminKey, url: URL, { query = {}, ...ask }: Ask): Promise<Record<string, unknown> | null> {
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const headers = { authorization: `Ghost ${adminToken(key, site.system.now())}`, 'accept-version': acceptVersion };
  const answer = await askService(site, { ...ask, url: url.href, headers });
  // Only Ghost's own error counts: a proxy's 404 page does not mean that the post is gone.
  if (answer.status === 410 || (answer.status === 404 && errorOf(answer).type === 'NotFoundError')) return null;
  if (answer.status < 200 || answer.status > 299 || answer.json === undefined) throw refusal(site, answer);
  return record(answer.json);
}

function refusal(site: Site, answer: ServiceAnswer): AppError {
  const { type, said } = errorOf(answer);
  if (answer.status === 409 && type === 'UpdateCollisionError') {
    return new AppError('conflict', `The post at ${site.home.host} is being changed by somebody else.`, {
      hint: 'Publish again in a moment.',
    });
  }
  return siteFailure(site, answer, { said, hint: hintFor(answer.status) });
}

/** Ghost's message says what it tried; its context says why that failed. */
function errorOf({ json }: ServiceAnswer): { type: string; said: string } {
  const { type, message, context } = record(list(record(json)['errors'])[0]);
  return { type: text(type), said: [text(message), text(context)].filter((part) => part !== '').join(' ') };
}

function hintFor(status: number): string | undefined {
  if (status === 401) return 'Copy the Admin API key of the custom integration anew, and see that the clocks of both machines are right.';
  if (status === 403) return 'Use the Admin API key of a custom integration; some plans of Ghost(Pro) have none.';
  return undefined;
}

function movedTo({ home }: Site, elsewhere: URL): AppError {
  return new AppError('provider_refused', `Ghost at ${home.host} redirects to ${elsewhere.host}; the key is not sent there.`, {
    hint: `If that is yours, configure ${elsewhere.origin}/ as its address.`,
  });
}

function noGhost({ home }: Site): AppError {
  return new AppError('provider_refused', `No Ghost Admin API was found at ${home.host}.`, {
    hint: 'Give the address under which the administration (/ghost) is reached; on Ghost(Pro) that may be the one that ends in ghost.io.',
  });
}
