import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { feedGuesses, readFeed, type Feed } from '../../src/crawl/feed.ts';
import { createLog, createSystem } from '../../src/system.ts';
import { watchTurns } from '../support/turns.ts';

const { turns } = createSystem({ request: () => Promise.reject(new Error('no network')), log: createLog('silent') });

const read = (bytes: Buffer, contentType = 'text/plain', url = 'https://site.example/blog/feed') =>
  readFeed(bytes, { contentType, url, turn: turns() });
const bytesOf = (name: string) => readFileSync(new URL(`feeds/${name}`, import.meta.url));
const feedOf = async (name: string, contentType?: string, url?: string) => (await read(bytesOf(name), contentType, url)) as Feed;

describe('a feed is read, whatever it calls itself', () => {
  test('RSS 2.0 as WordPress writes it', async () => {
    const { entries, ...feed } = await feedOf('rss-2.0-wordpress.xml', 'text/html; charset=UTF-8');
    expect(feed).toEqual({ kind: 'rss', title: 'Pumps & Pipes' });
    expect(entries).toEqual([
      {
        id: 'https://pumps.example/?p=12',
        url: 'https://pumps.example/how-loud/',
        title: 'How loud is a heat pump?',
        summary: 'Between 35 and 65 dB(A), measured at a metre. […]',
        contentHtml: '<p>Between 35 and 65 dB(A).</p><p>What <code><item></code> means is another story.</p>',
        publishedAt: '2026-05-04T07:30:00.000Z',
        updatedAt: null,
        author: 'Ada Example',
        categories: ['Noise', 'Heat pumps'],
      },
      expect.objectContaining({ title: 'Sizing & siting', summary: 'Rooms, walls & weather.', publishedAt: '2026-05-03T08:00:00.000Z' }),
    ]);
  });

  test.each([
    ['rss-0.90.xml', 'rdf', 'Old news', ['http://old.example/1.html', 'http://old.example/2.html']],
    ['rss-0.91.xml', 'rss', 'WriteTheWeb', ['http://write.example/read.php?item=24', 'http://write.example/read.php?item=23']],
    ['rss-0.92.xml', 'rss', "Dave's picks", [null, 'http://picks.example/2']],
    ['rss-1.0.xml', 'rdf', 'A journal', ['https://journal.example/a', 'https://journal.example/b']],
    ['rss-2.0-empty.xml', 'rss', 'Nothing yet', []],
    ['atom-0.3.xml', 'atom', 'Dive in', ['http://dive.example/2003/12/13/atom03']],
    [
      'atom-1.0.xml',
      'atom',
      'Less than < nothing & more',
      ['https://atom.example/blog/2026/bold.html', 'https://atom.example/blog/told', 'https://atom.example/full.html'],
    ],
    ['atom-1.0-prefixed.xml', 'atom', 'Prefixed', ['https://prefixed.example/1']],
    ['json-1.0.json', 'json', 'JSON & more', ['https://site.example/second', 'https://json.example/first']],
    ['json-1.1.json', 'json', 'Eleven', ['https://other.example/linked']],
  ])('%s', async (name, kind, title, urls) => {
    const feed = await feedOf(name);
    expect(feed).toMatchObject({ kind, title });
    expect(feed.entries.map(({ url }) => url)).toEqual(urls);
  });

  test('what older ones and their namespaces say of an entry', async () => {
    expect((await feedOf('rss-0.91.xml')).entries[0]).toMatchObject({ summary: expect.stringContaining('Gnutella — café allows it.') });
    expect((await feedOf('rss-0.92.xml')).entries[0]).toMatchObject({
      id: expect.stringMatching(/^It's been/),
      title: null,
      contentHtml: expect.stringContaining('<a href='),
    });
    expect((await feedOf('rss-1.0.xml')).entries).toMatchObject([
      {
        id: 'https://journal.example/a',
        author: 'B. Author',
        categories: ['Physics', 'Heat'],
        publishedAt: '2026-04-30T00:00:00.000Z',
        updatedAt: '2026-05-02T10:00:00.000Z',
        contentHtml: '<p>All of it.</p>',
      },
      { publishedAt: '2026-04-29T21:30:00.000Z', updatedAt: null },
    ]);
    expect((await feedOf('atom-0.3.xml')).entries[0]).toMatchObject({
      id: 'tag:dive.example,2003:3.2397',
      publishedAt: '2003-12-13T12:29:29.000Z',
      updatedAt: '2003-12-13T18:30:02.000Z',
      summary: 'The snapshot is out: 1 < 2.',
      contentHtml: '<p>It is out.</p>',
    });
  });

  test('Atom 1.0 with text, HTML and XHTML, each told apart', async () => {
    expect((await feedOf('atom-1.0.xml')).entries).toMatchObject([
      {
        title: 'Bold & bright',
        author: 'Mark P.',
        categories: ['Bold things'],
        summary: 'It is bold.',
        contentHtml: expect.stringContaining('<p>It <i>is</i> bold.</p>'),
        publishedAt: '2026-04-30T12:29:29.000Z',
      },
      { title: 'a <b> tag, told of', summary: 'Only a summary: a <b> tag.', contentHtml: null },
      { contentHtml: null, updatedAt: '2026-04-28T00:00:00.250Z' },
    ]);
  });

  test('JSON Feed', async () => {
    expect((await feedOf('json-1.0.json', 'application/octet-stream')).entries).toMatchObject([
      {
        id: '2',
        summary: '1 < 2, and that is all.',
        contentHtml: '1 &lt; 2, and that is all.',
        author: 'Brent',
        publishedAt: '2026-02-07T19:04:00.000Z',
      },
      { title: 'Hello <world>', contentHtml: '<p>Hello</p>', categories: ['a', 'b'], publishedAt: null },
    ]);
    expect((await feedOf('json-1.1.json')).entries).toMatchObject([
      { id: '7', summary: 'What it says', author: 'Ann', updatedAt: '2026-02-08T00:00:00.000Z' },
    ]);
  });
});

describe('what is wrong with a feed costs as little as can be', () => {
  test('broken entries, and one that is cut off', async () => {
    const { title, entries } = await feedOf('rss-2.0-broken.xml');
    expect(title).toBe('Broken & proud');
    expect(entries.map(({ url }) => url)).toEqual([
      'https://broken.example/?a=1&b=2',
      'https://broken.example/2',
      // Its stray end tags end it too early.
      null,
      'https://broken.example/4',
    ]);
    expect(entries[0]).toMatchObject({ title: 'An ampersand & no CDATA', summary: 'Line break and a paragraph that never ends' });
    expect(entries[1]).toMatchObject({ title: 'Unclosed bold', publishedAt: null });
  });

  test('ids that several entries share, and pages that none names', async () => {
    const { entries } = await feedOf('rss-2.0-ids.xml', 'text/xml', 'https://ids.example/feed');
    expect(entries.map(({ id, url }) => [id, url])).toEqual([
      ['same', 'https://ids.example/1'],
      ['https://ids.example/2', 'https://ids.example/2'],
      ['https://ids.example/3', 'https://ids.example/3'],
      ['https://ids.example/4', null],
      ['Nothing but a title', null],
      ['No page', null],
      ['https://ids.example/5', 'https://ids.example/5'],
    ]);
  });

  test('dates in whatever form, in UTC, or none', async () => {
    const { entries } = await feedOf('rss-2.0-dates.xml');
    expect(Object.fromEntries(entries.map(({ title, publishedAt }) => [title, publishedAt]))).toEqual({
      'named zone': '2002-09-07T14:42:31.000Z',
      'no seconds': '2002-09-07T07:42:00.000Z',
      'no weekday, two digits': '2002-09-07T09:42:31.000Z',
      'no zone': '2002-09-07T09:42:31.000Z',
      'summer in Europe': '2002-09-07T07:42:31.000Z',
      'zone twice': '2002-09-07T07:42:31.000Z',
      'wrong weekday': '2002-09-07T09:42:31.000Z',
      'a day': '2002-09-07T00:00:00.000Z',
      words: null,
      'the first second': null,
      'year one': null,
      'the 32nd': null,
      none: null,
      'the second is right': '2002-09-07T09:42:31.000Z',
    });
  });

  test('entities of its own are never expanded', async () => {
    const { entries } = await feedOf('billion-laughs.xml');
    expect(entries).toMatchObject([{ url: 'https://bomb.example/1', title: 'Laughs', summary: '&lol7; and &secret;' }]);
  });

  test.each([
    ['a page', 'page.html'],
    ['nothing', Buffer.alloc(0)],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])],
    ['other JSON', Buffer.from('{"items":3}')],
    ['broken JSON', Buffer.from('{"version":"https://jsonfeed.org/version/1","items":[')],
    ['a sitemap', Buffer.from('<urlset><url><loc>https://a.example/</loc></url></urlset>')],
    ['an endless nest', Buffer.from(`<rss version="2.0"><channel>${'<a>'.repeat(200_000)}`)],
  ])('%s is told to be none', async (_, given) => {
    expect(await read(typeof given === 'string' ? bytesOf(given) : given)).toBeNull();
  });
});

