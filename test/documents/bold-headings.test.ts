import { describe, expect, test } from 'vitest';
import { readDocument, type DocumentKind } from '../../src/documents/reading.ts';
import { docxOf } from '../support/docx.ts';

const first = 'Heat the kiln slowly, because wet clay bursts when its water boils inside the wall of a pot.';
const second = 'A glaze runs when it is fired too hot, and then it glues the pot to the shelf below.';

async function sectionsOf(kind: DocumentKind, content: string | Uint8Array): Promise<[string | null, string][]> {
  const { passages } = await readDocument({ kind, content });
  return passages.map(({ heading, text }) => [heading, text]);
}

const sections = [
  ['Firing the kiln', first],
  ['Why glazes run', second],
];

describe('lines alone in bold are headings where nothing else is marked up', () => {
  test.each([
    ['paragraphs', `<p><b>Firing the kiln</b></p><p>${first}</p><p><strong>Why glazes run</strong></p><p>${second}</p>`],
    ['line breaks', `<div><b>Firing the kiln</b><br>${first}<br><br><font size="4"><b>Why glazes run</b></font><br>${second}</div>`],
    ['paragraphs, below an h2', `<h2>Pots</h2><p><b>Firing the kiln</b><br>${first}</p><p><b>Why glazes run</b></p><p>${second}</p>`],
    [
      'cells that fill their rows, below an h1',
      [
        '<h1>Pots</h1>',
        `<table><tr><td bgcolor="#525D76"><font color="#fff"><a name="fire"><strong>Firing the kiln</strong></a></font></td></tr>`,
      ]
        .concat(`<tr><td><blockquote><p>${first}</p></blockquote></td></tr></table>`)
        .concat(`<table><tbody><tr><td><b>Why glazes run</b></td></tr><tr><td><p>${second}</p></td></tr></tbody></table>`)
        .join('\n'),
    ],
  ])('of HTML, in %s', async (_name, html) => {
    expect(await sectionsOf('html', `<html><head><title>Pots</title></head><body>${html}</body></html>`)).toEqual(sections);
  });

  test.each(['**', '__'])('of Markdown, between %s', async (mark) => {
    const markdown = `${mark}Firing the kiln${mark}\n\n${first}\n\n${mark}Why glazes run${mark}\n\n${second}`;
    expect(await sectionsOf('markdown', markdown)).toEqual(sections);
    expect(await sectionsOf('markdown', `# Pots\n\n${markdown}`)).toEqual(sections);
  });

  test('of a Word document', async () => {
    const content = docxOf([
      { text: 'Firing the kiln', bold: true },
      { text: first },
      { text: 'Why glazes run', bold: true },
      { text: second },
    ]);
    expect(await sectionsOf('docx', content)).toEqual(sections);
  });
});

describe('no heading is', () => {
  test.each([
    ['bold beside marked headings', `<h2>Kilns</h2><p><b>Firing the kiln</b></p><p>${first}</p><h2>Glazes</h2><p><b>Why glazes run</b></p><p>${second}</p>`, ['Kilns', 'Glazes']],
    ['a single line in bold', `<p><b>Firing the kiln</b></p><p>${first}</p><p>${second}</p>`, [null]],
    ['bold that opens a sentence', `<p><b>Firing the kiln</b> is slow. ${first}</p><p><b>Why glazes run</b>, then. ${second}</p>`, [null]],
    ['bold in an item', `<ul><li><p><b>Firing the kiln</b></p><p>${first}</p></li><li><p><b>Why glazes run</b></p><p>${second}</p></li></ul>`, [null]],
    ['a cell of a table of data', `<table><tr><td><b>Firing the kiln</b></td><td>${first}</td></tr><tr><td><b>Why glazes run</b></td><td>${second}</td></tr></table>`, [null]],
    ['a link', `<p><b><a href="/fire">Firing the kiln</a></b></p><p>${first}</p><p><a href="/glaze"><b>Why glazes run</b></a></p><p>${second}</p>`, [null]],
    ['a sentence, a label or a caption', `<p><b>Wear gloves.</b></p><p>${first}</p><p><b>Note</b></p><p>${second}</p><p><b>Figure 3 A kiln</b></p><p><b>You need:</b></p>`, [null]],
  ])('%s', async (_name, html, headings) => {
    const { passages, text } = await readDocument({ kind: 'html', content: `<body>${html}</body>` });
    expect([...new Set(passages.map(({ heading }) => heading))]).toEqual(headings);
    expect(text).toContain(first);
    expect(text).toContain(second);
  }); // prettier-ignore

  test('in Markdown, bold in an item, with a link or over the next line', async () => {
    const markdown = `- **Firing the kiln**\n- **Why glazes run**\n\n**[Kilns](/kilns)**\n\n**Pots**\n${first}\n\n**Cups**\n${second}`;
    expect([...new Set((await sectionsOf('markdown', markdown)).map(([heading]) => heading))]).toEqual([null]);
  });
});
