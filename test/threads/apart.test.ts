import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readingTasks } from '../../src/documents/tasks.ts';
import { createThreads, type ApartLimits } from '../../src/threads/open.ts';
import { createClock, startOfTests } from '../support/clock.ts';
import { quietSystem } from '../support/store.ts';
import { createTestApp } from '../support/test-app.ts';
import { pdfBomb } from './pdf-bomb.ts';
import { strayTasks } from './stray-tasks.ts';

const clock = createClock(startOfTests);
const mebibyte = 1024 * 1024;
const lane = { maxMs: 20_000, maxBytes: 256 * mebibyte };
/** Takes seconds and little memory. */
const endless = '<p>a '.repeat(250_000);
const note = 'The harbour master writes down each ship that enters, and the tide at which it came.';
const document = (content: string) => ({ kind: 'html' as const, content });

function open(limits: Partial<ApartLimits> = {}) {
  const threads = createThreads(quietSystem(clock));
  onTestFinished(() => threads.close());
  const all = { maxSmallSize: 1000, small: lane, large: lane, ...limits };
  const [reading, stray] = [threads.openApart(readingTasks, all), threads.openApart(strayTasks, all)];
  return {
    stray,
    read: (content: string, key = 'anyone', signal?: AbortSignal) =>
      reading.run('read', [document(content)], { key, size: content.length, signal }),
  };
}

/** The processes started from now on. */
function watchProcesses(): ChildProcess[] {
  const seen: ChildProcess[] = [];
  const see = (message: unknown) => void seen.push((message as { process: ChildProcess }).process);
  subscribe('child_process', see);
  onTestFinished(() => void unsubscribe('child_process', see));
  return seen;
}

test('a killed process fails only the document it held, and those behind it are read', async () => {
  const processes = watchProcesses();
  const { read } = open();
  const held = read(endless).catch((error: unknown) => error);
  const behind = [read(`<p>${note} ${'It is long. '.repeat(200)}</p>`), read(`<p>${note}</p>`)];
  await vi.waitUntil(() => processes[0]?.connected);
  processes[0]!.kill('SIGKILL');
  expect(await held).toMatchObject({ name: 'Overrun', limit: 'memory' });
  for (const one of await Promise.all(behind)) expect(one.text).toContain(note);
});

test('a small document does not wait for large ones', async () => {
  const { read } = open();
  const before = Array.from({ length: 6 }, () => read(endless).catch(() => 'given up'));
  const first = await Promise.race([...before, read(`<p>${note}</p>`)]);
  expect(first).toMatchObject({ text: note });
});

test('a small document that proves costly makes room for the next, and goes to the long line', async () => {
  const processes = watchProcesses();
  const { read } = open({ maxSmallSize: endless.length, small: { ...lane, maxMs: 2500 } });
  const costly = read(endless).catch(() => 'given up');
  expect(await Promise.race([costly, read(`<p>${note}</p>`)])).toMatchObject({ text: note });
  expect(processes).toHaveLength(3);
});

test('keys take turns', async () => {
  const { stray } = open();
  const ended: string[] = [];
  const ask = async (key: string, name: string) => ended.push((await stray.run('echo', [name], { key, size: 5000 })) as string);
  await Promise.all([ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3'), ask('b', 'b1'), ask('c', 'c1'), ask('b', 'b2')]);
  expect(ended).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
});

test('who has too many in line is told to come back, and others are not', async () => {
  const { stray } = open();
  const ask = (key: string, size: number) => stray.run('answer', [], { key, size });
  const asked = Array.from({ length: 65 }, () => ask('a', 5000));
  await expect(ask('a', 5000)).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: expect.any(Number) });
  expect(await ask('b', 5000)).toBe(42);
  expect(await Promise.all(asked)).toHaveLength(65);
  await expect(ask('a', 65 * mebibyte)).rejects.toMatchObject({ code: 'unavailable' });
});

test('a canceled document is dropped within a second, and its process is gone', async () => {
  const processes = watchProcesses();
  const { read } = open();
  const caller = new AbortController();
  const asked = read(endless, 'anyone', caller.signal);
  await vi.waitUntil(() => processes[0]?.connected);
  const [started, gone] = [performance.now(), once(processes[0]!, 'exit')];
  caller.abort(new Error('no longer wanted'));
  await expect(asked).rejects.toThrow('no longer wanted');
  await gone;
  expect(performance.now() - started).toBeLessThan(1000);
});

test('a task that ends its process, or takes or returns what cannot be sent, fails alone', async () => {
  const { stray } = open();
  const turn = { key: 'a', size: 5000 };
  const all = [
    stray.run('exit', [], turn),
    stray.run('echo', [() => {}], turn),
    stray.run('unclonable', [], turn),
    stray.run('fails', [], turn),
    stray.run('answer', [], turn),
  ];
  const outcomes = await Promise.allSettled(all);
  expect(outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.message : outcome.value))).toEqual([
    expect.stringContaining('ended before it was done'),
    expect.stringContaining('could not be cloned'),
    expect.stringContaining('could not be cloned'),
    'The real reason.',
    42,
  ]);
});

test('the time that a task takes to load what it needs is not its own', async () => {
  const processes = watchProcesses();
  const { stray } = open({ small: { ...lane, maxMs: 1000 } });
  expect(await stray.run('loadsLong', [], { key: 'a', size: 1 })).toBe(42);
  expect(processes).toHaveLength(1);
});

test('a process that has grown is not kept', async () => {
  const processes = watchProcesses();
  const { read } = open({ large: { ...lane, maxBytes: 180 * mebibyte } });
  for (const mark of ['One', 'Two']) expect((await read(`<p>${mark}. ${`${note} `.repeat(3000)}</p>`)).text).toContain(mark);
  expect(processes).toHaveLength(2);
});

test('nothing of the environment is handed to the process', async () => {
  vi.stubEnv('COPYDESK_TEST_SECRET', 'k9');
  onTestFinished(() => void vi.unstubAllEnvs());
  const environment = await open().stray.run('environment', [], { key: 'a', size: 1 });
  expect(environment).not.toHaveProperty('COPYDESK_TEST_SECRET');
});

test('a desk that is killed leaves no process behind, even a busy one', async () => {
  const desk = spawn(process.execPath, [fileURLToPath(new URL('busy-desk.ts', import.meta.url))], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [pid] = await once(desk.stdout, 'data');
  const isAlive = () => {
    try {
      return process.kill(Number(pid), 0);
    } catch {
      return false;
    }
  };
  expect(isAlive()).toBe(true);
  desk.kill('SIGKILL');
  await vi.waitUntil(() => !isAlive(), { timeout: 5000 });
});

test('a small PDF that unpacks to gigabytes is refused with what to do instead', async () => {
  const { desk } = await createTestApp();
  const file = pdfBomb(1_000_000_000);
  expect(file.length).toBeLessThan(10_000);
  const asked = desk.call('knowledge_create', { base64: file.toString('base64'), mediaType: 'application/pdf' });
  await expect(asked).rejects.toMatchObject({
    code: 'unreadable_source',
    message: 'The document takes too much memory to be read.',
    hint: expect.stringContaining('Cut it into parts'),
  });
});
