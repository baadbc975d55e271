import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Article } from '../../schema/articles.ts';
import { end, firstLine, run, start, startServe } from '../support/cli.ts';
import { manual } from '../support/scenario.ts';
import { startReceiver } from '../support/receiver.ts';
import { temporaryHome } from '../support/home.ts';
import { rowsOf } from '../support/rows.ts';
import { storeDeliveries } from '../support/stored-deliveries.ts';
import { callRest } from '../support/wire-clients.ts';

function homeWithManual(): { home: string; docs: string } {
  const home = temporaryHome();
  const docs = join(home, 'docs');
  mkdirSync(join(docs, 'deeper'), { recursive: true });
  writeFileSync(join(docs, 'deeper', 'pools.md'), manual);
  writeFileSync(join(docs, 'empty.md'), '');
  writeFileSync(join(docs, 'picture.png'), 'not text');
  return { home, docs };
}

test('write takes a folder, prints the article on stdout and everything else on stderr', async () => {
  const { home, docs } = homeWithManual();
  const { code, stdout, stderr } = await run(['write', 'connection pool', '--source', docs, '--words', '250'], { home });
  expect(code, stderr).toBe(0);
  expect(stdout).toMatch(/^# .+\n\n.*connection pool/is);
  expect(stderr).toContain('passed over');
  expect(stderr).toMatch(/art_\w+, \d+ words from 1 source, score \d+ of 100/);
  expect(stderr).not.toContain('\u001b');
});

test('write --json prints the whole article, --out keeps the Markdown', async () => {
  const { home, docs } = homeWithManual();
  const out = join(home, 'article.md');
  const { stdout, code } = await run(
    ['write', 'connection pool', '-s', join(docs, 'deeper', 'pools.md'), '-w', '250', '--json', '--out', out],
    { home },
  );
  expect(code).toBe(0);
  const article = JSON.parse(stdout) as Article;
  expect(article).toMatchObject({ status: 'ready', keyword: 'connection pool', sources: [{ number: 1 }] });
  expect(readFileSync(out, 'utf8')).toBe(`# ${article.title}\n\n${article.contentMarkdown}`);
});

test('write sends the event before it ends', async () => {
  const { home, docs } = homeWithManual();
  const receiver = await startReceiver();
  const { code } = await run(['write', 'connection pool', '-s', docs, '-w', '250', '--webhook-url', receiver.url], { home });
  expect(code).toBe(0);
  expect(receiver.arrivals.map((arrival) => arrival.headers['x-service-event'])).toEqual(['article.ready']);
});

test('write refuses thin sources with what it found and needed', async () => {
  const home = temporaryHome();
  writeFileSync(join(home, 'thin.txt'), 'Connection pools are useful. They keep connections open.');
  const { code, stdout, stderr } = await run(['write', 'connection pool', '-s', join(home, 'thin.txt')], { home });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/passages?; .* are needed/s);
});

test('call answers with JSON, and names what is wrong', async () => {
  const home = temporaryHome();
  const listed = await run(['call', 'projects_list', '--json', '{"limit":5}'], { home });
  expect(JSON.parse(listed.stdout)).toMatchObject({ data: [{ name: 'Default' }] });
  const fromStdin = await run(['call', 'projects_create', '--json', '-'], { home, stdin: '{"name":"Blog"}' });
  expect(JSON.parse(fromStdin.stdout)).toMatchObject({ name: 'Blog' });
  const wrong = await run(['call', 'projects_list', '--json', '{"limit":500}'], { home });
  expect({ code: wrong.code, stdout: wrong.stdout }).toEqual({ code: 1, stdout: '' });
  expect(wrong.stderr).toContain('limit');
  expect((await run(['call'], { home })).stdout).toContain('articles_create');
});

test.each([
  [['call', 'nothing_such'], 'no operation nothing_such'],
  [['call', 'projects_list', '--json', '{'], 'not valid JSON'],
  [['call', 'projects_list', '--json', '[]'], 'JSON object'],
  [['nothing-such'], 'unknown command'],
  [['serve', '--port', 'many'], '--port'],
  [['write'], 'missing required argument'],
  [['write', 'pools', '--source', '/nowhere/at/all'], 'no file or folder'],
  [['write', 'pools', '--type', 'poem'], '--type'],
  [['write', 'pools', '--out', '/nowhere/at/all.md'], 'no folder /nowhere/at'],
  [['write', 'pools', '--out', tmpdir()], 'is a folder'],
  [['write', 'pools', '--source', process.execPath, '--source', 'plan.docx'], 'no file or folder plan.docx'],
  [['--home', '', 'keys', 'list'], 'not empty'],
  [['--log-level', 'loud', 'keys', 'list'], 'fatal, error, warn'],
  [['serve', '--public-url', 'foo'], 'http or https URL'],
  [['keys', 'create', '--name', ' '], '(npx copydesk keys create --help tells more)'],
  [['keys', 'create', '--scope', 'god'], 'scope'],
  [['config', 'emacs'], 'claude-desktop'],
])('%j is a wrong command line: exit code 2', async (args, message) => {
  const { code, stdout, stderr } = await run(args, { home: temporaryHome() });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
});

