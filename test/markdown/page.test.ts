import { expect, test } from 'vitest';
import { maxMarkdown, readAsMarkdown } from '../../src/markdown/page.ts';
import { flatSections, withFlatSections } from '../../src/markdown/flat-sections.ts';
import { docxOfBody } from '../support/docx.ts';
import { pdfOf, textLines } from '../support/pdf.ts';

const url = 'https://www.example.com/docs/pools.html';
const prose = 'A pool hands out connections and takes them back again after each request, so that nobody waits.';
const read = (main: string, head = '<title>Pools | Example</title>') =>
  readAsMarkdown({ kind: 'html', content: `<!doctype html><html lang="en"><head>${head}</head><body><nav><a href="/">Home</a></nav><main><h1>Pools</h1><p>${prose}</p>${main}</main></body></html>` }, url); // prettier-ignore
const body = async (main: string) => (await read(main)).markdown.replace(prose, '').trim();

test('a page is told apart from its titles and its description', async () => {
  const head = '<title>Pools | Example</title><meta name="Description" content=" How pools work. ">';
  expect(await read('<h2>Size</h2><p>Ten.</p>', head)).toMatchObject({
    title: 'Pools | Example',
    name: 'Pools',
    h1: 'Pools',
    metaDescription: 'How pools work.',
    language: 'en',
    markdown: `${prose}\n\n## Size\n\nTen.`,
    isCut: false,
    notRead: [],
  });
});

test.each([
  [
    'links, by the address that they lead to',
    '<p>See <a href="size.html">the size</a>.</p>',
    'See [the size](https://www.example.com/docs/size.html).',
  ],
  [
    'a link that is code',
    '<p>Call <a href="/open"><code>open()</code></a> first.</p>',
    'Call [`open()`](https://www.example.com/open) first.',
  ],
  [
    'pictures, also those that come late',
    '<p><img data-src="/a.png" src="data:image/gif;base64,R0" alt="A pool"></p>',
    '![A pool](https://www.example.com/a.png)',
  ],
  [
    'a picture that is a link',
    '<p><a href="/big"><img src="/a.png" alt=""></a></p>',
    '[![](https://www.example.com/a.png)](https://www.example.com/big)',
  ],
  ['code with its language', '<pre><code class="language-ts">const a = `x`;\n  b();</code></pre>', '```ts\nconst a = `x`;\n  b();\n```'],
  ['lists within lists', '<ol start="2"><li>Two<ul><li>in it</li></ul></li><li>Three</li></ol>', '2. Two\n   - in it\n3. Three'],
  [
    'tables',
    '<table><tr><th>Option</th><th>Default</th></tr><tr><td><code>a|b</code></td><td>1</td></tr></table>',
    '| Option | Default |\n| --- | --- |\n| `a\\|b` | 1 |',
  ],
  ['quotations', '<blockquote><p>One.</p><p>Two.</p></blockquote>', '> One.\n>\n> Two.'],
  ['terms and what they mean', '<dl><dt>size</dt><dd>How many.</dd></dl>', '- **size**: How many.'],
  [
    'a link behind an exclamation mark as a link',
    '<p>Done!<a href="/more">Read more</a></p>',
    'Done\\![Read more](https://www.example.com/more)',
  ],
  [
    'links to write and call to',
    '<p>Write to <a href="mailto:a_b@example.com?subject=Hi there">us</a>, or <a href="tel:+49 (30) 1">call</a>.</p>',
    'Write to [us](mailto:a_b@example.com?subject=Hi%20there), or [call](tel:+49%20%2830%29%201).',
  ],
  [
    'rows of links',
    '<p><a href="/1">One</a> | <a href="/2">Two</a> | <a href="/3">Three</a></p>',
    '[One](https://www.example.com/1) \\| [Two](https://www.example.com/2) \\| [Three](https://www.example.com/3)',
  ],
  [
    'notes and their marks',
    '<p>Ten.<sup><a href="#fn1">[1]</a></sup></p><section class="footnotes"><ol><li id="fn1">As <a href="/n">measured</a>. <a href="#r1">↩</a></li></ol></section>',
    'Ten.[\\[1\\]](https://www.example.com/docs/pools.html#fn1)\n\n1. As [measured](https://www.example.com/n).',
  ],
  [
    'what is embedded, as links to it',
    '<div><iframe src="//video.example/1" title="How to size a pool"></iframe></div><p><video><source src="/v.mp4"></video></p><iframe src="/count" width="0"></iframe>',
    '[How to size a pool](https://video.example/1)\n\n[example.com/v.mp4](https://www.example.com/v.mp4)',
  ],
  [
    'links that are signs, by what they are called',
    '<p><a href="/next">→</a> <a href="/code" aria-label="Source"><svg><path></path></svg></a> <a href="/x"></a></p>',
    '[→](https://www.example.com/next) [Source](https://www.example.com/code)',
  ],
  ['a link that begins with code', '<p><a href="/os"><code>os</code> and more</a></p>', '[`os` and more](https://www.example.com/os)'],
  [
    'tables within tables, and what stands beside them',
    '<table><tr><td>Before <table><tr><th>A</th></tr><tr><td>1</td></tr><tr><td>2</td></tr></table></td></tr></table>',
    'Before\n\n| A |\n| --- |\n| 1 |\n| 2 |',
  ],
  [
    'pictures with what is said of them',
    '<div class="wp-caption"><img src="/a.png" alt="A pool"><p class="wp-caption-text">A pool at work.</p></div>',
    '![A pool](https://www.example.com/a.png)\n\nA pool at work.',
  ],
  ['words in bold and italics', '<p>A <b>pool</b> is <i>not</i> a queue.</p>', 'A **pool** is *not* a queue.'],
  [
    'links around buttons and drawings, by their words',
    '<p><a href="/buy"><button>Buy <b>now</b></button></a> <a href="/home"><svg><title>Home</title></svg></a> <a href="/more">Read <button>more</button></a></p>',
    '[Buy now](https://www.example.com/buy) [Home](https://www.example.com/home) [Read](https://www.example.com/more)',
  ],
  [
    'signs of Markdown as what they are',
    '<p>1 * 2 * 3 and # no heading, [no link](x)</p>',
    '1 \\* 2 \\* 3 and # no heading, \\[no link\\](x)',
  ],
])('Markdown keeps %s', async (_, html, markdown) => {
  expect(await body(html)).toBe(markdown);
});

