import type { OutboundRequest } from '../system.ts';
import { NetworkError } from './errors.ts';
import type { Place, Places } from './place.ts';

/** One request of a chain of redirects. */
export interface Hop {
  place: Place;
  method: NonNullable<OutboundRequest['method']>;
  headers: Record<string, string>;
  body: OutboundRequest['body'];
  trusted: boolean;
}

export interface Redirect {
  status: number;
  location: string;
}

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/** The only headers passed on to another origin: others might reveal who is asking, or carry our credentials. */
const impersonalHeaders = new Set(['accept', 'accept-encoding', 'accept-language', 'content-type', 'user-agent']);

/** The headers that any origin may see. */
export function impersonal(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => impersonalHeaders.has(name.toLowerCase())));
}

/** Where a redirect points; undefined for any other answer. */
export function redirectLocation(status: number, headers: Record<string, string | string[] | undefined>): string | undefined {
  if (!redirectStatuses.has(status)) return undefined;
  const { location } = headers;
  return Array.isArray(location) ? location[0] : location;
}

/** The request that follows a redirect (RFC 9110, 15.4; the method changes as in the Fetch standard). Throws `NetworkError` `invalid_url`. */
export function followRedirect(hop: Hop, { status, location }: Redirect, places: Places): Hop {
  const url = URL.parse(location, hop.place.href);
  if (!url) throw new NetworkError('invalid_url', `${hop.place.url.hostname} redirects to something that is not a URL.`);
  const becomesGet = status === 303 ? hop.method !== 'HEAD' : (status === 301 || status === 302) && hop.method === 'POST';
  const sameOrigin = url.origin === hop.place.origin;
  const allowed = Object.entries(sameOrigin ? hop.headers : impersonal(hop.headers));
  const headers = allowed.filter(([name]) => !(becomesGet && name.toLowerCase().startsWith('content-')));
  return {
    place: places.of(url),
    method: becomesGet ? 'GET' : hop.method,
    headers: Object.fromEntries(headers),
    body: becomesGet ? undefined : hop.body,
    // The operator vouched for the URL they configured, not for where it redirects.
    trusted: hop.trusted && sameOrigin,
  };
}