describe('a feed is read in its encoding', () => {
  const rss = (declared: string) =>
    `<?xml version="1.0"${declared}?>\n<rss version="2.0"><channel><title>Новости — тепло</title><link>https://a.example</link><item><title>Насос</title><link>https://a.example/насос</link></item></channel></rss>`;
  const wide = (text: string) => Buffer.from(text, 'utf16le');
  const cyrillic = (text: string) => Buffer.from([...text].map((char) => windows1251(char)));

  test.each([
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${rss('')}`), 'application/rss+xml'],
    ['UTF-16 by its byte order mark', wide(`\uFEFF${rss(' encoding="utf-16"')}`), 'application/xml'],
    ['UTF-16, big end first', wide(`\uFEFF${rss('')}`).swap16(), 'text/xml; charset=utf-8'],
    ['windows-1251 by its declaration', cyrillic(rss(' encoding="windows-1251"')), 'text/xml'],
    [
      'windows-1251 by its declaration, though the server says otherwise',
      cyrillic(rss(" encoding='windows-1251'")),
      'text/xml; charset=ISO-8859-1',
    ],
    ['windows-1251 by the server', cyrillic(rss('')), 'text/xml; charset="windows-1251"'],
  ])('%s', async (_, bytes, contentType) => {
    expect(await read(bytes, contentType)).toMatchObject({
      title: 'Новости — тепло',
      entries: [{ title: 'Насос', url: 'https://a.example/%D0%BD%D0%B0%D1%81%D0%BE%D1%81' }],
    });
  });
});

function windows1251(char: string): number {
  const code = char.codePointAt(0)!;
  if (code < 0x80) return code;
  return char === '—' ? 0x97 : code - 0x410 + 0xc0;
}

test('a feed of 20 MB is read up to its limit, and others get their turn', async () => {
  const item = (index: number) =>
    `<item><title>Post ${index}</title><link>https://a.example/${index}</link><description><![CDATA[<p>${'word <b>word</b> '.repeat(1200)}</p>]]></description></item>`;
  const items = Array.from({ length: 1000 }, (_, index) => item(index)).join('\n');
  const huge = Buffer.from(`<rss version="2.0"><channel><title>Huge</title><link>https://a.example</link>${items}</channel></rss>`);
  expect(huge.length).toBeGreaterThan(20_000_000);
  const longestTurn = watchTurns();
  const feed = (await read(huge))!;
  expect(longestTurn()).toBeLessThan(150);
  expect(feed.entries.length).toBeGreaterThan(200);
  expect(feed.entries.at(-1)).toMatchObject({ title: `Post ${feed.entries.length - 1}` });
});

test('where a site names no feed, its usual places are guessed', () => {
  expect(feedGuesses('https://a.example')).toEqual(
    ['feed', 'rss.xml', 'atom.xml', 'index.xml', 'feed.xml', 'feed.json'].map((name) => `https://a.example/${name}`),
  );
  expect(feedGuesses('https://a.example/blog')).toContain('https://a.example/blog/rss.xml');
});
