import { expect, test } from 'vitest';
import { withHeading } from '../../../src/writing/rewrite/edits.ts';

test.each([
  ['# Pools\n\nText.', 'Pools', 'Text.'],
  ['\n# Pools ##\nText.', 'Pools', 'Text.'],
  ['# Pools in C#\nText.', 'Pools in C#', 'Text.'],
  ['# Pools', 'Pools', ''],
  ['## Pools\nText.', null, '## Pools\nText.'],
  ['# \nText.', null, '# \nText.'],
  ['Text.\n# Pools', null, 'Text.\n# Pools'],
])('%j begins with the heading %j', (markdown, h1, rest) => {
  expect(withHeading(markdown, null)).toEqual({ h1, markdown: rest });
});

test('a line of nothing but spaces and signs is read in time that grows with its length', () => {
  const began = process.cpuUsage();
  for (const sign of [' ', '#', ' #', '\t']) withHeading(`# a${sign.repeat(140_000)}b`, null);
  const { user } = process.cpuUsage(began);
  expect(user / 1000).toBeLessThan(100);
});
