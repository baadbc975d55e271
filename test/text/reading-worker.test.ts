import { expect, test } from 'vitest';
import { readDocument } from '../../src/text/documents.ts';

const sentence = (index: number) =>
  `Grinder ${index} breaks the beans of harvest ${index * 7} into ${index * 13} even grounds for cup ${index * 31}.`;
const long = Array.from(
  { length: 120 },
  (_, part) => `## Part ${part}\n\n${Array.from({ length: 20 }, (__, index) => sentence(part * 20 + index)).join(' ')}`,
).join('\n\n');

test('a long document is read like a short one', async () => {
  const [whole, again] = await Promise.all([1, 2].map(() => readDocument({ kind: 'markdown', content: `# Coffee\n\n${long}` })));
  expect(whole!.title).toBe('Coffee');
  expect(whole!.passages.length).toBeGreaterThan(100);
  expect(whole!.passages[0]!.heading).toBe('Part 0');
  expect(again).toEqual(whole);
});

test('while a long document is read, other work goes on', async () => {
  const others: string[] = [];
  const reading = readDocument({ kind: 'markdown', content: long }).then(() => others.push('long'));
  await readDocument({ kind: 'text', content: sentence(1) });
  others.push('short');
  await reading;
  expect(others).toEqual(['short', 'long']);
});
