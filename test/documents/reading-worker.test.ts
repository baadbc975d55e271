import { expect, test } from 'vitest';
import { compareTexts, readDocument, releaseReader } from '../../src/documents/documents.ts';

const sentence = 'The harbour master writes down each ship that enters, and the tide at which it came. ';
const long = (kind: 'text' | 'html', mark: string) => ({
  kind,
  content: `${mark} stands at the head of this text. ${sentence.repeat(1500)}`,
});
/** Deep enough to keep a parser busy for many seconds. */
const endless = { kind: 'html' as const, content: '<div>'.repeat(150_000) };

test('a long document is read apart, as a short one is read here', async () => {
  const { passages, wordCount, title } = await readDocument({ ...long('text', 'This'), title: 'Log' });
  expect(title).toBe('Log');
  expect(wordCount).toBeGreaterThan(20_000);
  expect(passages[0]!.text).toContain('This stands at the head of this text.');
});

test('one that takes too long is given up, and those that wait behind it are read', async () => {
  const limit = new AbortController();
  const slow = readDocument(endless, limit.signal);
  const behind = ['First', 'Second'].map((mark) => readDocument(long('text', mark)));
  limit.abort(new Error('too slow'));
  await expect(slow).rejects.toThrow('too slow');
  const read = await Promise.all(behind);
  expect(read.map((document) => document.passages[0]!.text.split(' ')[0])).toEqual(['First', 'Second']);
});

test('one that takes longer than it may is given up, with what to do instead', async () => {
  const hurried = () => new Promise<void>((resolve) => setImmediate(resolve));
  await expect(readDocument(endless, undefined, hurried)).rejects.toMatchObject({
    name: 'Unreadable',
    message: 'The document could not be read within 20 s.',
    hint: expect.stringContaining('the part that matters'),
  });
  await expect(readDocument(long('text', 'This'), undefined)).resolves.toMatchObject({ wordCount: expect.any(Number) });
});

test('a thread that is let go of comes back with the next document', async () => {
  await readDocument(long('text', 'One'));
  await releaseReader();
  const reading = readDocument(long('text', 'Two'));
  await releaseReader();
  expect((await reading).text).toContain('Two stands');
});

test('two long texts are compared apart', async () => {
  const [one, other] = [long('text', 'One').content, long('text', 'Other').content];
  expect(await compareTexts(one, one)).toBe(1);
  expect(await compareTexts(one, `${other} 7`)).toBe(0);
});

test('while a long document is read, the thread of the others has little to do', async () => {
  const [thread, whole] = [process.threadCpuUsage(), process.cpuUsage()];
  await readDocument({ kind: 'text', content: sentence.repeat(8000) });
  const [ours, all] = [process.threadCpuUsage(thread).user, process.cpuUsage(whole).user];
  expect(ours / all).toBeLessThan(0.25);
});
