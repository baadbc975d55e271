import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCopydesk } from '../../../src/app.ts';
import { integrityOf } from '../../db/bare.ts';
import { startDesk, type RunningDesk } from '../crash/desk.ts';
import { countDeliveries, knowReceivers, readBeside, retryTests, waitUntil } from '../desk-client.ts';
import { startHeldReceiver } from '../held-receiver.ts';
import { stop } from './stop.ts';

const events = 8;
/** As many as one receiver is given at once; the others wait. */
const atOnce = 4;

export interface TakeOverFindings {
  clean: boolean;
  accepted: number;
  /** Attempts that were under way when the process was stopped. */
  underWay: number;
  /** Outcomes that the stopped process had to drop once it went on. */
  dropped: number;
  /** Whether that left the record, and the work that was still to do, as they were. */
  unchanged: boolean;
  delivered: number;
  /** Arrivals beyond the attempts that are on the record. */
  duplicates: number;
  integrity: string;
}

/**
 * A process is stopped in the middle of attempts. Another makes them when the leases run out, and all fail; then the first goes on and learns that its own
 * succeeded, which is nobody's business any more: the next attempts are made as planned. `speed`: of the desks' clock.
 */
export async function takeOver({ speed = 1 } = {}): Promise<TakeOverFindings> {
  const home = await mkdtemp(join(tmpdir(), 'copydesk-soak-'));
  const clock = { since: Date.now(), speed };
  const receiver = await startHeldReceiver();
  await askForEvents(home, receiver.url);
  const stopped = startDesk({ home, clock });
  const desks: RunningDesk[] = [stopped];
  try {
    await waitUntil(() => receiver.arrivals.length === atOnce, 10_000);
    await stop(stopped, home, 'outside');
    const underWay = receiver.arrivals.length;
    receiver.answerNew(500);
    desks.push(startDesk({ home, clock }));
    await waitUntil(async () => (await recordOf(home)).attempts.length === events, 30_000);
    const before = await recordOf(home);
    receiver.answerNew(204);
    receiver.answerHeld(204);
    stopped.process.kill('SIGCONT');
    await waitUntil(() => droppedBy(stopped) === underWay, 10_000);
    const unchanged = JSON.stringify(await recordOf(home)) === JSON.stringify(before);
    await waitUntil(async () => (await countDeliveries(home, 'pending')) === 0, 90_000);
    const codes = await Promise.all(desks.map((desk) => desk.end('SIGTERM')));
    const { deliveries, attempts } = await recordOf(home);
    const findings = {
      accepted: events,
      underWay,
      dropped: droppedBy(stopped),
      unchanged,
      delivered: deliveries.filter(({ status }) => status === 'delivered').length,
      duplicates: receiver.arrivals.length - attempts.length,
      integrity: integrityOf(home),
    };
    return { clean: codes.every((code) => code === 0) && isClean(findings), ...findings };
  } finally {
    await Promise.all(desks.map((desk) => desk.end('SIGKILL')));
    receiver.close();
    await rm(home, { recursive: true, force: true });
  }
}

/** Without a desk at work. */
async function askForEvents(home: string, url: string): Promise<void> {
  const desk = await createCopydesk({ home, logLevel: 'silent' });
  await retryTests(home);
  for (let count = 0; count < events; count++) await desk.call('webhook_test', { url });
  await desk.close();
  await knowReceivers(home);
}

function isClean({ accepted, underWay, dropped, unchanged, delivered, duplicates, integrity }: Omit<TakeOverFindings, 'clean'>): boolean {
  const complete = delivered === accepted && integrity === 'ok';
  return complete && underWay === atOnce && dropped === underWay && unchanged && duplicates === underWay;
}

async function recordOf(home: string) {
  return {
    deliveries: await readBeside<{ status: string }>(home, 'select * from deliveries order by id'),
    attempts: await readBeside(home, 'select * from attempts order by delivery_id, number'),
    work: await readBeside(home, `select * from work where kind = 'webhook.deliver' order by id`),
  };
}

function droppedBy(desk: RunningDesk): number {
  return desk.log().filter(({ msg }) => msg === 'a lease was lost; its outcome is dropped').length;
}
