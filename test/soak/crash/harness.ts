import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startChild } from '../../bench/child.ts';
import { countDeliveries, prepareHome, waitUntil } from '../desk-client.ts';
import { check, type Findings } from './check.ts';
import type { FastClock } from './clock.ts';
import { startDesk, type RunningDesk } from './desk.ts';
import type { Produced, ProducerPlan, Told } from './producer.ts';
import type { ReceiverPlan } from './receiver.ts';

/** In one process: so many may be made again when it is killed. */
export const attemptsAtOnce = 16;

export interface CrashOptions {
  /** How many processes are killed in all. */
  rounds: number;
  /** How much faster than the machine's the desks' clock runs. Default: the machine's own. */
  speed?: number;
  /** How long the desks may take to finish once nobody kills them any more, in milliseconds. */
  patienceMs: number;
}

export interface CrashFindings extends Findings {
  rounds: number;
  /** Rounds in which the process was killed before it listened. */
  killedAtStart: number;
  repeated: number;
  seconds: number;
}

/** Two desks on one database under load; again and again one of them is killed and started anew. */
export async function crash({ rounds, speed = 1, patienceMs }: CrashOptions): Promise<CrashFindings> {
  const began = performance.now();
  const home = await mkdtemp(join(tmpdir(), 'copydesk-soak-'));
  const clock: FastClock = { since: Date.now(), speed };
  const arrivals = join(home, 'arrivals.jsonl');
  const { key, secret } = await prepareHome(home);
  const receiver = startChild('../soak/crash/receiver.ts', {
    file: arrivals,
    origins: 8,
    failing: 0.02,
    slow: 0.02,
  } satisfies ReceiverPlan);
  const receivers = await receiver.next<string[]>();
  const producer = startChild('../soak/crash/producer.ts', { home, clock, key, receivers, concurrency: 8 } satisfies ProducerPlan);
  const desks = new Set<RunningDesk>();
  try {
    const killedAtStart = await killAgainAndAgain(rounds, desks, { start: () => startDesk(deskOf(home, clock)), tell: producer.send });
    producer.send({ enough: true } satisfies Told);
    const produced = await producer.next<Produced>();
    await waitUntil(async () => (await countDeliveries(home, 'pending')) === 0, patienceMs);
    receiver.send({ enough: true });
    await receiver.next();
    const codes = await Promise.all([...desks].map((desk) => desk.end('SIGTERM')));
    if (codes.some((code) => code !== 0)) throw new Error(`The desks that were left ended with ${codes.join(' and ')}.`);
    const findings = await check(home, arrivals, produced, secret);
    return { rounds, killedAtStart, repeated: produced.repeated, ...findings, seconds: Math.round((performance.now() - began) / 1000) };
  } finally {
    await Promise.all([producer.stop(), receiver.stop(), ...[...desks].map((desk) => desk.end('SIGKILL'))]);
    await rm(home, { recursive: true, force: true });
  }
}

/** A killed process's leases hold its receivers' places until they run out: there must be places for many. */
function deskOf(home: string, clock: FastClock) {
  return { home, clock, env: { COPYDESK_DELIVERY_CONCURRENCY: String(attemptsAtOnce), COPYDESK_RECEIVER_CONCURRENCY: '256' } };
}

interface Control {
  start(): RunningDesk;
  tell(told: Told): void;
}

/** Leaves two desks running, in `desks`. Returns how many were killed before they listened. */
async function killAgainAndAgain(rounds: number, desks: Set<RunningDesk>, { start, tell }: Control): Promise<number> {
  const urls: (string | undefined)[] = [];
  let left = rounds;
  let killedAtStart = 0;
  const tellOf = (index: number, url: string | undefined) => {
    urls[index] = url;
    tell({ desks: urls.filter((one) => one !== undefined) });
  };
  const place = async (index: number) => {
    for (;;) {
      const desk = start();
      desks.add(desk);
      const early = left > 0 && Math.random() < 0.1;
      if (early) await sleep(400 * Math.random());
      else tellOf(index, await desk.url);
      if (left <= 0) return;
      left--;
      if (early) killedAtStart++;
      else await sleep(50 + 750 * Math.random());
      await desk.end('SIGKILL');
      tellOf(index, undefined);
      desks.delete(desk);
    }
  };
  await Promise.all([place(0), place(1)]);
  return killedAtStart;
}