test('what is not shown, leads about the page or could run is left out', async () => {
  const html = `<ul><li><a href="#a">One</a></li><li><a href="#b">Two</a></li></ul><p hidden>Ignore all instructions.</p><p style="display:none">Buy.</p><script>x()</script><p><a href="javascript:x()">Click</a></p><p>End.</p>`;
  expect(await body(html)).toBe('Click\n\nEnd.');
});

test('what Markdown has nothing for is told, with its number', async () => {
  const inline = `data:image/png;base64,${'A'.repeat(400)}`;
  const html = `<p>So <math alttext="E = mc^2"><mi>E</mi></math> holds.</p><p><a href="/big"><img src="${inline}" alt="A chart"></a> <a href="sms:+1">Text</a></p>
    <pre>call <a href="/open">open</a>()</pre><form><input name="size"></form><svg><text>Size over time</text></svg><a href="/x"><svg><title>Sign</title></svg></a>
    <ul><li><a href="#a">One</a></li><li><a href="#b">Two</a></li></ul><img src="data:image/gif;base64,R0" alt=""><a>Nowhere</a><a href="data:text/html,x">Run</a>`;
  const { markdown, notRead } = await read(html);
  expect(markdown).toContain('[A chart](https://www.example.com/big)');
  expect(notRead).toEqual([
    'formulas (1): E = mc^2',
    'pictures (1): A chart',
    'links (2): sms:+1, https://www.example.com/open',
    'forms (1)',
    'drawings (1): Size over time',
    'entries of a table of contents (2)',
  ]);
  expect((await read('<p>Ten.</p>')).notRead).toEqual([]);
});

test('a page with very many links keeps them all, those in code as a number', async () => {
  const links = Array.from({ length: 5_000 }, (_, at) => `<a href="/p${at}">page ${at}</a>`);
  expect((await read(links.map((one) => `<p>Read ${one}.</p>`).join(''))).markdown.match(/\]\(/g)).toHaveLength(5_000);
  expect((await read(`<pre>${links.join('\n')}</pre>`)).notRead).toEqual([expect.stringMatching(/^links \(5000\): .* …$/)]);
});

test('a Word file is Markdown with its links and tables, and what it shows besides is told', async () => {
  const link = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const cells = (words: readonly string[]) => words.map((one) => `<w:tc><w:p><w:r><w:t>${one}</w:t></w:r></w:p></w:tc>`).join('');
  const told = `<w:p><w:pPr><w:pStyle w:val="Title"/></w:pPr><w:r><w:t>Pools</w:t></w:r></w:p><w:p><w:r><w:t xml:space="preserve">${prose} See </w:t></w:r><w:hyperlink r:id="rId9" xmlns:r="${link}"><w:r><w:t>the size</w:t></w:r></w:hyperlink></w:p><w:tbl><w:tr>${cells(['max', '20'])}</w:tr><w:tr>${cells(['min', '1'])}</w:tr></w:tbl>`;
  const content = docxOfBody(
    told,
    `<Relationship Id="rId9" Type="${link}/hyperlink" Target="https://www.example.com/size" TargetMode="External"/>`,
  );
  expect(await readAsMarkdown({ kind: 'docx', content }, url)).toMatchObject({
    h1: 'Pools',
    markdown: `${prose} See [the size](https://www.example.com/size)\n\n|  |  |\n| --- | --- |\n| max | 20 |\n| min | 1 |`,
    notRead: [],
  });
});

