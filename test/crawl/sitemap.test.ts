import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSitemap } from '../../src/crawl/sitemap.ts';

const read = async (text: string | Buffer) => {
  const sitemap = await readSitemap(Buffer.from(text as string));
  return sitemap && { kind: sitemap.kind, entries: [...sitemap.entries].filter((entry) => entry !== undefined) };
};
const urls = async (text: string) => (await read(text))?.entries.map(({ url }) => url);

describe('a sitemap', () => {
  test('names its pages and when they were changed', async () => {
    expect(await read('<?xml version="1.0"?><urlset xmlns="x"><url><loc> https://a.example/one?a=1&amp;b=2 </loc><lastmod>2026-05-01</lastmod><priority>1</priority></url><url><loc>https://a.example/zwei/ä#top</loc></url></urlset>')).toEqual({
      kind: 'pages',
      entries: [
        { url: 'https://a.example/one?a=1&b=2', lastmod: '2026-05-01' },
        { url: 'https://a.example/zwei/%C3%A4', lastmod: null },
      ],
    }); // prettier-ignore
  });

  test('may have prefixes, CDATA, comments, pictures and alternates', async () => {
    const picture = '<image:image><image:loc>https://a.example/picture.png</image:loc></image:image>';
    const alternate = '<xhtml:link rel="alternate" hreflang="de" href="https://a.example/de"/>';
    expect(
      await urls(`<!-- <urlset> --><s:urlset xmlns:s="x"><!-- <s:url><s:loc>https://a.example/no</s:loc></s:url> --><s:url><s:loc><![CDATA[https://a.example/yes]]></s:loc></s:url></s:urlset>`),
    ).toEqual(['https://a.example/yes']); // prettier-ignore
    expect(await urls(`<urlset><url><loc>https://a.example/page</loc>${picture}${alternate}</url></urlset>`)).toEqual([
      'https://a.example/page',
    ]);
  });

  test('may be an index, packed, or lines of text', async () => {
    expect(await read('<sitemapindex><sitemap><loc>https://a.example/1.xml</loc></sitemap></sitemapindex>')).toMatchObject({ kind: 'index', entries: [{ url: 'https://a.example/1.xml' }] }); // prettier-ignore
    expect(await read(gzipSync('<urlset><url><loc>https://a.example/1</loc></url></urlset>'))).toMatchObject({
      entries: [{ url: 'https://a.example/1' }],
    });
    expect(await urls('\uFEFFhttps://a.example/1\r\nhttps://a.example/2\n')).toEqual(['https://a.example/1', 'https://a.example/2']);
  });

  test('that is broken gives its intact entries', async () => {
    expect(
      await urls('<urlset><url><loc>https://a.example/1</loc></url><url><loc>not a url</loc></url><url><loc>javascript:alert(1)</loc></url><url></url><url><loc>https://a.example/2</loc></url><url><loc>https://a.exam'),
    ).toEqual(['https://a.example/1', 'https://a.example/2']); // prettier-ignore
  });

  test('expands no entities it declares, and reads no other file for them', async () => {
    const bomb = '<!DOCTYPE urlset [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>';
    expect(await urls(`${bomb}<urlset><url><loc>https://a.example/&b;&x;</loc></url></urlset>`)).toEqual(['https://a.example/&b;&x;']);
  });

  test.each(['', '<html><body>https://a.example/</body></html>', '<rss></rss>', 'no addresses here', '\u001F\u008Bnot packed'])(
    'is not %j',
    async (text) => {
      expect(await readSitemap(Buffer.from(text, 'latin1'))).toBeUndefined();
    },
  );

  test('of a hundred thousand openings is read in no time', async () => {
    const before = performance.now();
    expect(await urls(`<urlset>${'<url><!--'.repeat(100_000)}`)).toEqual([]);
    expect(await urls(`<urlset>${'<urls '.repeat(200_000)}`)).toEqual([]);
    expect(performance.now() - before).toBeLessThan(2000);
  });

  test.each([
    ['entries', (index: number) => `<url><loc>https://a.example/${index}</loc><lastmod>2026-01-01</lastmod></url>`],
    ['comments', () => '<!-- <url> --><url><loc>https://a.example/</loc></url>'],
    ['CDATA sections in one address', () => '<loc><![CDATA[a]]>'],
    ['openings', () => '<url><loc>'],
    ['brackets', () => '<'],
    ['lines', (index: number) => `https://a.example/${index}\n`],
  ])('of %s takes time in proportion to its length', async (name, piece) => {
    const cost = async (count: number) => {
      const bytes = Buffer.from((name === 'lines' ? '' : '<urlset>') + Array.from({ length: count }, (_, index) => piece(index)).join(''));
      const before = process.cpuUsage();
      for (const entry of (await readSitemap(bytes))?.entries ?? []) void entry;
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    };
    await cost(12_500);
    // The sixteenfold would be quadratic; a few milliseconds tell nothing.
    expect(await cost(50_000)).toBeLessThan(8 * Math.max(await cost(12_500), 20));
  });

  test('gives way: no step looks at more than a hundred tags', async () => {
    const { entries } = (await readSitemap(Buffer.from(`<urlset>${'<a></a>'.repeat(5000)}`)))!;
    expect([...entries]).toEqual(Array.from({ length: 100 }, () => undefined));
  });

  test('may hold an address in pieces, but none that is too long', async () => {
    expect(await urls('<urlset><url><loc>https://a.<!-- x -->exa<![CDATA[mple/?a&b]]></loc></url></urlset>')).toEqual(['https://a.example/?a&b']); // prettier-ignore
    expect(await urls(`<urlset><url><loc>https://a.example/${'<![CDATA[a]]>'.repeat(5000)}</loc></url></urlset>`)).toEqual([]);
  });

  test('may hold no address longer than one may be, nor a host that no name server knows', async () => {
    const all = ['道'.repeat(220), '道'.repeat(230)].map((path) => `https://a.example/${path}`);
    const hosts = [`${'道'.repeat(20)}.example`, `${'道'.repeat(300)}.example`].map((host) => `https://${host}/`);
    const listed = await urls(`<urlset>${[...all, ...hosts].map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`);
    expect(listed).toEqual([new URL(all[0]!).href, new URL(hosts[0]!).href]);
  });

  test('is never an error', async () => {
    const parts = fc.constantFrom('<urlset>', '<url>', '<loc>', 'https://a.example/', '</loc>', '</url>', '</urlset>', '<!--', '-->', '<![CDATA[', ']]>', '&amp;', '&#x0;', '<sitemapindex>', ' '); // prettier-ignore
    await fc.assert(
      fc.asyncProperty(fc.array(parts, { maxLength: 30 }), async (all) => {
        for (const { url } of (await read(`<urlset>${all.join('')}`))?.entries ?? []) expect(url).toMatch(/^https?:/);
      }),
    );
  });
});
