import type { OutboundRequest, System } from '../system.ts';
import { ask, locationOf, unanswered } from './answer.ts';
import { createPacing, isTooOften, type Pacing } from './pacing.ts';
import { maxRobotsBytes, readRobots, type Robots } from './robots.ts';
import { conditionsOf, validatorsIn, type Validators } from './validators.ts';
import type { Answer, Fault, Pace, VisitHost } from './visit.ts';

/** The validators are those of what is known already. */
export interface FetchOptions extends Pick<OutboundRequest, 'maxBytes' | 'isWanted'>, Partial<Validators> {
  method?: 'GET' | 'HEAD';
  accept: string;
  /** Only how long it is matters: a server that knows ranges says so with one byte (206), another sends all of it, unpacked. */
  isFirstByteEnough?: true;
  /** False for what somebody named by its address, which is read alone; `pace` for what robots.txt itself names: only its delay counts. Default true. */
  obeyRobots?: boolean | 'pace';
  /** How often to ask a host that says it is asked too often, after the pause that it wants (at most a minute). Default 2. */
  maxAttempts?: number;
  signal: AbortSignal;
}

/** What came of following an address to its end, with validators for the next time. */
export interface Fetched extends Answer, Validators {
  outcome: 'answered' | 'failed' | 'forbidden';
  /** The address that answered, after redirects; else the one that failed. */
  url: string;
  /** The addresses that led there by redirects, the first one first. */
  hops: string[];
  /** What is known already is still true: status 304. */
  notModified: boolean;
}

/** What a host's robots.txt was answered with. */
export interface RobotsAnswer {
  url: string;
  /** 0 where there was no answer. */
  status: number;
  /** Up to 512 KiB, for reading what it asks of others (`readRobots`). */
  body: Buffer;
  /** What it asks of us. Undefined if that is unknown, which forbids everything. */
  robots: Robots | undefined;
  error: Fault | null;
}

/** Asks hosts politely: at their pace, by their robots.txt, which it keeps. For one job. */
export interface Fetching {
  /** Follows up to five redirects, each by the rules of its own host. Rejects only if `signal` is aborted. */
  fetch(url: string, options: FetchOptions): Promise<Fetched>;
  robotsOf(url: string, signal: AbortSignal): Promise<RobotsAnswer>;
  visit: Pacing['visit'];
}

const maxRedirects = 5;
/** Those of the hosts that were asked longest ago are forgotten. */
const maxKnownRobots = 100;

export function createFetching(system: System, visitHost: VisitHost, usualPace: (url: string) => Pace): Fetching {
  const { visit } = createPacing(system, visitHost, usualPace);
  const known = new Map<string, Promise<RobotsAnswer>>();

  /** One hop: at the host's pace, and again after a rest if it was asked too often. */
  async function fetchHop(url: string, options: FetchOptions, headers: Record<string, string>): Promise<Answer & { forbidden?: true }> {
    const { obeyRobots = true, maxAttempts = 2, method, accept, maxBytes, isWanted, signal } = options;
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return unanswered(notWeb);
    const robots = obeyRobots ? await robotsOf(url, signal) : undefined;
    const forbids = robots && whyForbidden(robots, url);
    if (forbids && obeyRobots === true) return { ...unanswered(forbids), forbidden: true };
    for (let attempt = 1; ; attempt++) {
      const answer = await visit(url, robots?.robots?.delayMs ?? 0, signal, async ({ note }) => {
        const given = await ask(system, url, { method, accept, headers, maxBytes, isWanted, signal });
        note(given);
        return given;
      });
      if (attempt >= maxAttempts || !isTooOften(answer)) return answer;
    }
  }

  async function follow(url: string, options: FetchOptions): Promise<Fetched> {
    const hops: string[] = [];
    for (let at = url; ;) {
      const isAtHome = URL.parse(at)?.origin === URL.parse(url)?.origin;
      const answer = await fetchHop(at, options, { ...(isAtHome && conditionsOf(options)), ...(options.isFirstByteEnough && firstByte) });
      const location = locationOf(answer);
      const goal = location === undefined ? undefined : URL.parse(location, at)?.href;
      if (goal === undefined || hops.length === maxRedirects) return fetchedOf(answer, at, hops, location);
      hops.push(at);
      at = goal;
    }
  }

  async function askRobots(url: string, signal: AbortSignal): Promise<RobotsAnswer> {
    const options = { accept: 'text/plain', maxBytes: maxRobotsBytes, obeyRobots: false, signal };
    const { status, body, truncated, error } = await follow(url, options);
    // RFC 9309, 2.3.1.2: after five redirects there is none. One that breaks off may have forbidden more.
    if (error?.code === tooManyRedirects.code) return { url, status, body, robots: readRobots(url, { status: 404, body }), error: null };
    if (error === null && truncated && body.length < maxRobotsBytes) return { url, status, body, robots: undefined, error: brokenOff };
    return { url, status, body, robots: error ? undefined : readRobots(url, { status, body }), error };
  }

  async function robotsOf(url: string, signal: AbortSignal): Promise<RobotsAnswer> {
    const address = new URL('/robots.txt', url).href;
    const asked = known.get(address);
    // Whoever asked first may have given up since.
    if (asked) return asked.catch(() => (signal.throwIfAborted(), robotsOf(url, signal)));
    const answer = askRobots(address, signal);
    known.set(address, answer);
    answer.catch(() => known.delete(address));
    if (known.size > maxKnownRobots) known.delete(known.keys().next().value!);
    return answer;
  }

  return { fetch: follow, robotsOf, visit };
}

/** Why robots.txt does not let us ask for an address; null if it does. */
export function whyForbidden({ url, status, robots, error }: RobotsAnswer, wanted: string): Fault | null {
  if (robots) return robots.allows(wanted) ? null : { code: 'robots_forbid', message: `${url} does not allow it.` };
  const given = error ? `gave no answer (${error.message})` : `was answered with ${status}`;
  return { code: 'robots_unknown', message: `${url} ${given}: nothing may be read until it answers.` };
}

const firstByte = { range: 'bytes=0-0', 'accept-encoding': 'identity' };

const tooManyRedirects: Fault = { code: 'too_many_redirects', message: `It redirects once more after ${maxRedirects} redirects.` };
const notWeb: Fault = { code: 'invalid_url', message: 'Only http and https URLs can be asked.' };
const nowhere: Fault = { code: 'invalid_url', message: 'It redirects to something that is not a URL.' };
const brokenOff: Fault = { code: 'reset', message: 'The answer broke off.' };

/** `location`: where it redirects all the same. */
function fetchedOf(answer: Answer & { forbidden?: true }, url: string, hops: string[], location: string | undefined): Fetched {
  const { forbidden, ...rest } = answer;
  const error = location === undefined ? answer.error : hops.length === maxRedirects ? tooManyRedirects : nowhere;
  return {
    ...rest,
    error,
    outcome: forbidden ? 'forbidden' : error ? 'failed' : 'answered',
    url,
    hops,
    notModified: answer.status === 304,
    ...validatorsIn(answer.headers),
  };
}
