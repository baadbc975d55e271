import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostOf, isOwn, normaliseUrl, scopeOf } from '../../src/crawl/url.ts';

describe('an address has one spelling', () => {
  test.each([
    ['HTTPS://Example.COM:443/a/../b/./c#part', 'https://example.com/b/c'],
    ['http://example.com', 'http://example.com/'],
    ['http://example.com:8080/?', 'http://example.com:8080/'],
    ['http://example.com./a', 'http://example.com/a'],
    ['http://bücher.example/ö', 'http://xn--bcher-kva.example/%C3%B6'],
    ['http://example.com/%7euser/%e2%82%ac%2f', 'http://example.com/~user/%E2%82%AC%2F'],
    ['http://example.com/?b=2&a=1', 'http://example.com/?b=2&a=1'],
    ['http://example.com/?b=2&&a=1&', 'http://example.com/?b=2&a=1'],
    ['http://example.com/?utm_source=x&UTM_Medium=y&id=7&fbclid=z', 'http://example.com/?id=7'],
    ['http://example.com/?%75tm_source=x', 'http://example.com/'],
    ['http://example.com/?PHPSESSID=1&p=2', 'http://example.com/?p=2'],
    ['http://example.com/a;jsessionid=1A2B.node1/b;v=1?x', 'http://example.com/a/b;v=1?x'],
    ['http://example.com/(S(lit3py55t21z5v55vlm25s55))/a.aspx', 'http://example.com/a.aspx'],
    ['http://example.com/forum?sid=0123456789abcdef0123456789abcdef', 'http://example.com/forum'],
    ['http://example.com/songs?sid=4711&ref=home', 'http://example.com/songs?sid=4711&ref=home'],
    ['http://example.com//a//b', 'http://example.com//a//b'],
    ['http://0x7f.1/', 'http://127.0.0.1/'],
  ])('%s', (given, normal) => {
    expect(normaliseUrl(given)).toBe(normal);
  });

  test.each([
    'mailto:a@example.com',
    'javascript:void 0',
    'ftp://example.com/',
    'http://',
    '/a',
    'http://me:secret@example.com/',
    `http://example.com/${'a'.repeat(2000)}`,
    `http://${'a'.repeat(400)}.example/`,
  ])('%s is none', (given) => {
    expect(normaliseUrl(given)).toBeNull();
  });

  test('is found from the page it stands on', () => {
    expect(normaliseUrl('../b?x=1#y', 'https://example.com/a/c/d')).toBe('https://example.com/a/b?x=1');
    expect(normaliseUrl('//other.example/', 'https://example.com/a')).toBe('https://other.example/');
  });

  const segment = fc.stringMatching(/^[a-zA-Z0-9%;=().~&?+:@é道 _-]{0,12}$/);
  const address = fc
    .tuple(fc.constantFrom('http', 'HTTPS'), fc.webAuthority(), fc.array(segment, { maxLength: 5 }), fc.array(segment, { maxLength: 4 }))
    .map(([scheme, host, path, query]) => `${scheme}://${host}/${path.join('/')}?${query.join('&')}`);
  const hostile = fc.oneof(
    address,
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.string().map((text) => `http://a.example/${text}`),
  );

  test('which is its own spelling, and the same after it was parsed again', () => {
    fc.assert(
      fc.property(hostile, (given) => {
        const once = normaliseUrl(given);
        if (once === null) return;
        expect(normaliseUrl(once)).toBe(once);
        expect(normaliseUrl(new URL(once))).toBe(once);
        expect(new URL(once).href).toBe(once);
      }),
      { numRuns: 2000 },
    );
  });

  test('whatever is appended that says nothing of the page', () => {
    const nothing = fc.constantFrom('utm_campaign=a', 'gclid=b', 'PHPSESSID=c', '%67clid=d', '', 'sid=abcdef0123456789abcdef0123456789');
    fc.assert(
      fc.property(address, nothing, (given, added) => {
        if (normaliseUrl(`${given}&${added}`) !== null) expect(normaliseUrl(`${given}&${added}#top`)).toBe(normaliseUrl(`${given}&`));
      }),
    );
  });
});

test('a host is compared without www., in punycode, with its port', () => {
  expect(hostOf('https://www.Example.com/')).toBe('example.com');
  expect(hostOf('http://bücher.example:8080/')).toBe('xn--bcher-kva.example:8080');
  expect(hostOf('https://example.com:443/')).toBe('example.com');
  expect(hostOf('http://example.com.:81/')).toBe('example.com:81');
  expect(hostOf('https://www.com/')).toBe('www.com');
  expect(hostOf('nonsense')).toBe('');
});

describe('a site owns', () => {
  test.each([
    ['https://example.com', 'http://www.example.com/a', true],
    ['https://www.example.com', 'https://example.com/a', true],
    ['https://example.com', 'https://blog.example.com/', true],
    ['https://example.com', 'https://notexample.com/', false],
    ['https://example.com', 'https://example.comx', false],
    ['https://blog.example.com', 'https://example.com/', false],
    ['https://example.com', 'https://example.com:8443/', false],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/a', true],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8081/a', false],
    ['https://example.com/blog', 'https://example.com/blog', true],
    ['https://example.com/blog/', 'https://example.com/blog', true],
    ['https://example.com/blog', 'https://example.com/blog/a?b', true],
    ['https://example.com/blog', 'https://example.com/blogger', false],
    ['https://example.com/blog', 'https://example.com/', false],
    ['https://example.com/blog', 'https://www.blog.example.com/blog', false],
    ['https://example.com/docs/index.html', 'https://example.com/docs/ch1.html', true],
    ['https://example.com/docs/index.html', 'https://example.com/other.html', false],
    ['nonsense', 'alike', false],
  ])('%s %s: %s', (site, url, owns) => {
    expect(isOwn(site, url)).toBe(owns);
  });

  test('subdomains, which are crawled as sites of their own', () => {
    expect(scopeOf('https://example.com').has('https://blog.example.com/')).toBe(false);
    expect(scopeOf('https://example.com').has('http://www.example.com/a')).toBe(true);
  });
});
