import { expect, test } from 'vitest';
import { editPage, withHeading } from '../../../src/writing/rewrite/edits.ts';

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

test('an edit that names a section twice is told of the second one only where there is one', async () => {
  const faultOf = async (markdown: string) => {
    const edit = { section: 'Size', markdown: 'New.' };
    const { faults } = await editPage({ title: 'Pools', h1: null, metaDescription: null, markdown }, [], [edit, edit]);
    return faults.map(({ detail }) => detail);
  };
  expect(await faultOf('## Size\n\nOne.')).toEqual(['Several edits name "Size": one is meant.']);
  expect(await faultOf('## Size\n\nOne.\n\n## Size\n\nTwo.')).toEqual([
    'Several edits name "Size": one is meant. Of headings that are alike, the second is named "Size (2)".',
  ]);
});
