import { describe, expect, test } from 'vitest';
import { readDocument } from '../../src/documents/reading.ts';
import { docxOf, zipOf } from '../support/docx.ts';

const prose = 'A kiln turns clay into pottery by slow and even heat.';

test('a Word document is read with its title and headings', async () => {
  const content = docxOf([{ text: 'On firing', style: 'Title' }, { text: 'Heat', style: 'Heading1' }, { text: prose }, { text: 'More', style: 'Heading1' }, { text: 'Öfen 🔥 sind heiß.' }]); // prettier-ignore
  const { title, passages, text } = await readDocument({ kind: 'docx', content });
  expect(title).toBe('On firing');
  expect(passages.map(({ heading }) => heading)).toEqual(['Heat', 'More']);
  expect(text).toBe(`Heat\n\n${prose}\n\nMore\n\nÖfen 🔥 sind heiß.`);
});

describe('a file that is no readable Word document says what to do', () => {
  const zeros = Buffer.alloc(30 * 1024 * 1024);
  test.each([
    ['cut off', docxOf([{ text: prose }]).subarray(0, 400), /broken.*save it again/s],
    ['another archive', zipOf([{ name: 'xl/workbook.xml', content: '<a/>' }]), /no word\/document\.xml/],
    ['with a main part that is no XML', zipOf([{ name: 'word/document.xml', content: 'nothing' }]), /broken|no prose/],
    [
      'that unpacks without end',
      docxOf(
        [{ text: prose }],
        Array.from({ length: 4 }, (_, index) => ({ name: `word/${index}.xml`, content: zeros })),
      ),
      /more than 100 MiB/,
    ],
    [
      'that says so of itself',
      docxOf([{ text: prose }], [{ name: 'word/comments.xml', content: 'x', size: 4_000_000_000 }]),
      /more than 100 MiB/,
    ],
    ['an old or locked one', Buffer.from('D0CF11E0A1B11AE1', 'hex'), /old \.doc kind, or protected.*Save it as \.docx/s],
  ])('%s', async (_, content, words) => {
    const error = await readDocument({ kind: 'docx', content }).catch((thrown: unknown) => thrown);
    const { message, hint } = error as { message: string; hint: string };
    expect(`${message} ${hint}`).toMatch(words);
  });
});
