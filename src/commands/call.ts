import { text } from 'node:stream/consumers';
import type { Copydesk } from '../app.ts';
import { AppError } from '../errors.ts';
import { describeOperation } from './describe.ts';
import { followJob, withDesk, type GlobalFlags } from './desk.ts';
import { note, print, printJson, UsageError } from './terminal.ts';

interface CallFlags extends Omit<GlobalFlags, 'json'> {
  json?: string;
  wait?: boolean;
  help?: boolean;
}

type Operation = Copydesk['groups'][number]['operations'][number];

/** Calls one operation in this process and prints its answer; with `--wait` also does the work it asked for, with `--help` only tells what it takes. */
export async function call(name: string | undefined, { json, wait, help, ...flags }: CallFlags): Promise<void> {
  await withDesk(flags, {}, async (desk) => {
    if (name === undefined) return print(listing(desk));
    const operation = desk.groups.flatMap((group) => group.operations).find((one) => one.name === name);
    if (!operation) throw new UsageError(`There is no operation ${name}. List them with: copydesk call`);
    if (help) return print(describeOperation(operation));
    const output = await callOrExplain(desk, operation, json);
    const jobId = wait ? jobIdOf(output) : undefined;
    if (jobId === undefined) return printJson(output);
    const job = await followJob(desk, jobId);
    printJson(job);
    if (job.status !== 'succeeded') process.exitCode = 1;
  });
}

/** Whoever sends input that does not fit is told where to read what fits; a person who sent none is shown it. */
async function callOrExplain(desk: Copydesk, operation: Operation, json: string | undefined): Promise<unknown> {
  const input = await inputOf(json ?? '{}');
  try {
    return await desk.call(operation.name, input);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error;
    if (json === undefined && process.stderr.isTTY) note(`${describeOperation(operation)}\n`);
    const hint = `What it takes: copydesk call ${operation.name} --help`;
    throw new AppError(error.code, error.message, { hint, errors: error.errors, cause: error });
  }
}

async function inputOf(json: string): Promise<Record<string, unknown>> {
  const source = json === '-' ? await text(process.stdin) : json;
  let input: unknown;
  try {
    input = JSON.parse(source);
  } catch (error) {
    throw new UsageError(`--json is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input as Record<string, unknown>;
  throw new UsageError('--json takes a JSON object, such as {"limit":5}.');
}

function jobIdOf(output: unknown): string | undefined {
  return typeof output === 'object' && output !== null && 'jobId' in output && typeof output.jobId === 'string' ? output.jobId : undefined;
}

function listing({ groups }: Copydesk): string {
  const lines = groups.flatMap((group) => [
    '',
    group.name,
    ...group.operations.map((operation) => `  ${operation.name.padEnd(32)} ${operation.title}`),
  ]);
  return lines.slice(1).join('\n');
}
