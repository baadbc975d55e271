import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countWords } from '../../src/language/tokens.ts';
import { readPage, readPageInTurns } from '../../src/pages/read-page.ts';
import { pieceLength } from '../../src/pages/walk.ts';

const read = (html: string, headers: Record<string, string> = {}) =>
  readPage(html, { url: 'https://example.com/kilns/firing?a=b#top', headers });

describe('the head', () => {
  test('ends at the first element that does not belong there, as in a browser', () => {
    const { canonicals } = read(
      '<head><link rel=canonical href=/a><noscript><img src=p></noscript><img src=q><link rel=canonical href=/b></head>',
    );
    expect(canonicals).toEqual([
      { line: 1, place: 'head', href: '/a', url: 'https://example.com/a' },
      { line: 1, place: 'body', href: '/b', url: 'https://example.com/b' },
    ]);
  });

  test('ends at a word', () => {
    expect(read('<head>\n  Kilns <link rel=canonical href=/a>').canonicals[0]!.place).toBe('body');
  });

  test('says entities as what they stand for, and its title is not that of a drawing', () => {
    const { titles } = read('<title>Kilns &amp; clay &#8211;\n Yard</title><body><svg><title>Icon</title></svg>');
    expect(titles).toEqual([{ line: 1, text: 'Kilns & clay – Yard' }]);
  });

  test('moves all addresses to its base', () => {
    const facts = read(
      '<a href="x">x</a><head><base href="https://example.org/y/"><link rel="alternate" type="application/rss+xml" href="feed">',
    );
    expect(facts.links[0]!.url).toBe('https://example.org/y/x');
    expect(facts.feeds).toEqual([{ line: 1, type: 'application/rss+xml', url: 'https://example.org/y/feed' }]);
  });

  test('gives a base that holds for an address spelt like it too', () => {
    expect(read('<base href="y/"><a href="y/">x</a>').links[0]!.url).toBe('https://example.com/kilns/y/y/');
  });

  test('and headers say the same things', () => {
    const facts = read('', {
      'x-robots-tag': 'noarchive, googlebot: nosnippet, max-snippet: 5, otherbot: noindex',
      link: '</a>; rel="canonical", <https://example.com/de>; rel="alternate"; hreflang="de"',
    });
    expect(facts.robots).toEqual([
      { line: 0, place: 'header', agent: 'robots', directives: ['noarchive'] },
      { line: 0, place: 'header', agent: 'googlebot', directives: ['nosnippet', 'max-snippet:5'] },
      { line: 0, place: 'header', agent: 'otherbot', directives: ['noindex'] },
    ]);
    expect(facts.canonicals).toEqual([{ line: 0, place: 'header', href: '/a', url: 'https://example.com/a' }]);
    expect(facts.hreflangs).toEqual([
      { line: 0, place: 'header', lang: 'de', href: 'https://example.com/de', url: 'https://example.com/de' },
    ]);
  });

  test.each([
    ['5', { seconds: 5, url: null }],
    ["0; url='/new'", { seconds: 0, url: 'https://example.com/new' }],
    ['1.5,URL = new', { seconds: 1.5, url: 'https://example.com/kilns/new' }],
    ['0; ./new', { seconds: 0, url: 'https://example.com/kilns/new' }],
    ['url=/new', null],
    ['', null],
  ])('refreshes at %s', (content, refresh) => {
    expect(read(`<meta http-equiv=refresh content="${content}">`).meta.refresh).toEqual(refresh && { line: 1, ...refresh });
  });
});

