import { setTimeout as sleep } from 'node:timers/promises';
import { integrityOf } from '../db/bare.ts';
import { startDesk, type RunningDesk } from './crash/desk.ts';
import { askForEvent, countDeliveries, isRefused, prepareHome, waitUntil, type Answer } from './desk-client.ts';
import { startHeldReceiver } from './held-receiver.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

/** Attempts that are under way when the disk becomes full, and events that wait. */
const underWay = 16;
const waiting = 8;

export interface FullDiskFindings {
  /** Test events that were answered 202, while the disk was full too. */
  accepted: number;
  /** Those that were answered 503 with a hint. */
  refused: number;
  /** Other answers, in words. */
  strange: string[];
  /** Requests that reached the receiver while the disk was full. */
  sentWhileFull: number;
  delivered: number;
  /** Arrivals of a delivery beyond its first. */
  duplicates: number;
  /** Lines of both logs while the disk was full, but for those of the refused requests. */
  logLines: number;
  /** From when there was room until all was delivered. */
  secondsToGoOn: number;
  integrity: string;
}

export const tiny = { fullMs: 1500 };

/** `npm run soak full-disk`: the disk is full for longer than a lease. */
export async function run({
  fullMs = 20_000,
}: {
  fullMs?: number;
}): Promise<(FullDiskFindings & { passed: boolean }) | { passed: true; skipped: string }> {
  const findings = await fillDisk({ fullMs });
  if (!findings) return { passed: true, skipped: 'This user may not mount a small file system (mount -t tmpfs).' };
  return { passed: isClean(findings), ...findings };
}

function isClean({ accepted, refused, strange, sentWhileFull, delivered, duplicates, logLines, integrity }: FullDiskFindings): boolean {
  const complete = delivered === accepted && strange.length === 0 && integrity === 'ok';
  return complete && refused > 0 && sentWhileFull <= underWay && duplicates <= underWay && logLines <= 4;
}

/** Two desks on a disk that becomes full in the middle of attempts, and has room again `fullMs` later. Undefined where there can be no such disk. */
export async function fillDisk({ fullMs }: { fullMs: number }): Promise<FullDiskFindings | undefined> {
  const disk = await mountSmallDisk(8);
  if (!disk) return undefined;
  const home = disk.path;
  const { key } = await prepareHome(home);
  const receiver = await startHeldReceiver();
  const desks = [0, 1].map(() => startDesk({ home, env: { COPYDESK_RECEIVER_CONCURRENCY: String(underWay) } }));
  try {
    const urls = await Promise.all(desks.map((desk) => desk.url));
    const ask = (count: number) => askForEvent(urls[count % 2]!, key, receiver.url);
    const answers: Answer[] = [];
    // A receiver gets as many at once only after it has answered.
    receiver.answerNew(204);
    answers.push(await ask(0));
    await waitUntil(async () => (await countDeliveries(home, 'delivered')) === 1, 5000);
    receiver.hold();
    while (answers.length < 1 + underWay + waiting) answers.push(await ask(answers.length));
    await waitUntil(() => receiver.arrivals.length === 1 + underWay, 5000);
    disk.fill();
    const linesBefore = linesOf(desks);
    receiver.answerNew(204);
    receiver.answerHeld(204);
    for (const until = performance.now() + fullMs; performance.now() < until; await sleep(200)) answers.push(await ask(answers.length));
    const [sent, lines] = [receiver.arrivals.length, linesOf(desks)];
    disk.makeRoom();
    const roomAt = performance.now();
    await waitUntil(async () => (await countDeliveries(home, 'pending')) === 0, 30_000);
    const secondsToGoOn = Math.round((performance.now() - roomAt) / 1000);
    const codes = await Promise.all(desks.map((desk) => desk.end('SIGTERM')));
    if (codes.some((code) => code !== 0)) throw new Error(`The desks ended with ${codes.join(' and ')}.`);
    const refused = answers.filter(isRefused).length;
    return {
      accepted: answers.filter(({ status }) => status === 202).length,
      refused,
      strange: answers.filter((answer) => answer.status !== 202 && !isRefused(answer)).map((answer) => JSON.stringify(answer)),
      sentWhileFull: sent - underWay - 1,
      delivered: await countDeliveries(home, 'delivered'),
      duplicates: receiver.arrivals.length - new Set(receiver.arrivals).size,
      logLines: lines - linesBefore - refused,
      secondsToGoOn,
      integrity: integrityOf(home),
    };
  } finally {
    await end(desks, disk);
    receiver.close();
  }
}

function linesOf(desks: readonly RunningDesk[]): number {
  return desks.reduce((sum, desk) => sum + desk.log().length, 0);
}

async function end(desks: readonly RunningDesk[], disk: SmallDisk): Promise<void> {
  await Promise.all(desks.map((desk) => desk.end('SIGKILL')));
  await disk.remove();
}
