import type { AppError } from '../../errors.ts';
import type { System } from '../../system.ts';
import { askService, failureOf, type Service, type ServiceAnswer, type ServiceRequest } from '../service.ts';

/** A site that the operator configured, called `WordPress at example.com`. */
export interface Site extends Service {
  home: URL;
}

export function siteOf(system: System, cms: string, home: URL, secrets: readonly string[]): Site {
  return { system, name: `${cms} at ${home.host}`, configured: home.href, secrets, home };
}

/** What is asked of a route of the site's API. */
export type Ask = Pick<ServiceRequest, 'method' | 'json' | 'upload' | 'signal'> & { query?: Record<string, string> };

/** Where a site's address leads. */
export interface Landing {
  answer: ServiceAnswer;
  /** The last URL on the same origin. */
  url: URL;
  /** The other origin it redirects to, if any; not visited. */
  elsewhere: URL | null;
}

const maxRedirects = 5;

/** Follows redirects from `start` within the site's own origin only: what is elsewhere may be another's, or inside a private network. */
export async function land(site: Site, start: URL, request: Omit<ServiceRequest, 'url'>): Promise<Landing> {
  let url = start;
  for (let redirects = 0; ; redirects++) {
    const answer = await askService(site, { ...request, url: url.href });
    const target = redirectOf(answer, url);
    const isElsewhere = target !== null && target.origin !== site.home.origin;
    if (target === null || isElsewhere || redirects === maxRedirects) return { answer, url, elsewhere: isElsewhere ? target : null };
    url = target;
  }
}

function redirectOf({ status, headers }: ServiceAnswer, url: URL): URL | null {
  const location = status >= 300 && status <= 399 ? headers['location'] : undefined;
  return location === undefined ? null : URL.parse(location, url.href);
}

/** The error for an answer that refuses, or is none. */
export function siteFailure(site: Site, answer: ServiceAnswer, { said, hint }: { said: string; hint: string | undefined }): AppError {
  const tooLarge = answer.status === 413 ? 'Let the web server there take larger uploads, or use a smaller image.' : undefined;
  const given = hint ?? tooLarge;
  return failureOf(site, answer, { said, ...(given !== undefined && { hint: given }) });
}
