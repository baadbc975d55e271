import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { BroadcastChannel, type Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createCopydesk } from '../../src/app.ts';
import { readingTasks } from '../../src/documents/tasks.ts';
import { createReading } from '../../src/services/knowledge/reading.ts';
import { createThreads } from '../../src/threads/open.ts';
import { Thread } from '../../src/threads/thread.ts';
import { createClock, startOfTests } from '../support/clock.ts';
import { addManual } from '../support/documents.ts';
import { temporaryHome } from '../support/home.ts';
import { quietSystem } from '../support/store.ts';
import { strayTasks } from './stray-tasks.ts';

const sentence = 'The harbour master writes down each ship that enters, and the tide at which it came. ';
const long = (mark: string) => ({ kind: 'text' as const, content: `${mark} stands at the head of this text. ${sentence.repeat(1500)}` });
/** Deep enough to keep a parser busy for many seconds. */
const endless = { kind: 'html' as const, content: '<p>a '.repeat(250_000) };
const clock = createClock(startOfTests);
const hurried = { ...quietSystem(clock), pause: () => new Promise<void>((resolve) => setImmediate(resolve)) };

function open(system = quietSystem(clock)) {
  const thread = new Thread(system, readingTasks, { maxMs: 20_000 });
  onTestFinished(() => thread.close());
  return thread;
}

test('a document read on a thread gives the same result as one read here', async () => {
  const { passages, wordCount, title } = await open().run('read', [{ ...long('This'), title: 'Log' }]);
  expect(title).toBe('Log');
  expect(wordCount).toBeGreaterThan(20_000);
  expect(passages[0]!.text).toContain('This stands at the head of this text.');
});

test('an abandoned task ends at once, and those waiting behind it are done', async () => {
  const thread = open();
  const limit = new AbortController();
  const slow = thread.run('read', [endless], limit.signal);
  const behind = ['First', 'Second'].map((mark) => thread.run('read', [long(mark)]));
  limit.abort(new Error('too slow'));
  await expect(slow).rejects.toThrow('too slow');
  const read = await Promise.all(behind);
  expect(read.map((document) => document.passages[0]!.text.split(' ')[0])).toEqual(['First', 'Second']);
  await expect(thread.run('read', [long('Third')], limit.signal)).rejects.toThrow('too slow');
});

test('a task that exceeds its time limit is abandoned, and the next is done', async () => {
  let isHurried = true;
  const { pause } = quietSystem();
  const thread = open({ ...hurried, pause: (ms) => (isHurried ? hurried.pause() : pause(ms)) });
  await expect(thread.run('read', [endless])).rejects.toMatchObject({ name: 'Overrun', limit: 'time' });
  isHurried = false;
  await expect(thread.run('read', [long('This')])).resolves.toMatchObject({ wordCount: expect.any(Number) });
});

test('a document that takes too long is refused with what to do instead', async () => {
  const threads = createThreads(hurried);
  onTestFinished(() => threads.close());
  await expect(createReading(threads.openApart, hurried.log).read(endless, 'anyone')).rejects.toMatchObject({
    code: 'unreadable_source',
    message: 'The document could not be read within 20 s.',
    hint: expect.stringContaining('the part that matters'),
  });
});

test('what a parser throws is told in plain words, and logged', async () => {
  const [log, openApart] = [{ ...hurried.log, error: vi.fn() }, () => ({ run: () => Promise.reject(new TypeError('x is undefined')) })];
  await expect(createReading(openApart, log as never).read(endless, 'anyone')).rejects.toMatchObject({
    code: 'unreadable_source',
    message: 'The document is built in a way that cannot be read.',
  });
  expect(log.error.mock.calls).toMatchObject([[{ err: { message: 'x is undefined' } }, 'a document could not be read']]);
});

test('an error keeps its name, its message and its own fields', async () => {
  await expect(open().run('read', [{ kind: 'pdf', content: Buffer.from('none') }])).rejects.toMatchObject({
    name: 'Unreadable',
    message: expect.stringContaining('PDF'),
    hint: expect.any(String),
  });
});

