// The main job once, from documents to a verified webhook, in a temporary home: `npm run quickstart`.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { documentsIn, readDocumentFile } from '../src/commands/documents.ts';
import { UsageError } from '../src/commands/terminal.ts';

const bin = fileURLToPath(new URL('../src/bin.js', import.meta.url));
const manuals = fileURLToPath(new URL('../node_modules/undici/docs/docs', import.meta.url));
const help = `Usage: npm run quickstart -- [--keyword <text>] [--source <path>]

Takes documents in, writes one article from them and delivers its signed webhook, in a temporary home that is gone afterwards.

  --keyword <text>  what the article is about (default: undici connection pool)
  --source <path>   a file or folder of Markdown, HTML or text; may be repeated (default: the manuals of undici)
  --help            this text`;

interface Article {
  title: string;
  contentMarkdown: string;
  metaDescription: string;
  wordCount: number;
  score: number;
  sources: { number: number; title: string; url: string | null; sentences: unknown[] }[];
  breakdown: { name: string; points: number; max: number; detail: string }[];
}

const started = performance.now();
const children: ChildProcess[] = [];
let home = '';

try {
  await main();
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  console.error(`error: ${message}`);
  process.exitCode = isUsage(error) ? 2 : 1;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      keyword: { type: 'string', default: 'undici connection pool' },
      source: { type: 'string', multiple: true, default: [manuals] },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return console.log(help);
  const files = values.source.flatMap(documentsIn);
  if (files.length === 0) throw new UsageError(`There are no documents in ${values.source.join(', ')}.`);
  home = mkdtempSync(join(tmpdir(), 'copydesk-quickstart-'));
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    process.once(signal, () => process.exit(code));
  // Also where a signal leaves no time to ask the children politely.
  process.once('exit', () => {
    for (const child of children) child.kill('SIGKILL');
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  });
  try {
    await quickstart(values.keyword, files);
  } finally {
    for (const child of children) child.kill('SIGTERM');
    await Promise.all(children.map(exited));
  }
}

function isUsage(error: unknown): boolean {
  return error instanceof UsageError || (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
}

async function exited(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise((resolve) => child.once('exit', resolve));
}

async function quickstart(keyword: string, files: string[]): Promise<void> {
  say('Starting the desk and a receiver that verifies signatures');
  const key = await output(['keys', 'create']);
  const { url } = JSON.parse(await firstLine(copydesk(['serve', '--port', '0', '--json']), 'stdout')) as { url: string };
  const receiver = copydesk(['listen', '--port', '0', '--json', '--count', '1']);
  const received = firstLine(receiver, 'stdout');
  // Where something fails before, that is the error to tell, not that nothing was received.
  received.catch(() => {});
  const webhookUrl = /http:\S+/.exec(await firstLine(receiver, 'stderr'))![0];

  const call = async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const answer = (await response.json()) as Answer & { detail?: string; hint?: string };
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer.detail} ${answer.hint ?? ''}`);
    return answer;
  };

  let [documents, passages] = [0, 0];
  for (const file of files) {
    try {
      passages += (await call<{ chunks: number }>('POST', '/knowledge', readDocumentFile(file))).chunks;
      documents += 1;
    } catch (error) {
      console.log(`  passed over ${basename(file)}: ${(error as Error).message}`);
    }
  }
  say(`Read ${counted(documents, 'document')} into ${counted(passages, 'passage')}; writing about “${keyword}”`);

  const { id, jobId } = await call<{ id: string; jobId: string }>('POST', '/articles', { keyword, webhookUrl });
  const job = await call<{ status: string; error: { message: string } | null }>('GET', `/jobs/${jobId}?waitSeconds=30`);
  if (job.status !== 'succeeded') throw new Error(job.error?.message ?? `The job is ${job.status}.`);
  const article = await call<Article>('GET', `/articles/${id}?include=markdown&include=sources&include=breakdown`);
  console.log(`\n# ${article.title}\n\n${article.contentMarkdown}\n`);

  say(`Sources of its ${article.wordCount} words`);
  for (const source of article.sources) console.log(`  [${source.number}] ${source.title}: ${source.sentences.length} sentences`);
  say(`Score ${article.score} of 100`);
  for (const part of article.breakdown) console.log(`  ${part.points} of ${part.max}  ${part.name}: ${part.detail}`);
  const { deliveryId, event } = JSON.parse(await received) as { deliveryId: string; event: { type: string } };
  say(`Delivered and verified: ${event.type} (${deliveryId})`);
  console.log(await output(['config', 'claude-code', '--json'], {}));
  say('That is the configuration with which an agent client starts this desk over stdio (other clients: npx copydesk config --help)');
  console.log(`\nDone in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}

function say(line: string): void {
  console.log(`\n── ${line}`);
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function copydesk(args: string[], environment: Record<string, string> = { COPYDESK_HOME: home }): ChildProcess {
  const child = spawn(process.execPath, [bin, ...args, ...(args[0] === 'serve' ? ['--log-level', 'error'] : [])], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  return child;
}

async function output(args: string[], environment?: Record<string, string>): Promise<string> {
  const child = copydesk(args, environment);
  const [answer, complaint] = await Promise.all([text(child.stdout!), text(child.stderr!), exited(child)]);
  if (child.exitCode !== 0) throw new Error(`copydesk ${args.join(' ')}: ${complaint.trim()}`);
  return answer.trim();
}

async function firstLine(child: ChildProcess, stream: 'stdout' | 'stderr'): Promise<string> {
  for await (const line of createInterface({ input: child[stream]! })) return line;
  throw new Error(`copydesk ${child.spawnargs.slice(2).join(' ')} ended without a word.`);
}
