import { afterEach, describe, expect, test, vi } from 'vitest';
import { mainOptions } from '../../src/documents/html-page.ts';
import { readDocument } from '../../src/documents/reading.ts';

const prose =
  'The grinder breaks roasted beans into even grounds. Even grounds give up their flavour at the same pace. A burr grinder does this better than a blade.';

async function textOf(content: string): Promise<string> {
  return (await readDocument({ kind: 'html', content })).text;
}

afterEach(() => vi.unstubAllGlobals());

describe('no page makes the reader ask anybody', () => {
  // Of sites whose pages Defuddle would ask for through others' services.
  const pages = [
    ['an empty one', ''],
    [
      'of a message',
      '<link rel="canonical" href="https://x.com/someone/status/1234567890"><meta property="og:url" content="https://x.com/someone/status/1234567890">',
    ],
    [
      'of a film',
      '<link rel="canonical" href="https://www.youtube.com/watch?v=abcdefghijk"><base href="https://www.youtube.com/watch?v=abcdefghijk">',
    ],
  ] as const;
  test.each(pages)('%s', async (_, head) => {
    const fetched = vi.fn(() => Promise.reject(new Error('nothing may be fetched')));
    vi.stubGlobal('fetch', fetched);
    const { passages } = await readDocument({ kind: 'html', content: `<html><head>${head}</head><body></body></html>` });
    expect(passages).toEqual([]);
    expect(fetched).not.toHaveBeenCalled();
  });

  test('of which Defuddle is told in so many words', () => {
    expect(mainOptions).toMatchObject({ useAsync: false, url: 'about:blank' });
  });
});

describe('names within the text are no furniture', () => {
  test('a cross-reference keeps its words', async () => {
    const link = '<a class="reference internal" href="#venv"><span class="std std-term">virtual environment</span></a>';
    const other = '<a class="anchor ref" href="#top">self-contained directory</a>';
    expect(
      await textOf(`<p>${prose}</p><p>${prose.replaceAll('grinder', 'mill')}</p><p>One can create a ${link}, a ${other} of packages.</p>`),
    ).toContain('create a virtual environment, a self-contained directory of packages.');
  });

  test.each(['comments', 'tags', 'error-handling', 'more-on-lists', 'header', 'navigation', 'related'])(
    'a section with the id %s stays, with its heading',
    async (id) => {
      const other = `<p>${prose}</p><p>${prose.replaceAll('grinder', 'mill')}</p>`;
      const { passages } = await readDocument({
        kind: 'html',
        content: `<main><h1>Grinding</h1>${other}<section id="${id}"><h2 id="${id}-1">Of some importance</h2><p>Registering a share of the cookie menu is described here, and it takes a while to read all of it.</p></section></main>`,
      });
      expect(passages.map(({ heading }) => heading)).toContain('Of some importance');
    },
  );

  test.each([
    ['an abstract', '<aside class="topic"><p>Abstract: of burrs and of blades.</p></aside>'],
    ['a tip', '<div class="sidebar"><p>Abstract: of burrs and of blades.</p></div>'],
  ])('%s within a section stays', async (_, box) => {
    const text = `<p>${prose}</p><p>${prose.replaceAll('grinder', 'mill')}</p>`;
    const links = '<aside><a href="/a">Beans that others bought</a></aside>';
    const read = await textOf(`<main><section id="grinding"><h1>Grinding</h1>${text}${box}${links}${text}</section></main>`);
    expect(read).toContain('of burrs and of blades.');
    expect(read).not.toContain('others bought');
  });

  test('a sign that links to its heading is no part of it', async () => {
    const { passages } = await readDocument({
      kind: 'html',
      content: `<h2>Burrs<a class="headerlink" href="#burrs">¶</a></h2><p>${prose}</p>`,
    });
    expect(passages[0]!.heading).toBe('Burrs');
  });
});

