import type { System } from '../system.ts';
import { hostOf, isOwn } from './url.ts';
import type { Answer, Pace, VisitHost } from './visit.ts';

/** Asks hosts at their pace, and more slowly while they say that they are asked too often (429, 503). For one job; what it remembers may be lost. */
export interface Pacing {
  /** Waits for a place at the host, then runs the task, which asks the host as often as `mayGoOn` lets it. Rejects with the signal's reason if it is aborted. */
  visit<Result>(url: string, delayMs: number, signal: AbortSignal, task: (turn: Turn) => Promise<Result>): Promise<Result>;
}

/** A place at a host. */
export interface Turn {
  /** Takes note of how the host answered. */
  note(answer: Answer): void;
  /** Whether it may be asked once more in this place: not if there must be a delay before, nor after some seconds, so that others get their turn. */
  mayGoOn(): boolean;
}

const ownPace: Pace = { maxAtOnce: 5, delayMs: 0 };
const othersPace: Pace = { maxAtOnce: 1, delayMs: 1000 };
const thisMachine = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/;

const maxTurnMs = 5000;
/** After a whole turn the place is left for longer than others take between two looks for one, else they would never find it free. */
const betweenTurnsMs = 150;
const minRestMs = 1000;
/** However long the host asks to be left alone: it is asked again, or given up, by then. */
const maxRestMs = 60_000;
const maxSlowness = 5;
/** Answers in a row after which a host that was slowed down is asked a little faster again. */
const answersPerStep = 10;
/** The host that was asked longest ago is forgotten. */
const maxHosts = 500;

interface Host {
  /** 0: its usual pace. Each step halves it. */
  slowness: number;
  /** Counts the times it was slowed down. */
  era: number;
  goodAnswers: number;
  restsUntil: number;
}

export function createPacing(
  { now, pause }: Pick<System, 'now' | 'pause'>,
  visitHost: VisitHost,
  usualPace: (url: string) => Pace,
): Pacing {
  const hosts = new Map<string, Host>();

  function hostAt(url: string): Host {
    const name = new URL(url).host;
    const host = hosts.get(name) ?? { slowness: 0, era: 0, goodAnswers: 0, restsUntil: 0 };
    hosts.delete(name);
    hosts.set(name, host);
    if (hosts.size > maxHosts) hosts.delete(hosts.keys().next().value!);
    return host;
  }

  function slowDown(host: Host, retryAfter: string | undefined): void {
    host.slowness = Math.min(host.slowness + 1, maxSlowness);
    host.era++;
    host.goodAnswers = 0;
    const wanted = Math.max(minRestMs * 2 ** (host.slowness - 1), millisecondsOf(retryAfter, now()));
    host.restsUntil = Math.max(host.restsUntil, now() + Math.min(wanted, maxRestMs));
  }

  function speedUp(host: Host): void {
    host.restsUntil = 0;
    if (host.slowness === 0 || ++host.goodAnswers < answersPerStep) return;
    host.goodAnswers = 0;
    host.slowness--;
  }

  /** Notes answers of the time since the host was last slowed down; those to what was asked before tell nothing. */
  function note(host: Host, era: number, answer: Answer): void {
    if (era !== host.era) return;
    if (isTooOften(answer)) slowDown(host, answer.headers['retry-after']);
    else if (answer.status > 0) speedUp(host);
  }

  return {
    async visit(url, delayMs, signal, task) {
      const host = hostAt(url);
      const usual = usualPace(url);
      for (;;) {
        // Where the clock was set back meanwhile, the rest is no longer for that.
        const restMs = host.restsUntil === 0 ? 0 : Math.min(host.restsUntil - now(), maxRestMs);
        if (restMs > 0) await pause(restMs, signal).catch(() => signal.throwIfAborted());
        const { slowness, era } = host;
        const pace = { maxAtOnce: slowness > 0 ? 1 : usual.maxAtOnce, delayMs: Math.max(usual.delayMs, delayMs, slowedDelayMs(slowness)) };
        let usedMs = 0;
        const turn: Turn = {
          note(answer) {
            usedMs += answer.durationMs;
            note(host, era, answer);
          },
          mayGoOn: () => pace.delayMs === 0 && era === host.era && usedMs < maxTurnMs,
        };
        // It may have been slowed down while this one waited for its place: then it waits for the host's rest first.
        const done = await visitHost(url, pace, signal, async () => (era === host.era ? { result: await task(turn) } : undefined));
        if (pace.delayMs === 0 && usedMs >= maxTurnMs) await pause(betweenTurnsMs, signal).catch(() => signal.throwIfAborted());
        if (done) return done.result;
      }
    },
  };
}

/** One's own hosts are asked faster than those of others. What runs on this machine is nobody else's. */
export function paceFor(ownSite: string | null): (url: string) => Pace {
  return (url) => {
    const isOurs = thisMachine.test(hostOf(url)) || (ownSite !== null && isOwn(originOf(ownSite), url));
    return isOurs ? ownPace : othersPace;
  };
}

/** A site with a path shares its host with all else there. */
function originOf(site: string): string {
  return URL.parse('/', site)?.href ?? site;
}

/** Whether the host says that it is asked too often, or has too much to do. */
export function isTooOften({ status }: Pick<Answer, 'status'>): boolean {
  return status === 429 || status === 503;
}

function slowedDelayMs(slowness: number): number {
  return slowness === 0 ? 0 : 250 * 2 ** slowness;
}

/** `Retry-After` is a number of seconds or a date (RFC 9110, 10.2.3). */
function millisecondsOf(retryAfter: string | undefined, now: number): number {
  if (retryAfter === undefined) return 0;
  const ms = /^\s*\d{1,9}\s*$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now;
  return Number.isFinite(ms) ? Math.max(ms, 0) : 0;
}