test('call without --wait leaves the job to the next process; with it the job is done', async () => {
  const { home, docs } = homeWithManual();
  await run(['call', 'knowledge_create', '--json', '-'], {
    home,
    stdin: JSON.stringify({ markdown: readFileSync(join(docs, 'deeper', 'pools.md'), 'utf8') }),
  });
  const input = JSON.stringify({ keyword: 'connection pool', targetWordCount: 250 });
  const first = JSON.parse((await run(['call', 'articles_create', '--json', input], { home })).stdout) as { jobId: string };
  expect(JSON.parse((await run(['call', 'jobs_get', '--json', JSON.stringify({ id: first.jobId })], { home })).stdout)).toMatchObject({
    status: 'queued',
  });
  const second = await run(['call', 'articles_create', '--json', input, '--wait'], { home });
  expect(JSON.parse(second.stdout)).toMatchObject({ status: 'succeeded', progress: 1 });
});

test('a key made here opens the desk served there, until it is revoked', async () => {
  const home = temporaryHome();
  const { url } = await startServe(home);
  const made = JSON.parse((await run(['keys', 'create', '--name', 'ci', '--scope', 'read', '--json'], { home })).stdout) as {
    id: string;
    key: string;
    prefix: string;
  };
  expect((await callRest(url, made.key, 'projects_list')).status).toBe(200);
  const listed = (await run(['keys', 'list'], { home })).stdout;
  expect(listed).toContain(made.prefix);
  expect(listed).not.toContain(made.key);
  expect((await run(['keys', 'revoke', made.id], { home })).stdout).toContain('revoked');
  expect((await callRest(url, made.key, 'projects_list')).status).toBe(401);
});

test('keys create prints the key alone on stdout, so that it can be piped', async () => {
  const { stdout } = await run(['keys', 'create'], { home: temporaryHome() });
  expect(stdout).toMatch(/^cdk_live_[\w-]{43}\n$/);
});

test('listen verifies what serve sends, and refuses what is forged', async () => {
  const { home } = homeWithManual();
  const receiver = start(['listen', '--port', '0', '--json', '--count', '1'], home);
  const line = await firstLine(receiver, 'stderr');
  const webhookUrl = /http:\S+/.exec(line)![0];
  const forged = await fetch(webhookUrl, {
    method: 'POST',
    body: '{}',
    headers: { 'x-service-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` },
  });
  expect(forged.status).toBe(401);
  const { url } = await startServe(home);
  const { stdout } = await run(['keys', 'create'], { home });
  await callRest(url, stdout.trim(), 'knowledge_create', { markdown: manual });
  await callRest(url, stdout.trim(), 'articles_create', { keyword: 'connection pool', targetWordCount: 250, webhookUrl });
  expect(JSON.parse(await firstLine(receiver))).toMatchObject({
    duplicate: false,
    deliveryId: expect.stringMatching(/^dlv_/),
    event: { type: 'article.ready' },
  });
  await end(receiver, 'SIGTERM');
});

test('doctor accepts a new home, and objects to the database of a newer program', async () => {
  const home = temporaryHome();
  const healthy = await run(['doctor', '--json'], { home, env: { COPYDESK_PORT: '0' } });
  expect(JSON.parse(healthy.stdout)).toMatchObject({ ok: true });
  await rowsOf(home).setVersion(999);
  const newer = await run(['doctor'], { home, env: { COPYDESK_PORT: '0' } });
  expect(newer.code).toBe(1);
  expect(newer.stdout).toContain('newer Copydesk');
});

test('doctor reports a missing key file where secrets are sealed', async () => {
  const home = temporaryHome();
  await run(['call', 'webhook_secret_get'], { home });
  rmSync(join(home, 'copydesk.key'));
  const { code, stdout } = await run(['doctor'], { home, env: { COPYDESK_PORT: '0' } });
  expect(code).toBe(1);
  expect(stdout).toMatch(/FAIL +secret .*copydesk\.key.* webhook_secret_rotate\./);
  expect(stdout).not.toContain('not needed yet');
});

test('doctor names the deliveries that failed for good first of all', async () => {
  const home = temporaryHome();
  await run(['call', 'projects_list'], { home });
  await storeDeliveries(rowsOf(home), [{ id: 'dlv_1' }]);
  const { code, stdout } = await run(['doctor'], { home, env: { COPYDESK_PORT: '0' } });
  expect(code).toBe(1);
  expect(stdout).toMatch(/^FAIL +webhooks +1 failed delivery to look at.*\n.*"flagged":true/);
});

test('config prints a configuration that an agent client can start unchanged', async () => {
  const entryFor = async (home: string) => {
    const { stdout } = await run(['config', 'claude-desktop', '--json'], { home });
    return (JSON.parse(stdout) as { mcpServers: Record<string, object> }).mcpServers['copydesk'];
  };
  const byDefault = { command: process.execPath, args: [expect.stringMatching(/^\/.*bin\.js$/), 'stdio'] };
  expect(await entryFor('')).toEqual(byDefault);
  const home = temporaryHome();
  expect(await entryFor(home)).toEqual({ ...byDefault, env: { COPYDESK_HOME: home } });
});