describe('what stands around the text is left out', () => {
  const text = `<p>${prose}</p><p>${prose.replaceAll('grinder', 'mill')}</p>`;
  test.each([
    ['a menu', '<div class="main-menu"><ul><li><a href="/a">Beans</a></li><li><a href="/b">Cups</a></li></ul></div>'],
    ['a row of links', '<p>Languages: <a href="/de">Beans</a> | <a href="/en">Cups</a> | <a href="/fr">Kettles</a></p>'],
    ['a footer', '<div id="page-footer"><p>Cups and Beans of the shop, all rights reserved.</p></div>'],
    ['a sidebar', '<aside><p>Cups and Beans that others bought with this one.</p></aside>'],
    [
      'an article in a script',
      `<script type="application/ld+json">{"articleBody":"${'Cups and Beans are told here. '.repeat(99)}"}</script>`,
    ],
    ['a template', '<template shadowrootmode="open"><p>Cups and Beans in a shadow.</p></template>'],
  ])('%s', async (_, around) => {
    const read = await textOf(`<html><head><title>Shop</title></head><body>${around}<main>${text}</main>${around}</body></html>`);
    expect(read).toContain('burr mill does this better');
    expect(read).not.toMatch(/Beans|Cups/);
  });
});

test('of a title in parts, the one that a heading says is the page’s; the site’s name is none', async () => {
  const titleOf = async (title: string, headings: string) =>
    (await readDocument({ kind: 'html', content: `<title>${title}</title><h1>The Shop</h1>${headings}<p>${prose}</p>` })).title;
  expect(await titleOf('Shop Docs — Grinding', '<h2>Shop 2.4 Docs: Grinding</h2>')).toBe('Grinding');
  expect(await titleOf('Grinding | Beans', '<h2>Grinding</h2><h2>More from Beans</h2>')).toBe('Grinding');
  expect(await titleOf('Grinding | Beans', '<h2>Burrs</h2>')).toBe('Grinding');
});

test('of several first headings the one that the page’s title begins with is its own, and the banner above is none', async () => {
  const content = `<title>Grinding | Shop Docs</title><div id="top"><h1>Shop Docs 3.2</h1></div><h1>Grinding ¶</h1><p>${prose}</p>`;
  expect((await readDocument({ kind: 'html', content })).title).toBe('Grinding');
});

test('a part of a page has the title that its only h2 is, or that is named so', async () => {
  const titleOf = async (content: string) => (await readDocument({ kind: 'html', content })).title;
  expect(await titleOf(`<section><h2>Burrs</h2><p>${prose}</p><h3>Cones</h3><p>${prose}</p></section>`)).toBe('Burrs');
  expect(await titleOf(`<section><h2 class="title">Burrs</h2><h2 class="title">Burrs (Parts)</h2><p>${prose}</p></section>`)).toBe('Burrs');
  expect(await titleOf(`<section><h2>Burrs</h2><p>${prose}</p><h2>Blades</h2><p>${prose}</p></section>`)).toBeNull();
  expect(await titleOf(`<h2 class="title" style="display: none">Hidden</h2><p>${prose}</p>`)).toBeNull();
});

test('a heading that nobody closed ends where the next block begins', async () => {
  expect(await textOf(`<h2>Burrs <p>${prose}</p><h3>Cones</h3><p>Conical burrs run slower.</p>`)).toBe(
    `Burrs\n\n${prose}\n\nCones\n\nConical burrs run slower.`,
  );
});

test('what stands under a heading of its own in the head of a manual page is read with it, and its navigation is not', async () => {
  const page = (head: string) => `<body><div id="header">${head}</div><div id="content"><h2>SYNOPSIS</h2><p>${prose}</p></div></body>`;
  const named =
    '<h1>grind(1) Manual Page</h1><h2>NAME</h2><div class="sectionbody"><p>grind - Break roasted beans into even grounds</p></div>';
  const { passages } = await readDocument({ kind: 'html', content: page(named) });
  expect(passages[0]).toMatchObject({ heading: 'NAME', text: 'grind - Break roasted beans into even grounds' });
  const links = '<h1>Grinders</h1><p><a href="/">Home</a> <a href="/shop">Shop</a> <a href="/help">Help</a></p>';
  expect(await textOf(page(links))).not.toContain('Shop');
});
