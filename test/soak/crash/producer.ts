/** The load, in a process that is never killed: asks the desks for events and replays, whichever answers. `producer.ts <ProducerPlan>`, then messages `Told`; ends with `Produced`. */
import { setTimeout as sleep } from 'node:timers/promises';
import { eventExamples } from '../../../schema/events.ts';
import { createCopydesk } from '../../../src/app.ts';
import { causeCode } from '../../../src/errors.ts';
import { fastTime, monotonicMs, type FastClock } from './clock.ts';

export interface ProducerPlan {
  home: string;
  clock: FastClock;
  key: string;
  receivers: readonly string[];
  /** Requests under way at once. */
  concurrency: number;
}

/** Where the desks are now, or that it is enough. */
export type Told = { desks: readonly string[] } | { enough: true };

export interface Produced {
  /** Deliveries that were answered 202. */
  accepted: string[];
  /** Replays that were answered 202; `at`: when they were asked for, in monotonic milliseconds. */
  replays: { id: string; at: number }[];
  /** Requests whose first answer never came, or was 503: each was repeated under its Idempotency-Key until it was answered. */
  repeated: number;
}

// Whoever started it may have been ended from outside.
process.on('disconnect', () => process.exit());

const plan = JSON.parse(process.argv[2]!) as ProducerPlan;
const types = Object.keys(eventExamples);
const produced: Produced = { accepted: [], replays: [], repeated: 0 };
const unanswered: EventRequest[] = [];
let desks: readonly string[] = [];
let enough = false;

process.on('message', (told: Told) => {
  if ('desks' in told) desks = told.desks;
  else enough = true;
});

interface EventRequest {
  idempotencyKey: string;
  input: ReturnType<typeof newInput>;
}

function newInput() {
  return { eventType: pick(types)!, url: pick(plan.receivers)! };
}

/** Undefined where no answer came, or one that asks to try again. */
async function post(path: string, input?: object, idempotencyKey?: string): Promise<{ id: string } | undefined> {
  while (desks.length === 0) await sleep(10);
  const desk = pick(desks)!;
  const headers = {
    authorization: `Bearer ${plan.key}`,
    ...(input && { 'content-type': 'application/json' }),
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
  };
  let answer: { status: number; body: unknown };
  try {
    const body = input && JSON.stringify(input);
    const response = await fetch(`${desk}/api/v1${path}`, { method: 'POST', headers, body, signal: AbortSignal.timeout(30_000) });
    answer = { status: response.status, body: await response.json() };
  } catch {
    return undefined;
  }
  if (answer.status === 202) return answer.body as { id: string };
  if (answer.status === 409 || answer.status === 503) return undefined;
  throw new Error(`${path} was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
}

async function askForEvent(request: EventRequest): Promise<boolean> {
  const delivery = await post('/webhooks/test', request.input, request.idempotencyKey);
  if (delivery) produced.accepted.push(delivery.id);
  return delivery !== undefined;
}

async function askForReplay(id: string): Promise<void> {
  const at = monotonicMs();
  if (await post(`/webhook-deliveries/${id}/retry`)) produced.replays.push({ id, at });
}

async function produce(): Promise<void> {
  while (!enough) {
    const known = Math.random() < 0.1 ? pick(produced.accepted) : undefined;
    const request = { idempotencyKey: crypto.randomUUID(), input: newInput() };
    if (known !== undefined) await askForReplay(known);
    else if (!(await askForEvent(request))) unanswered.push(request);
    await sleep(5);
  }
}

/** A desk that is not killed, and does no work, so that the others never run out of it. */
async function feed(): Promise<void> {
  const { home, clock } = plan;
  const desk = await createCopydesk({ home, logLevel: 'silent', now: () => Math.floor(fastTime(clock, Date.now())) });
  while (!enough) {
    const { id } = (await desk.call('webhook_test', newInput())) as { id: string };
    produced.accepted.push(id);
    if (Math.random() < 0.1) await replay(pick(produced.accepted)!);
    await sleep(20);
  }
  await desk.close();

  async function replay(delivery: string): Promise<void> {
    const at = monotonicMs();
    try {
      await desk.call('webhook_deliveries_retry', { id: delivery });
      produced.replays.push({ id: delivery, at });
    } catch (error) {
      if (causeCode(error) !== 'attempt_in_progress') throw error;
    }
  }
}

async function repeatUnanswered(): Promise<void> {
  produced.repeated = unanswered.length;
  for (let request = unanswered.shift(); request; request = unanswered.shift()) {
    if (await askForEvent(request)) continue;
    unanswered.push(request);
    // Until the first request's hold on its key has run out.
    await sleep(20);
  }
}

function pick<Item>(items: readonly Item[]): Item | undefined {
  return items[Math.floor(Math.random() * items.length)];
}

await Promise.all([feed(), ...Array.from({ length: plan.concurrency }, produce)]);
await repeatUnanswered();
process.send!(produced);
