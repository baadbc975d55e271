import { expect, test } from 'vitest';
import { readDocument } from '../../src/text/documents.ts';

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

test('the event loop goes on turning while a long document is read', async () => {
  let turns = 0;
  const turning = setInterval(() => turns++, 5);
  await readDocument({ kind: 'text', content: sentence.repeat(8000) });
  clearInterval(turning);
  expect(turns).toBeGreaterThan(20);
});
