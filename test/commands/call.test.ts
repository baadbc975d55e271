import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { describeOperation } from '../../src/commands/describe.ts';
import { catalogue } from '../../tools/index.ts';
import { end, run, start, until } from '../support/cli.ts';
import { temporaryHome } from '../support/home.ts';

test('call reports every mistake as a problem object, in plain words', async () => {
  const home = temporaryHome();
  const missing = await run(['call', 'articles_create'], { home });
  expect({ code: missing.code, stdout: missing.stdout }).toEqual({ code: 1, stdout: '' });
  expect(JSON.parse(missing.stderr)).toMatchObject({
    detail: 'keyword is required: what to write for.',
    hint: 'Mend the fields named in errors and call again. What it takes: npx copydesk call articles_create --help',
    errors: [{ pointer: '/keyword', detail: 'is required: what to write for', code: 'invalid_type' }],
  });
  const unknown = await run(['call', 'nothing_such'], { home });
  expect(unknown.code).toBe(2);
  expect(JSON.parse(unknown.stderr)).toMatchObject({ code: 'invalid_input', hint: 'List them with: npx copydesk call' });
  const unquoted = await run(['call', 'projects_list', '--json', '{limit:5}'], { home });
  expect(JSON.parse(unquoted.stderr)).toMatchObject({ code: 'invalid_input', hint: expect.stringContaining(`--json '{"limit":5}'`) });
  const broken = await run(['call', 'projects_list'], { home: '/dev/null' });
  expect(JSON.parse(broken.stderr)).toMatchObject({
    code: 'invalid_input',
    retryable: false,
    detail: expect.stringContaining('/dev/null'),
  });
});

test('call --help after an operation explains it and its input, with a working example', async () => {
  const home = temporaryHome();
  const { code, stdout } = await run(['call', 'projects_create', '--help'], { home });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^projects_create: .+\n\n.+\n\nFields of --json:\n {2}name {2}string, required\n {6}\S/);
  const example = /^  npx copydesk call projects_create --json '(.+)'/m.exec(stdout)![1]!;
  expect((await run(['call', 'projects_create', '--json', example], { home })).code).toBe(0);
  const general = await run(['call', '--help'], { home });
  expect(general.stdout).toContain('Usage: npx copydesk call [options] [operation]');
});

test('an error’s own hint comes before the pointer to the operation’s help', async () => {
  const { stderr } = await run(['call', 'events_list', '--json', '{"cursor":"x"}'], { home: temporaryHome() });
  expect(JSON.parse(stderr)).toMatchObject({ hint: expect.stringMatching(/^\w.*\. What it takes: npx copydesk call events_list --help$/) });
});

test('call --help describes every field of every operation', () => {
  const operations = catalogue.flatMap((group) => group.operations);
  const wordless = operations.filter((operation) => /\n {6}\n/.test(describeOperation(operation)));
  expect(wordless.map(({ name }) => name)).toEqual([]);
});

test('SIGINT in the middle of a job puts it back for the next process and exits with 130', async () => {
  const home = temporaryHome();
  let asked = false;
  const slow = createServer(() => {
    asked = true;
  });
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    slow.closeAllConnections();
    slow.close();
  });
  const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/`;
  const child = start(['call', 'articles_create', '--wait', '--json', JSON.stringify({ keyword: 'pools', sources: [url] })], home);
  let stderr = '';
  child.stderr!.on('data', (chunk) => (stderr += String(chunk)));
  await until(async () => asked || undefined);
  expect(await end(child, 'SIGINT')).toBe(130);
  expect(stderr).toBe('Stopped; the job goes on with the next copydesk command that works (serve, stdio, write).\n');
  const { stdout } = await run(['call', 'jobs_list'], { home });
  expect(JSON.parse(stdout)).toMatchObject({ data: [{ status: 'queued', attempts: 0 }] });
});
