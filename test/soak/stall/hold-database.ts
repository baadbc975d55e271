import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { integrityOf } from '../../db/bare.ts';
import { startDesk } from '../crash/desk.ts';
import { askForEvent, countDeliveries, isRefused, prepareHome, waitUntil, type Answer } from '../desk-client.ts';
import { startHeldReceiver } from '../held-receiver.ts';
import { stop } from './stop.ts';

/** Requests under way at once. */
const clients = 8;

export interface HoldOptions {
  /** Of the desks' clock. */
  speed?: number;
  /** At least. */
  stoppedMs?: number;
}

export interface HoldFindings {
  clean: boolean;
  /** Test events that were answered 202. */
  accepted: number;
  /** Those that were answered 503 with a hint by the other process, which waited in vain. */
  refused: number;
  /** Other answers, in words. */
  strange: string[];
  delivered: number;
  duplicates: number;
  integrity: string;
}

/** A process is stopped in the middle of a transaction under load: nobody can write then, and all goes on when it does. */
export async function holdDatabase({ speed = 1, stoppedMs = 17_000 }: HoldOptions = {}): Promise<HoldFindings> {
  const home = await mkdtemp(join(tmpdir(), 'copydesk-soak-'));
  const { key } = await prepareHome(home);
  const receiver = await startHeldReceiver();
  receiver.answerNew(204);
  const clock = { since: Date.now(), speed };
  const desks = [startDesk({ home, clock }), startDesk({ home, clock })] as const;
  try {
    const [url, other] = await Promise.all([desks[0].url, desks[1].url]);
    const answers: Answer[] = [];
    let enough = false;
    const produce = async () => {
      while (!enough) answers.push(await askForEvent(url, key, receiver.url));
    };
    const producing = Array.from({ length: clients }, produce);
    await sleep(1000);
    await stop(desks[0], home, 'within');
    enough = true;
    const whileHeld = askForEvent(other, key, receiver.url);
    // Until the other has given up waiting, which takes a busy machine longer; the clients' own patience is 30 s.
    await Promise.all([sleep(stoppedMs), Promise.race([whileHeld, sleep(25_000)])]);
    desks[0].process.kill('SIGCONT');
    await Promise.all(producing);
    answers.push(await whileHeld, await askForEvent(other, key, receiver.url));
    // An attempt whose deadline passed meanwhile has failed, and its next is a minute later.
    await waitUntil(async () => (await countDeliveries(home, 'pending')) === 0, 90_000);
    const codes = await Promise.all(desks.map((desk) => desk.end('SIGTERM')));
    const findings = {
      accepted: answers.filter(({ status }) => status === 202).length,
      refused: answers.filter(isRefused).length,
      strange: answers.filter((answer) => answer.status !== 202 && !isRefused(answer)).map((answer) => JSON.stringify(answer)),
      delivered: await countDeliveries(home, 'delivered'),
      duplicates: receiver.arrivals.length - new Set(receiver.arrivals).size,
      integrity: integrityOf(home),
    };
    return { clean: codes.every((code) => code === 0) && isClean(findings), ...findings };
  } finally {
    await Promise.all(desks.map((desk) => desk.end('SIGKILL')));
    receiver.close();
    await rm(home, { recursive: true, force: true });
  }
}

function isClean({ accepted, refused, strange, delivered, duplicates, integrity }: Omit<HoldFindings, 'clean'>): boolean {
  return delivered === accepted && refused === 1 && strange.length === 0 && duplicates <= clients && integrity === 'ok';
}