test('a thread starts with the first task, is kept for the next, ends when idle, and starts again', async () => {
  let started = 0;
  const count = () => void started++;
  process.on('worker', count);
  onTestFinished(() => void process.off('worker', count));
  const thread = open();
  expect(started).toBe(0);
  for (const mark of ['One', 'Two']) expect((await thread.run('read', [long(mark)])).text).toContain(`${mark} stands`);
  clock.advance(14_999);
  await thread.run('compare', ['one', 'one']);
  clock.advance(14_999);
  await thread.run('compare', ['one', 'one']);
  expect(started).toBe(1);
  clock.advance(15_000);
  await thread.run('compare', ['one', 'one']);
  expect(started).toBe(2);
});

test('a thread that dies of a stray error while idle is replaced', async () => {
  const thread = new Thread(quietSystem(clock), strayTasks, { maxMs: 20_000 });
  onTestFinished(() => thread.close());
  const died = new Promise<void>((resolve) => process.once('worker', (worker) => worker.once('exit', () => resolve())));
  const channel = new BroadcastChannel(randomUUID());
  onTestFinished(() => channel.close());
  await thread.run('arm', [channel.name]);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has no origin.
  channel.postMessage('now');
  await died;
  expect(await thread.run('answer', [])).toBe(42);
});

test.each([
  ['is given what cannot be cloned', 'echo', [() => {}], /could not be cloned/],
  ['returns what cannot be cloned', 'unclonable', [], /could not be cloned/],
  ['throws an error with a field that cannot be cloned', 'fails', [], /The real reason/],
  ['ends its thread', 'exit', [], /ended before its task/],
] as const)('a task that %s rejects, first or behind another, and what waits behind it is done', async (_what, task, args, reason) => {
  const thread = new Thread(quietSystem(clock), strayTasks, { maxMs: 20_000 });
  onTestFinished(() => thread.close());
  const odd = () => thread.run(task, args as never).catch((error: unknown) => error);
  const [first, answer, second, last] = await Promise.all([odd(), thread.run('answer', []), odd(), thread.run('answer', [])]);
  expect([first, second]).toEqual([1, 2].map(() => expect.objectContaining({ message: expect.stringMatching(reason) })));
  expect([answer, last]).toEqual([42, 42]);
});

test('closing ends the running task and refuses later ones', async () => {
  const thread = open();
  const asked = ['One', 'Two'].map((mark) => thread.run('read', [long(mark)]).catch((error: unknown) => error));
  await thread.close();
  expect(await Promise.all(asked)).toEqual([
    expect.objectContaining({ code: 'unavailable' }),
    expect.objectContaining({ code: 'unavailable' }),
  ]);
  await expect(thread.run('read', [long('Three')])).rejects.toMatchObject({ code: 'unavailable' });
});

test('a desk starts a process when there is something to read, threads when there is something to write and to draw, and its close ends all', async () => {
  const workers: Worker[] = [];
  const note = (worker: Worker) => void workers.push(worker);
  process.on('worker', note);
  onTestFinished(() => void process.off('worker', note));
  const desk = await createCopydesk({ home: temporaryHome(), logLevel: 'silent', now: () => startOfTests });
  await desk.call('projects_list');
  const processes: ChildProcess[] = [];
  const see = (message: unknown) => void processes.push((message as { process: ChildProcess }).process);
  subscribe('child_process', see);
  onTestFinished(() => void unsubscribe('child_process', see));
  await addManual(desk);
  expect(processes).toHaveLength(1);
  expect(workers).toHaveLength(0);
  await desk.call('articles_create', { keyword: 'connection pool', targetWordCount: 250 });
  await desk.runDue();
  expect(workers).toHaveLength(2);
  expect(workers.map(({ threadId }) => threadId)).not.toContain(-1);
  await desk.close();
  // A thread that has ended has no id.
  expect(workers.map(({ threadId }) => threadId)).toEqual([-1, -1]);
  expect(processes.map(({ signalCode }) => signalCode)).toEqual(['SIGKILL']);
});

test('two long texts are compared on a thread', async () => {
  const thread = open();
  const [one, other] = [long('One').content, long('Other').content];
  expect(await thread.run('compare', [one, one])).toBe(1);
  expect(await thread.run('compare', [one, `${other} 7`])).toBe(0);
});

test('while a long document is read, the main thread has little to do', async () => {
  const reading = open();
  const [thread, whole] = [process.threadCpuUsage(), process.cpuUsage()];
  await reading.run('read', [{ kind: 'text', content: sentence.repeat(8000) }]);
  const [ours, all] = [process.threadCpuUsage(thread).user, process.cpuUsage(whole).user];
  expect(ours / all).toBeLessThan(0.25);
});
