import { text } from 'node:stream/consumers';
import type { Copydesk } from '../app.ts';
import { followJob, withDesk, type GlobalFlags } from './desk.ts';
import { print, printJson, UsageError } from './terminal.ts';

interface CallFlags extends Omit<GlobalFlags, 'json'> {
  json: string;
  wait?: boolean;
}

/** Calls one operation in this process and prints its answer; with `--wait` also does the work it asked for. */
export async function call(name: string | undefined, { json, wait, ...flags }: CallFlags): Promise<void> {
  await withDesk(flags, {}, async (desk) => {
    if (name === undefined) return print(listing(desk));
    if (!desk.groups.some((group) => group.operations.some((operation) => operation.name === name))) {
      throw new UsageError(`There is no operation ${name}. List them with: copydesk call`);
    }
    const output = await desk.call(name, await inputOf(json));
    const jobId = wait ? jobIdOf(output) : undefined;
    if (jobId === undefined) return printJson(output);
    const job = await followJob(desk, jobId);
    await desk.runDue();
    printJson(job);
    if (job.status !== 'succeeded') process.exitCode = 1;
  });
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
    ...group.operations.map((operation) => `  ${operation.name.padEnd(28)} ${operation.title}`),
  ]);
  return lines.slice(1).join('\n');
}