describe('links', () => {
  test.each([
    ['<main><p><a href=x>x</a>', 'content'],
    ['<nav><a href=x>x</a>', 'navigation'],
    ['<div role="navigation"><a href=x>x</a>', 'navigation'],
    ['<div class="site-footer wide"><a href=x>x</a>', 'footer'],
    ['<header><a href=x>x</a>', 'header'],
    ['<article><header><a href=x>x</a>', 'content'],
    ['<main><div class="menu"><a href=x>x</a>', 'content'],
    ['<header><nav><a href=x>x</a>', 'navigation'],
    ['<aside><a href=x>x</a>', 'aside'],
    ['<footer><a href=x>x</a>', 'footer'],
    ['<div class="footer-notes"><a href=x>x</a>', 'content'],
  ])('in %s stand in the %s', (html, place) => {
    expect(read(html).links[0]!.place).toBe(place);
  });

  test('are told with their words, those of images and of drawings too', () => {
    const facts = read(
      '<a href=a>To <b>the</b>\n kiln</a><a href=b><img alt="A kiln" src=k></a><a href=c><svg><title>Clay</title></svg></a><a href=d><i></i></a>',
    );
    expect(facts.links.map(({ text, isNamed }) => [text, isNamed])).toEqual([
      ['To the kiln', true],
      ['A kiln', true],
      ['Clay', true],
      ['', false],
    ]);
  });

  test.each([
    ['/a#b', 'https://example.com/a'],
    ['?c', 'https://example.com/kilns/firing?c'],
    [' mailto:ada@example.com', null],
    ['javascript:void(0)', null],
    ['http://[', null],
    ['//example.org', 'https://example.org/'],
  ])('to %j lead to %j', (href, url) => {
    expect(read(`<a href="${href}">x</a>`).links[0]!.url).toBe(url);
  });

  test('in templates, comments and what stands in for scripts are none', () => {
    expect(read('<template><a href=x>x</a></template><noscript><a href=x>x</a></noscript><!-- <a href=x>x</a> -->').links).toEqual([]);
  });

  test('within the page that lead to nothing are told once the whole page is known', () => {
    const facts = read('<a href="#late">1</a><a href="#gone">2</a><a href="?a=b#gone">3</a>\n<a href="?c#gone">4</a><p id=late>');
    expect(facts.missingAnchors).toEqual([
      { line: 1, fragment: 'gone' },
      { line: 1, fragment: 'gone' },
    ]);
  });
});

describe('the text', () => {
  test('is what is shown, without furniture, controls and what is hidden', () => {
    const html = `<header>Potters' Yard</header><nav>Kilns</nav><p>One two</p><p hidden>three</p><p style="display:none">four</p>
      <script>five</script><style>six</style><select><option>seven</select><button>eight</button><svg><text>nine</text></svg><footer>ten</footer>`;
    expect(read(html)).toMatchObject({ mainWords: 2, text: { words: 6 } });
  });

  test('is that of main, unless most stands elsewhere', () => {
    expect(read('<div>one two</div><main>three four five</main>').mainWords).toBe(3);
    expect(read('<div>one two three four five six seven</div><main>eight</main>').mainWords).toBe(8);
  });

  test('parts words at the edges of blocks, not of inline elements', () => {
    expect(read('<p>po<b>t</b>s<p>kiln<div>clay</div>fire<br>ash').mainWords).toBe(5);
  });

  test.each([
    ['<p>one two<br>three', 3],
    ['<p>one two<br> <br>three', 2],
    ['<p>one two<ul><li>three', 2],
    ['<ul><p>one two<li>three four five', 2],
    ['<p>one<div>two three</div>', 1],
  ])('has in %s a paragraph of %i words', (html, words) => {
    expect(read(html).text.longestParagraph).toMatchObject({ line: 1, words });
  });

  test('is counted in scripts without spaces', () => {
    expect(read('<p>窯は粘土を焼きます。</p>').mainWords).toBe(countWords('窯は粘土を焼きます。'));
  });

  test('has as many words as the house counts elsewhere', () => {
    const unit = fc.constantFrom(...Array.from("ab9 Éñß.,-'’_·–…й\u0301שم 	\n"));
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), (text) => {
        expect(read(`<p>${text}</p>`).mainWords).toBe(countWords(text));
      }),
    );
  });

  test.each([
    ['<h1>Kilns</h1><p>A kiln is an oven that heats clay slowly until it fuses.</p>', 0],
    ['<h1>Kilns</h1><ul><li>oak ash elm</li></ul><p>A kiln is an oven that heats clay slowly until it fuses.</p>', 3],
    ['<h1>Kilns</h1><ul><li><a href=a>oak ash elm</a></li></ul><div>A kiln is an oven that heats clay slowly until it fuses.</div>', 0],
    ['<h1>Kilns</h1><p>No answer</p>', null],
  ])('answers in %s after %j words', (html, words) => {
    expect(read(html).text.wordsBeforeAnswer).toBe(words);
  });
});

