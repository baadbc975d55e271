import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { temporaryHome } from './home.ts';

const top = join(import.meta.dirname, '../..');

/** A delivery as it came in, and the secrets that its receiver has. */
export interface Received {
  header: string;
  body: string | Uint8Array<ArrayBuffer>;
  secrets: readonly string[];
}

/** Whether a recipe takes the delivery for ours. */
type Accepts = (received: Received) => Promise<boolean>;

export interface Recipe {
  /** The language of its block in docs/webhooks.md. */
  language: string;
  /** The command without which it cannot be run. */
  needs: string;
  /** Puts it into a folder that lasts as long as the test. */
  prepare(): Accepts;
}

/** The recipes of docs/webhooks.md for verifying a delivery, run as they stand there. */
export const recipes: readonly Recipe[] = [
  { language: 'js', needs: 'node', prepare: answersOf },
  { language: 'python', needs: 'python3', prepare: () => exitsOf('python3', write('python')) },
  { language: 'sh', needs: 'openssl', prepare: () => exitsOf('sh', write('sh')) },
  { language: 'php', needs: 'php', prepare: () => exitsOf('php', write('php')) },
  { language: 'ruby', needs: 'ruby', prepare: () => exitsOf('ruby', write('ruby')) },
  { language: 'go', needs: 'go', prepare: () => exitsOf(compile('go', write('go'))) },
];

export function isInstalled(command: string): boolean {
  return process.env['PATH']!.split(delimiter).some((folder) => existsSync(join(folder, command)));
}

/** Runs the recipe that is a whole receiver until the test is over, and returns where it listens. */
export async function startReceiverRecipe(secrets: readonly string[]): Promise<string> {
  const file = write('js');
  const installed = join(dirname(file), 'node_modules/copydesk');
  mkdirSync(installed, { recursive: true });
  writeFileSync(join(installed, 'package.json'), '{ "type": "module", "exports": { "./verify": "./verify.ts" } }');
  symlinkSync(join(top, 'src/webhooks/verify.ts'), join(installed, 'verify.ts'));
  const env = { PATH: process.env['PATH'], PORT: '0', WEBHOOK_SECRETS: secrets.join(' ') };
  const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill());
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return `http://127.0.0.1:${/\d+$/.exec(line)![0]}/`;
}

/** A receiver for each set of secrets, that answers 204 for yes and 401 for no; without a secret it can only fail. */
function answersOf(): Accepts {
  const receivers = new Map<string, Promise<string>>();
  return async ({ header, body, secrets }) => {
    const name = secrets.join(' ');
    if (!receivers.has(name)) receivers.set(name, startReceiverRecipe(secrets));
    const headers = { 'x-service-signature': header, 'x-service-delivery': 'dlv_1' };
    const { status } = await fetch(await receivers.get(name)!, { method: 'POST', headers, body });
    if (status !== 204 && status !== (secrets.length > 0 ? 401 : 500)) throw new Error(`The receiver answered ${status}.`);
    return status === 204;
  };
}

/** A program that exits with 0 for yes and with 1 for no: anything else, or a word of complaint, is a broken recipe. */
function exitsOf(command: string, ...args: readonly string[]): Accepts {
  return async ({ header, body, secrets }) => {
    const env = { ...process.env, WEBHOOK_SECRETS: secrets.join(' ') };
    const child = spawn(command, [...args, header], { env, stdio: ['pipe', 'inherit', 'pipe'] });
    child.stdin.end(body);
    const [[code], complaint] = await Promise.all([once(child, 'close') as Promise<[number]>, text(child.stderr)]);
    if (code > 1 || complaint !== '') throw new Error(`${command} ended with ${code}: ${complaint}`);
    return code === 0;
  };
}

/** Puts the one block of this language under `Verify a delivery` into a file. */
function write(language: string): string {
  const [, after] = readFileSync(join(top, 'docs/webhooks.md'), 'utf8').split('\n## Verify a delivery\n');
  const section = after!.split(/^##/m)[0]!;
  const blocks = [...section.matchAll(/^```(\w+)\n(.*?)^```$/gms)].filter(([, tag]) => tag === language);
  if (blocks.length !== 1) throw new Error(`docs/webhooks.md has ${blocks.length} recipes in ${language}.`);
  const file = join(temporaryHome(), `verify.${language === 'js' ? 'mjs' : language}`);
  writeFileSync(file, blocks[0]![2]!);
  return file;
}

function compile(compiler: string, file: string): string {
  execFileSync(compiler, ['build', '-o', `${file}.out`, file], { stdio: 'inherit' });
  return `${file}.out`;
}