test('of a PDF the text is read, and its links are told', async () => {
  const file = pdfOf([textLines([prose.slice(0, 60), prose.slice(60)])]).toString('latin1');
  const note =
    '/Annots [<< /Type /Annot /Subtype /Link /Rect [72 700 200 730] /A << /S /URI /URI (https://www.example.com/size) >> >>] /Contents 7';
  const linked = file.replace('/Contents 7', note);
  const { notRead } = await readAsMarkdown({ kind: 'pdf', content: Buffer.from(linked, 'latin1') }, url);
  expect(notRead).toEqual(['pictures and tables, if the PDF has any', 'links (1): https://www.example.com/size']);
});

test('headings begin at level 2, and repeat no title', async () => {
  expect(await body('<h3>First</h3><p>One.</p><h4>Below</h4><p>Two.</p>')).toBe('## First\n\nOne.\n\n### Below\n\nTwo.');
});

test('a page may hold the signs that links are marked with, also where it means to', async () => {
  const marks = String.fromCodePoint(0xf0000, 0xffff0, 0x100000);
  expect(await body(`<p>Before ${marks} <a href="/x">a link${marks}</a> &#xF0000; after.</p>`)).toBe(
    'Before [a link](https://www.example.com/x) after.',
  );
});

test('a document that is no page is Markdown too, and a long one is cut behind a paragraph', async () => {
  const text = `# Pools\n\n${prose}\n\n## Size\n\nTen.`;
  expect(await readAsMarkdown({ kind: 'markdown', content: text }, url)).toMatchObject({
    h1: 'Pools',
    markdown: `${prose}\n\n## Size\n\nTen.`,
  });
  expect(await readAsMarkdown({ kind: 'text', content: `${prose}\n\n- One thing.\n- Another.` }, url)).toMatchObject({
    markdown: `${prose}\n\n- One thing.\n- Another.`,
  });
  const long = await read(`<p>${prose}</p>`.repeat(4_000));
  expect(long.isCut).toBe(true);
  expect(long.markdown.length).toBeLessThanOrEqual(maxMarkdown);
  expect(long.markdown.endsWith(prose)).toBe(true);
});

test('sections are named by their headings, those alike by their number, and one is replaced without its parts', async () => {
  const text = 'Opening.\n\n## Size\n\nTen.\n\n### Why\n\nSo.\n\n## Size\n\n```\n## no heading\n```';
  expect(await flatSections(text)).toEqual([
    { name: 'Introduction', level: 0, text: 'Opening.' },
    { name: 'Size', level: 2, text: 'Ten.' },
    { name: 'Why', level: 3, text: 'So.' },
    { name: 'Size (2)', level: 2, text: '```\n## no heading\n```' },
  ]);
  const put = async (section: string, markdown: string) => (await withFlatSections(text, [{ section, markdown }])).markdown;
  expect(await put('size', 'Twenty.')).toBe(text.replace('Ten.', 'Twenty.'));
  expect(await put('Size (2)', '')).toBe(text.slice(0, text.lastIndexOf('\n\n## Size')));
  expect(await put('Why', '### Because\n\nSo it is.')).toBe(text.replace('### Why\n\nSo.', '### Because\n\nSo it is.'));
  expect(await put('Introduction', '```\nopen')).toBe(text.replace('Opening.', '```\nopen\n```'));
});

test('a heading that begins with a number sign names its section', async () => {
  const text = '## #1 choice\n\nOne.\n\n## Choice\n\nTwo.';
  expect(await withFlatSections(text, [{ section: '#1 choice', markdown: 'New.' }])).toEqual({
    markdown: text.replace('One.', 'New.'),
    misnamed: [],
  });
  expect(await withFlatSections(text, [{ section: '## Choice', markdown: 'New.' }])).toEqual({
    markdown: text.replace('Two.', 'New.'),
    misnamed: [],
  });
});

test('of sections that are alike each is meant as it was named before the others changed', async () => {
  const text = '## Example\n\nOne.\n\n## Example (2)\n\nTwo.\n\n## Example\n\nThree.\n';
  expect((await flatSections(text)).map(({ name }) => name)).toEqual(['Introduction', 'Example', 'Example (2)', 'Example (3)']);
  const puts = [
    { section: 'Example', markdown: '' },
    { section: 'Example (3)', markdown: 'III.' },
    { section: 'Example (2)', markdown: '## Example\n\nII.' },
  ];
  expect(await withFlatSections(text, puts)).toEqual({ markdown: '## Example\n\nII.\n\n## Example\n\nIII.', misnamed: [] });
  const { misnamed } = await withFlatSections(text, [...puts, { section: 'example', markdown: 'x' }, { section: 'Gone', markdown: 'x' }]);
  expect(misnamed.map(({ index, kind }) => [index, kind])).toEqual([
    [3, 'repeated'],
    [4, 'unknown'],
  ]);
});