describe('structured data', () => {
  test('is read in all its forms', () => {
    const facts =
      read(`<script type="application/ld+json">[{"@type":"WebPage"},{"@graph":[{"@type":["Article","schema:Report"],"author":[{"name":"Ada"}],"datePublished":"2026-05-04"}]}]</script>
      <div itemscope itemtype="https://schema.org/Product"><meta itemprop="dateModified" content="2026-05-05"></div><div typeof="schema:Person">`);
    expect(facts).toMatchObject({
      types: ['Product', 'Person', 'WebPage', 'Article', 'Report'],
      publishedAt: '2026-05-04',
      modifiedAt: '2026-05-05',
      author: 'Ada',
    });
  });

  test('that cannot be read says why', () => {
    expect(read('<p>\n<script type="application/ld+json">{"a":}</script>').jsonLd).toEqual([
      { line: 2, value: null, error: expect.stringContaining('JSON') },
    ]);
  });

  test.each([
    ['<meta property="article:published_time" content="2026-05-04T09:00:00Z"><time datetime="2020-01-01">', '2026-05-04T09:00:00Z'],
    ['<time datetime="2020-01-01">last year</time>', '2020-01-01'],
    ['<time>4 May</time>', null],
  ])('and dates come from %s', (html, publishedAt) => {
    expect(read(html).publishedAt).toBe(publishedAt);
  });
});

test('lines are those of the source', () => {
  const facts = read('<title>a</title>\r\n\n<h1>b</h1><img\nsrc=c>\n<a\n\nhref=d>e</a>');
  expect([facts.titles, facts.headings, facts.images, facts.links].map(([first]) => first!.line)).toEqual([1, 3, 3, 5]);
});

test('an element that a script is to fill is told', () => {
  expect(read('<body><div id="root"><i class="spinner"></i></div>').text.emptyRoot).toEqual({ line: 1, name: 'root' });
  expect(read('<body><div id="root"><p>Kilns</p></div>').text.emptyRoot).toBeNull();
});

test('any text is a page', () => {
  const piece = fc.constantFrom(
    '<',
    '</',
    '>',
    '"',
    ' ',
    '=',
    '<!--',
    '-->',
    '<p',
    '<a href',
    '<svg',
    '<title',
    '<script',
    '<table><td',
    '<template',
    '<br/',
    '\0',
    '&#0;',
    '&#xD800;',
    '<![CDATA[',
    '<?',
    'é',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string({ unit: 'binary' }))), fc.string(), (parts, url) => {
      readPage(parts.join(''), { url });
    }),
    { numRuns: 150 },
  );
});

describe('a long page', () => {
  /** As many pieces as it has, and one after each of the steps behind them. */
  const turnsOf = async (html: string) => {
    let turns = 0;
    const facts = await readPageInTurns(html, { url: 'https://example.com/' }, async () => void turns++);
    return { turns, facts };
  };

  test('leaves others their turn, the more often the longer it is, and is read as at once', async () => {
    const html = '<p>Kilns are <a href="/k">hot</a>.\n'.repeat(pieceLength / 8);
    const { turns, facts } = await turnsOf(html);
    expect(facts).toEqual(readPage(html, { url: 'https://example.com/' }));
    expect(turns - (await turnsOf('')).turns).toBe(Math.ceil(html.length / (pieceLength + 40)));
  });

  test('is read alike wherever one of its pieces ends', () => {
    const said =
      '<p title="a < b <i>">Kilns &amp; clay < 5 &lt;b> <b>bo<i>ld</i></b></p><script>if (a<b) c("<p>")</script><!-- <p> --><h2>One<br>two</h2>' +
      '<textarea><p>x</textarea><script type="application/ld+json">{"@type":"Article","name":"<b>"}</script><table><tr><td>1<td>2</table><a href="x<y">z</a>\n<p>End';
    const factsAt = (pad: number) => {
      const { size, text, ...facts } = read(`<body><!--${'-'.repeat(pad)}--><main>${said}</main>`);
      return { ...facts, words: text.words, elements: size.elements };
    };
    const whole = factsAt(0);
    for (let cut = 0; cut < said.length; cut++) expect(factsAt(pieceLength - cut)).toEqual(whole);
  });

  test('is read alike wherever a piece ends in a text of its own length', () => {
    const said = 'fired &amp; gl&#97;zed &notit; hÃ¼te & pots 😀 &copy';
    const factsAt = (pad: number) => {
      const rest = '-'.repeat(4 * pieceLength);
      const { size, text } = read(`<body><main><h1>Pots</h1><p>${'-'.repeat(pad)} ${said}${rest}</p><p>Ende.</p></main>`);
      const { words, characters, brokenCharacters } = text;
      return { words, characters: characters - pad, broken: brokenCharacters.length, elements: size.elements };
    };
    const whole = factsAt(1);
    expect(whole.broken).toBe(1);
    for (let cut = -20; cut < said.length + 40; cut++) expect(factsAt(pieceLength - cut)).toEqual(whole);
  });
});
