import { describe, expect, test } from 'vitest';
import type { Block } from '../../src/documents/blocks.ts';
import { readDocument } from '../../src/documents/reading.ts';
import { readPdf } from '../../src/documents/pdf-text.ts';
import { pdfOf, pdfOfStreams, textLines, type PdfLine } from '../support/pdf.ts';

const read = async (pages: readonly (readonly PdfLine[])[]) => (await readPdf(pdfOf(pages))).blocks;
const texts = (blocks: readonly Block[]) => blocks.map((block) => block.text);

const kiln = ['A kiln turns clay into pottery by slow and even heat.', 'The potter opens the door only when it has cooled.'];

describe('the text of a PDF', () => {
  test('is joined into paragraphs, which end at a gap wider than the one between lines', async () => {
    const blocks = await read([[...textLines(kiln), ...textLines(['Glaze needs a higher temperature.'], { top: 670 })]]);
    expect(blocks).toEqual([
      { kind: 'paragraph', text: kiln.join(' ') },
      { kind: 'paragraph', text: 'Glaze needs a higher temperature.' },
    ]);
  });

  test('has words rejoined that were hyphenated at the end of a line, also in compressed streams', async () => {
    const pages = [
      textLines([
        'Glaze needs a higher tempera-',
        'ture, as every well-known rule says: a well-',
        'known one is to wait for a North-',
        'African summer.',
      ]),
    ];
    const { blocks } = await readPdf(pdfOf(pages, { packed: true }));
    expect(texts(blocks)).toEqual([
      'Glaze needs a higher temperature, as every well-known rule says: a well-known one is to wait for a North- African summer.',
    ]);
  });

  test('has large print as headings, and the largest as its title if it comes first', async () => {
    const page = [
      { text: 'On Firing Clay', y: 740, size: 22 },
      { text: 'The First Firing', y: 712, size: 15 },
      ...textLines(kiln, { top: 690 }),
      { text: 'The Second Firing', y: 640, size: 15 },
      ...textLines(kiln, { top: 618 }),
    ];
    const { title, blocks } = await readPdf(pdfOf([page]));
    expect(title).toBe('On Firing Clay');
    expect(blocks.map((block) => block.kind)).toEqual(['heading', 'paragraph', 'heading', 'paragraph']);
  });

  test('leaves out what is repeated at the edges of pages, and their numbers, but nothing from their middle', async () => {
    const page = (number: number): PdfLine[] => [
      { text: "The Potter's Handbook", y: 765, size: 9 },
      ...textLines([`Firing number ${number} was hotter than the one before it.`, 'It is written down here.']),
      { text: `Page ${number} of 4`, y: 30, size: 9 },
    ];
    const all = texts(await read([1, 2, 3, 4].map(page))).join(' ');
    expect(all).not.toMatch(/Handbook|Page/);
    expect(all.match(/It is written down here\./g)).toHaveLength(4);
  });

  test('continues across the end of a page', async () => {
    expect(texts(await read([textLines(['A kiln turns clay into']), textLines(['pottery by slow and even heat.'])]))).toEqual([
      'A kiln turns clay into pottery by slow and even heat.',
    ]);
  });

  test.each([
    ['column by column', (left: PdfLine[], right: PdfLine[]) => [...left, ...right]],
    ['line by line', (left: PdfLine[], right: PdfLine[]) => left.flatMap((line, index) => [line, right[index]!])],
    ['from below', (left: PdfLine[], right: PdfLine[]) => [...left, ...right].toReversed()],
  ])('is read down one column after the other, though it was drawn %s', async (_, draw) => {
    const column = (name: string, x: number) => textLines(['one', 'two', 'three', 'four', 'five', 'six'].map((word) => `the ${name} line ${word} of text`), { x }); // prettier-ignore
    const all = texts(await read([draw(column('left', 72), column('right', 330))])).join(' ');
    expect(all.indexOf('left line six')).toBeGreaterThan(0);
    expect(all.indexOf('left line six')).toBeLessThan(all.indexOf('right line one'));
    expect(all.indexOf('right line one')).toBeLessThan(all.indexOf('right line six'));
  });

  test('has items where lines begin with a mark or a number', async () => {
    const blocks = await read([
      textLines(['A firing has its steps:', '\u0095 the kiln is packed', '\u0095 the door is closed', '1. the fire is lit']),
    ]);
    expect(blocks.slice(1)).toEqual([
      { kind: 'item', text: 'the kiln is packed' },
      { kind: 'item', text: 'the door is closed' },
      { kind: 'item', text: 'the fire is lit', number: 1 },
    ]);
  });

  test('that runs up the margin is ignored', async () => {
    const margin = 'BT /F1 9 Tf 0 1 -1 0 40 200 Tm (arXiv 2026) Tj ET';
    const line = 'BT /F1 11 Tf 1 0 0 1 72 700 Tm (A kiln turns clay into pottery.) Tj ET';
    const { blocks } = await readPdf(pdfOfStreams([`${margin}\n${line}`]));
    expect(texts(blocks)).toEqual(['A kiln turns clay into pottery.']);
  });
});

test.each([
  ['Microsoft Word - kiln.doc', 'Firing'],
  ['untitled', 'Firing'],
  ['On the firing of clay', 'On the firing of clay'],
])('metadata that call it %j make its title %j', async (title, expected) => {
  const page = [{ text: 'Firing', y: 740, size: 22 }, ...textLines(kiln)];
  expect((await readPdf(pdfOf([page], { title }))).title).toBe(expected);
});

describe('a PDF that cannot be read says what to do', () => {
  const whole = pdfOf([textLines(kiln)]);
  const lock = `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> /P -4 >> /ID [<01> <01>] /Root`;
  const locked = Buffer.from(whole.toString('latin1').replace('/Root', lock), 'latin1');
  test.each([
    ['that is cut off', whole.subarray(0, 300), /broken.*print it to a new PDF/s],
    ['that is locked', locked, /protected by a password.*a copy without/s],
    ['that is none', Buffer.from('%PDF-1.7\nnothing of the kind'), /broken/],
    ['without text', pdfOf([[], []]), /no text layer: its 2 pages are pictures.*Run OCR/s],
    ['with a page number only', pdfOf([[{ text: '1', y: 40 }]]), /no text layer/],
  ])('%s', async (_, bytes, words) => {
    const error = await readDocument({ kind: 'pdf', content: bytes }).catch((thrown: unknown) => thrown);
    const { message, hint } = error as { message: string; hint: string };
    expect(`${message} ${hint}`).toMatch(words);
  });

  test('one with a wrong cross-reference table is repaired', async () => {
    const bytes = Buffer.from(whole.toString('latin1').replace(/startxref\n\d+/, 'startxref\n7'), 'latin1');
    expect(texts((await readPdf(bytes)).blocks)).toEqual([kiln.join(' ')]);
  });

  test('a broken page does not stop the others from being read', async () => {
    const bytes = Buffer.from(pdfOf([textLines(kiln), textLines(['Glaze needs a higher temperature than clay does.'])]).toString('latin1').replace('/Contents 7 0 R', '/Contents 99 0 R'), 'latin1'); // prettier-ignore
    expect(texts((await readPdf(bytes)).blocks).join(' ')).toContain('Glaze needs');
  });
});
