import type { System } from '../system.ts';
import { ask, unanswered } from './answer.ts';
import { whyForbidden, type Fetching, type RobotsAnswer } from './fetching.ts';
import type { Order } from './order.ts';
import { isTooOften, type Turn } from './pacing.ts';
import type { Settling } from './settling.ts';
import type { Spending } from './spending.ts';
import { conditionsOf } from './validators.ts';
import type { Answer, Fault, Visit, Waiting } from './visit.ts';

/** Asks the addresses of a crawl. */
export interface Asking {
  /** Asks one address after the other until there is nothing left, or the crawl has ended. Never rejects. Several may run at once. */
  askOnAndOn(): Promise<void>;
}

export interface AskingNeeds {
  system: System;
  fetching: Fetching;
  order: Order;
  settling: Settling;
  spending: Spending;
  fail(fault: unknown): void;
}

/** A larger one is not a page for readers. */
const maxPageBytes = 5 * 1024 * 1024;
/** To read so little of a picture is cheaper than to open the connection anew. */
const maxUnwantedBytes = 64 * 1024;
const readable = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:xml|json)\b|$)/i;
const accept = 'text/html, application/xhtml+xml, */*;q=0.5';
/** How often an address is asked where the host was asked too often, or had just closed the connection that was kept. */
const maxAttempts = 3;

export function createAsking({ system, fetching, order, settling, spending, fail }: AskingNeeds): Asking {
  const { signal } = spending;
  const attempts = new Map<string, number>();
  const yields = system.turns();
  let judged: Promise<Fault | null> = Promise.resolve(null);

  function isToRepeat(url: string, answer: Answer): boolean {
    const attempt = (attempts.get(url) ?? 0) + 1;
    const repeats = attempt < maxAttempts && (isTooOften(answer) || answer.error?.code === 'reset');
    if (repeats) attempts.set(url, attempt);
    else attempts.delete(url);
    return repeats;
  }

  /** Returns whether the budget let it be asked. */
  async function askOne(waiting: Waiting, turn: Turn): Promise<boolean> {
    if (!spending.reserve()) {
      order.giveBack(waiting);
      return false;
    }
    const maxBytes = Math.min(maxPageBytes, spending.bytesLeft());
    const headers = conditionsOf(waiting.validators);
    const answer = checked(await ask(system, waiting.url, { accept, headers, maxBytes, isWanted, signal }), headers);
    turn.note(answer);
    if (isToRepeat(waiting.url, answer)) {
      spending.release();
      order.giveBack(waiting);
      return true;
    }
    const visit: Visit = { ...waiting, ...answer, outcome: answer.error ? 'failed' : 'answered', notModified: answer.status === 304 };
    spending.count(visit);
    settling.deliver(visit);
    return true;
  }

  /** One after the other: thousands of rules and of addresses that they forbid must leave others their turn. */
  function judge(robots: RobotsAnswer, url: string): Promise<Fault | null> {
    return (judged = judged.then(yields).then(() => whyForbidden(robots, url)));
  }

  /** Asks an address, and others of its host while its place there lasts. */
  async function askFrom(first: Waiting, { robots }: RobotsAnswer): Promise<void> {
    const { origin } = new URL(first.url);
    const isAlike = ({ url }: Waiting) => URL.parse(url)?.origin === origin && robots!.allows(url);
    await fetching.visit(first.url, robots!.delayMs, signal, async (turn) => {
      let next: Waiting | undefined = first;
      while (next && (await askOne(next, turn))) next = turn.mayGoOn() ? await order.takeAtOnce(isAlike) : undefined;
    });
  }

  return {
    async askOnAndOn() {
      try {
        for (let waiting = await order.take(); waiting; waiting = await order.take()) {
          const robots = await fetching.robotsOf(waiting.url, signal);
          const forbids = await judge(robots, waiting.url);
          if (forbids) settling.deliver({ ...waiting, ...unanswered(forbids), outcome: 'forbidden', notModified: false });
          else await askFrom(waiting, robots);
        }
      } catch (thrown) {
        if (!signal.aborted) fail(thrown);
      }
    },
  };
}

/** A server that says that nothing has changed, without being asked that, says nothing of the page. */
function checked(answer: Answer, conditions: Record<string, string>): Answer {
  if (answer.status !== 304 || Object.keys(conditions).length > 0) return answer;
  return unanswered({ code: 'not_modified', message: 'It answers 304, as if an answer from before were known.' }, answer.durationMs);
}

function isWanted(headers: Record<string, string>): boolean {
  return readable.test(headers['content-type']?.trim() ?? '') || Number(headers['content-length'] ?? Infinity) <= maxUnwantedBytes;
}
