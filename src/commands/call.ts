import { text } from 'node:stream/consumers';
import type { Delivery } from '../../schema/deliveries.ts';
import type { Copydesk } from '../app.ts';
import { copydesk } from '../config.ts';
import { AppError } from '../errors.ts';
import { describeOperation } from './describe.ts';
import { followDelivery, followJob, withDesk, type GlobalFlags } from './desk.ts';
import { note, print, printJson, UsageError } from './terminal.ts';

interface CallFlags extends Omit<GlobalFlags, 'json'> {
  json?: string;
  wait?: boolean;
  help?: boolean;
}

type Operation = Copydesk['groups'][number]['operations'][number];

/** Calls one operation in this process and prints its answer. `--wait` also does the work it started; `--help` only explains the operation. */
export async function call(name: string | undefined, { json, wait, help, ...flags }: CallFlags): Promise<void> {
  await withDesk(flags, {}, async (desk) => {
    if (name === undefined) return print(listing(desk));
    const operation = desk.groups.flatMap((group) => group.operations).find((one) => one.name === name);
    if (!operation) throw new UsageError(`There is no operation ${name}.`, `List them with: ${copydesk} call`);
    if (help) return print(describeOperation(operation));
    const output = await callOrExplain(desk, operation, json);
    const work = workIn(output);
    if (wait && work !== undefined) return finish(desk, work);
    printJson(output);
    if (wait) note('There is nothing to wait for.');
    else if (work !== undefined && operation.status === 202) note('Pending: it is done while serve or stdio runs, or with --wait.');
  });
}

/** The fields of an answer that point to unfinished work. */
interface Answer {
  id?: string;
  status?: string;
  jobId?: string | null;
  publications?: { deliveryId: string }[];
}

const unfinished = new Set(['queued', 'running', 'pending']);

/** The id of the unfinished job or delivery that an answer names or is. */
function workIn(output: unknown): string | undefined {
  const { id, status = '', jobId, publications } = output as Answer;
  const named = jobId ?? publications?.[0]?.deliveryId;
  if (named !== undefined) return named;
  return unfinished.has(status) && id !== undefined && /^(?:job|dlv)_/.test(id) ? id : undefined;
}

/** Does the work and prints its result. */
async function finish(desk: Copydesk, id: string): Promise<void> {
  if (id.startsWith('dlv_')) return finishAttempt(desk, id);
  const job = await followJob(desk, id);
  printJson(job);
  if (job.status !== 'succeeded') process.exitCode = 1;
}

async function finishAttempt(desk: Copydesk, id: string): Promise<void> {
  const delivery = await followDelivery(desk, id);
  printJson(delivery);
  if (delivery.status === 'delivered') return;
  note(whyNotDelivered(delivery));
  process.exitCode = 1;
}

function whyNotDelivered({ response, nextAttemptAt }: Delivery): string {
  if (response === null) return 'It was ended before an attempt was made.';
  const why = 'error' in response ? response.error.message : `The receiver answered ${response.status}.`;
  return nextAttemptAt === null ? why : `${why} The next attempt is due at ${nextAttemptAt}, if serve or stdio runs then.`;
}

/** Invalid input gets a hint where to read the schema; a person who gave no input is shown it. */
async function callOrExplain(desk: Copydesk, operation: Operation, json: string | undefined): Promise<unknown> {
  const input = await inputOf(json ?? '{}');
  try {
    return await desk.call(operation.name, input);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error;
    if (json === undefined && process.stderr.isTTY) note(`${describeOperation(operation)}\n`);
    const hint = [error.hint, `What it takes: ${copydesk} call ${operation.name} --help`].filter(Boolean).join(' ');
    throw new AppError(error.code, error.message, { hint, errors: error.errors, cause: error });
  }
}

const howToSend = `In a shell: --json '{"limit":5}'. From a file: --json - < input.json`;

async function inputOf(json: string): Promise<Record<string, unknown>> {
  const source = json === '-' ? await text(process.stdin) : json;
  let input: unknown;
  try {
    input = JSON.parse(source);
  } catch (error) {
    throw new UsageError(`--json is not valid JSON: ${error instanceof Error ? error.message : String(error)}`, howToSend);
  }
  if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input as Record<string, unknown>;
  throw new UsageError('--json takes a JSON object.', howToSend);
}

function listing({ groups }: Copydesk): string {
  const lines = groups.flatMap((group) => [
    '',
    group.name,
    ...group.operations.map((operation) => `  ${operation.name.padEnd(32)} ${operation.title}`),
  ]);
  return lines.slice(1).join('\n');
}
