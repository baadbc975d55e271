// The main job once, from documents to a verified webhook, in a temporary home: `npm run quickstart`.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const bin = fileURLToPath(new URL('../src/bin.js', import.meta.url));
const manuals = fileURLToPath(new URL('../node_modules/undici/docs/docs', import.meta.url));

interface Article {
  title: string;
  contentMarkdown: string;
  metaDescription: string;
  wordCount: number;
  score: number;
  sources: { number: number; title: string; url: string | null; sentences: unknown[] }[];
  breakdown: { name: string; points: number; max: number; detail: string }[];
}

const { values } = parseArgs({
  options: {
    keyword: { type: 'string', default: 'undici connection pool' },
    source: { type: 'string', multiple: true, default: [manuals] },
  },
});
const started = performance.now();
const home = mkdtempSync(join(tmpdir(), 'copydesk-quickstart-'));
const children: ChildProcess[] = [];
try {
  await quickstart(values.keyword, values.source);
} finally {
  for (const child of children) child.kill('SIGTERM');
  await Promise.all(children.map((child) => child.exitCode ?? new Promise((resolve) => child.once('exit', resolve))));
  rmSync(home, { recursive: true, force: true });
}

async function quickstart(keyword: string, sources: string[]): Promise<void> {
  say('Starting the desk and a receiver that verifies signatures');
  const key = await output(['keys', 'create']);
  const { url } = JSON.parse(await firstLine(copydesk(['serve', '--port', '0', '--json']), 'stdout')) as { url: string };
  const receiver = copydesk(['listen', '--port', '0', '--json', '--count', '1']);
  const received = firstLine(receiver, 'stdout');
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

  const files = sources.flatMap(documentsOf);
  let passages = 0;
  for (const file of files) {
    const kind = /\.html?$/.test(file) ? 'html' : file.endsWith('.txt') ? 'text' : 'markdown';
    const document = await call<{ chunks: number }>('POST', '/knowledge', { [kind]: readFileSync(file, 'utf8') }).catch((error: Error) => {
      console.log(`  passed over ${basename(file)}: ${error.message}`);
      return { chunks: 0 };
    });
    passages += document.chunks;
  }
  say(`Read ${files.length} documents into ${passages} passages; writing about “${keyword}”`);

  const { id, jobId } = await call<{ id: string; jobId: string }>('POST', '/articles', { keyword, webhookUrl });
  const job = await call<{ status: string; error: { message: string } | null }>('GET', `/jobs/${jobId}?waitSeconds=30`);
  if (job.status !== 'succeeded') throw new Error(job.error?.message ?? `The job is ${job.status}.`);
  const article = await call<Article>('GET', `/articles/${id}`);
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

function say(text: string): void {
  console.log(`\n── ${text}`);
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
  let text = '';
  for await (const chunk of child.stdout!) text += String(chunk);
  return text.trim();
}

async function firstLine(child: ChildProcess, stream: 'stdout' | 'stderr'): Promise<string> {
  for await (const line of createInterface({ input: child[stream]! })) return line;
  throw new Error(`${child.spawnargs.slice(2).join(' ')} ended without a word.`);
}

function documentsOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(md|markdown|html?|txt)$/.test(name))
    .toSorted()
    .map((name) => join(path, name));
}
