import { expect, test } from 'vitest';
import { docxOf } from '../../support/docx.ts';
import { pdfOf, textLines } from '../../support/pdf.ts';
import { file, startSite } from '../../support/site.ts';
import { createTestApp } from '../../support/test-app.ts';

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const lines = ['A kiln turns clay into pottery by slow and even heat.', 'The potter opens the door only when it has cooled.'];
const pdf = pdfOf([[{ text: 'On firing clay', y: 740, size: 20 }, ...textLines(lines)]]);
const docx = docxOf([{ text: 'On firing clay', style: 'Title' }, { text: lines.join(' ') }]);
const base64 = (bytes: Buffer | string) => Buffer.from(bytes as string).toString('base64');

test.each([
  ['pdf', 'application/pdf', pdf],
  ['docx', word, docx],
])('a %s is accepted as base64, and fetched, whatever media type it has on the way', async (kind, mediaType, bytes) => {
  const { desk } = await createTestApp();
  const made = (await desk.call('knowledge_create', { base64: base64(bytes), mediaType })) as { id: string };
  expect(made).toMatchObject({ kind, title: 'On firing clay', language: 'en', sourceUrl: null, alreadyKnown: false });
  expect(await desk.call('knowledge_get', { id: made.id })).toMatchObject({ text: expect.stringContaining(lines.join(' ')) });
  await desk.call('knowledge_delete', { id: made.id });
  const site = await startSite({ '/named': file(mediaType, bytes), '/download': file('application/octet-stream', bytes) });
  expect(await desk.call('knowledge_create', { url: `${site.url}/named` })).toMatchObject({ kind, sourceUrl: `${site.url}/named` });
  expect(await desk.call('knowledge_create', { url: `${site.url}/download` })).toMatchObject({ alreadyKnown: true, similarity: 1 });
});

test.each([
  ['text/plain; charset=windows-1252', Buffer.from(`${lines.join(' ')} Die \u00D6fen sind hei\u00DF.`, 'latin1')],
  ['text/plain', Buffer.from(`\uFEFF${lines.join(' ')} Die Öfen sind heiß.`, 'utf16le')],
  ['text/markdown', Buffer.from(`# Firing\n\n${lines.join(' ')} Die Öfen sind heiß.`)],
  ['text/html', Buffer.from(`<meta charset=iso-8859-1><p>${lines.join(' ')} Die \u00D6fen sind hei\u00DF.</p>`, 'latin1')],
])('a file of %s is read in its encoding', async (mediaType, bytes) => {
  const { desk } = await createTestApp();
  const { id } = (await desk.call('knowledge_create', { base64: base64(bytes), mediaType })) as { id: string };
  expect(await desk.call('knowledge_get', { id })).toMatchObject({ text: expect.stringContaining('Die Öfen sind heiß.') });
});

test('an unreadable file gets advice, and leaves nothing behind', async () => {
  const { desk } = await createTestApp();
  const cases: [string, object, string, RegExp][] = [
    ['a scan', { base64: base64(pdfOf([[]])), mediaType: 'application/pdf' }, 'unreadable_source', /Run OCR/],
    ['a broken PDF', { base64: base64('%PDF-1.4 no more'), mediaType: 'application/pdf' }, 'unreadable_source', /print it to a new PDF/],
    ['a broken Word document', { base64: base64('PK\u0003\u0004 no more'), mediaType: word }, 'unreadable_source', /save it again/],
    ['text that is called a PDF', { base64: base64(lines.join(' ')), mediaType: 'application/pdf' }, 'unreadable_source', /viewer/],
    ['a PDF that is called text', { base64: base64(pdf), mediaType: 'text/plain' }, 'unreadable_source', /it is PDF.*Name what it is/s],
    ['one word', { text: 'Kiln' }, 'unreadable_source', /Only one word/],
    [
      'a page that breaks its parser',
      { html: `<p class="${Array.from({ length: 500_000 }, (_, index) => `c${index}`).join(' ')}">${lines.join(' ')}</p>` },
      'unreadable_source',
      /built in a way/,
    ],
    ['one emoji', { text: '🔥' }, 'unreadable_source', /No prose/],
    ['a picture', { base64: base64('\u0089PNG'), mediaType: 'image/png' }, 'invalid_input', /image\/png cannot be read/],
    ['no base64', { base64: 'data:application/pdf;base64,AAAA', mediaType: 'application/pdf' }, 'invalid_input', /without data:/],
    ['a file without its type', { base64: base64(pdf) }, 'invalid_input', /mediaType is required/],
    ['a type without a file', { text: lines[0]!, mediaType: 'text/plain' }, 'invalid_input', /belongs to base64/],
    ['pages without a sitemap', { url: 'http://127.0.0.1/', maxPages: 3 }, 'invalid_input', /belongs to sitemapUrl/],
  ];
  for (const [what, input, code, words] of cases) {
    const error = await desk.call('knowledge_create', { ...input }).catch((thrown: unknown) => thrown);
    const { message, hint = '' } = error as { message: string; hint?: string };
    expect(error, what).toMatchObject({ code });
    expect(`${message} ${hint}`, what).toMatch(words);
  }
  expect(await desk.call('knowledge_list')).toMatchObject({ data: [] });
});

test('right-to-left letters, emoji and CJK come through intact', async () => {
  const { desk } = await createTestApp();
  const text = 'الفرن يحول الطين إلى فخار ببطء 🔥. השומר פותח את הדלת רק כאשר התנור התקרר. 窯は粘土を陶器に変えます。';
  const { id } = (await desk.call('knowledge_create', { text })) as { id: string };
  expect(await desk.call('knowledge_get', { id })).toMatchObject({ text });
});

test('a media type that is named as every object is cannot be read', async () => {
  const { desk } = await createTestApp();
  const site = await startSite({ '/kiln': file('constructor', Buffer.from('<p>A kiln turns clay into pottery.</p>')) });
  const refused = await desk.call('knowledge_create', { url: `${site.url}/kiln` }).catch((thrown: unknown) => thrown);
  expect(refused).toMatchObject({ code: 'unreadable_source', message: expect.stringContaining('constructor') });
});
