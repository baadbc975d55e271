import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAnswer } from '../../src/visibility/answer.ts';
import { maxCitations, pageOf, Sites } from '../../src/visibility/citations.ts';
import { unwrapped } from '../../src/visibility/wrappers.ts';
import { brandOf } from './brands.ts';

const page = 'https://www.example.com/a?b=1';
const coded = encodeURIComponent(page);

describe('what a wrapper holds is cited', () => {
  test.each([
    [`https://www.google.com/url?sa=t&source=web&q=${coded}&ved=2ah`],
    [`https://google.co.uk/url?url=${coded}`],
    [`https://www.google.de/imgres?imgurl=https%3A%2F%2Fi.example%2Fx.png&imgrefurl=${coded}`],
    ['https://www.google.com/amp/s/www.example.com/a?b=1'],
    ['https://www-example-com.cdn.ampproject.org/c/s/www.example.com/a?b=1'],
    ['https://www-example-com.translate.goog/a?b=1&_x_tr_sl=en&_x_tr_tl=de'],
    [`https://www.bing.com/ck/a?!&&p=0123456789abcdef&ptn=3&u=a1${Buffer.from(page).toString('base64url')}&ntb=1`],
    [`https://duckduckgo.com/l/?uddg=${coded}&rut=abc`],
    [`https://r.search.yahoo.com/_ylt=A/RV=2/RE=17/RO=10/RU=${coded}/RK=2/RS=x-`],
    [`https://l.facebook.com/l.php?u=${coded}&h=AT0`],
    [`https://www.youtube.com/redirect?event=video&q=${coded}`],
    [`https://www.linkedin.com/safety/go?url=${coded}`],
    [`https://eur02.safelinks.protection.outlook.com/?url=${coded}&data=05`],
    ['https://urldefense.com/v3/__https://www.example.com/a?b=1__;!!abc$'],
    [`https://www.google.com/url?q=${encodeURIComponent(`https://l.instagram.com/?u=${coded}`)}`],
  ])('%s', (wrapper) => {
    expect(pageOf(wrapper)).toMatchObject({
      url: page,
      key: 'example.com/a?b=1',
      host: 'example.com',
      domain: 'example.com',
      status: 'ok',
    });
  });

  test('a video by its short address is the same as by its long one', () => {
    expect(pageOf('https://youtu.be/dQw4w9WgXcQ?t=3')!.key).toBe(pageOf('https://www.youtube.com/watch?v=dQw4w9WgXcQ')!.key);
  });

  test.each([
    ['https://www.google.com/search?q=https://example.com'],
    ['https://www.google.com/url?q=javascript:alert(1)'],
    ['https://www.google.com/url?q=https://'],
    ['https://www.bing.com/ck/a?u=a1%%%'],
    ['https://notgoogle.com/url?q=https://example.com'],
    ['https://www.google.com.evil.example/url?q=https://example.com'],
  ])('but not of what is none: %s', (address) => {
    expect(unwrapped(address)).toBe(address);
  });
});

test('a page with brackets in its address is one citation, however they are written', async () => {
  const url = 'https://en.example.org/wiki/Notion_(software)';
  const text = 'Notion is software [1](https://en.example.org/wiki/Notion_%28software%29).';
  expect((await readAnswer({ text, citations: [{ url }] }, [])).citations).toMatchObject([{ number: 1, inline: true, prominence: 1 }]);
});

test('of a list of links the first sources are told', async () => {
  const text = Array.from({ length: 2 * maxCitations }, (_, at) => `[${at}](https://example.com/${at})`).join(' ');
  const { citations } = await readAnswer({ text, citations: [] }, []);
  expect(citations.map(({ url }) => url)).toEqual(Array.from({ length: maxCitations }, (_, at) => `https://example.com/${at}`));
});

test('addresses of one page are one citation', async () => {
  const same = [
    'https://www.example.com/a/?utm_source=chatgpt.com',
    'http://example.com/a#part',
    'https://EXAMPLE.com/a#:~:text=some%20words',
    'https://example.com/a/?gclid=1&fbclid=2',
  ];
  const { citations } = await readAnswer({ text: `See ${same[3]}.`, citations: same.slice(0, 3).map((url) => ({ url })) }, []);
  expect(citations).toEqual([
    {
      number: 1,
      url: 'https://www.example.com/a/',
      key: 'example.com/a',
      domain: 'example.com',
      host: 'example.com',
      title: null,
      brand: null,
      inline: true,
      prominence: 1,
      status: 'ok',
    },
  ]);
});

test.each([
  ['https://user.github.io/x', 'user.github.io'],
  ['https://a.b.co.uk/', 'b.co.uk'],
  ['https://docs.example.com/', 'example.com'],
  ['https://192.0.2.1:8080/', '192.0.2.1:8080'],
  ['https://xn--bcher-kva.example/', 'xn--bcher-kva.example'],
])('the domain of %s is %s', (url, domain) => {
  expect(pageOf(url)!.domain).toBe(domain);
});

test.each([
  ['javascript:alert(1)'],
  ['mailto:a@example.com'],
  ['ftp://example.com'],
  ['/relative'],
  [''],
  ['https://user:word@example.com'],
  ['https://'],
])('what is no address of the web is no citation: %j', (url) => {
  expect(pageOf(url)).toBeNull();
});

const wrapped = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/AUZIYQ';

test('a wrapper that can only be followed leads where it was followed to, or says that it is unresolved', async () => {
  const brands = [brandOf('own', ['Acme'], { sites: ['acme.example'] })];
  const read = (resolved?: string | null) =>
    readAnswer({ text: `Good [it](${wrapped}).`, citations: [{ url: wrapped, title: 'acme.example', resolved }] }, brands);
  expect((await read('https://www.acme.example/a?utm_source=x')).citations).toMatchObject([
    { number: 1, key: 'acme.example/a', domain: 'acme.example', brand: 'own', inline: true, prominence: 1, status: 'ok' },
  ]);
  for (const resolved of [null, undefined, `${wrapped}2`])
    expect((await read(resolved)).citations).toMatchObject([
      { domain: '', host: '', title: 'acme.example', brand: null, inline: true, prominence: 1, status: 'unresolved' },
    ]);
});

describe('the text points to a source', () => {
  const citations = ['https://a.example/1', 'https://b.example/2', 'not an address', 'https://d.example/4'].map((url) => ({ url }));
  test.each([
    ['Fact [1].', [1]],
    ['Fact [1][2].', [1, 2]],
    ['Fact [1, 4] and [^2^].', [1, 2, 4]],
    ['Fact [1-4].', [1, 2, 4]],
    ['Fact【2†source】【4:1†a.example】', [1, 2]],
    ['Fact [[2]](https://b.example/2).', [2]],
    ['Fact [link](https://d.example/4).', [4]],
    ['Fact https://d.example/4, more.', [4]],
    ['Fact (https://d.example/4).', [4]],
    ['Fact <https://d.example/4>.', [4]],
    ['Fact ([d.example](https://d.example/4?utm_source=openai), [b.example](https://b.example/2)).', [2, 4]],
    ['Fact <a href="https://b.example/2">it</a>.', [2]],
    ['Fact [3], [9], [2024], `[1]` and \\[1\\].', [1]],
    ['Fact [a], [0], []', []],
    ['Fact.\n\n[1]: https://a.example/1', []],
    ['Fact.\n\n```\n[1] https://a.example/1\n```', []],
  ])('%j', async (text, numbers) => {
    const read = await readAnswer({ text, citations }, []);
    expect(read.citations.filter(({ inline }) => inline).map(({ number }) => number)).toEqual(numbers);
    expect(read.hasInline).toBe(numbers.length > 0);
  });

  test('a list of sources at the end is no inline link, and marks mean it where none is given', async () => {
    const text = 'One fact [2]. Another.\n\n**Sources:**\n\n1. [First](https://a.example)\n2. [Second](https://b.example)';
    const read = await readAnswer({ text, citations: [] }, []);
    expect(read.citations).toMatchObject([
      { number: 1, key: 'a.example', title: 'First', inline: false, prominence: 0 },
      { number: 2, key: 'b.example', title: 'Second', inline: true, prominence: 1 },
    ]);
    const plain = await readAnswer({ text: 'A fact.\n\nSources:\n[1] https://a.example\n[2] https://b.example', citations: [] }, []);
    expect(plain).toMatchObject({ hasInline: false, citations: [{ key: 'a.example', prominence: null }, { key: 'b.example' }] });
  });
});

describe('a source is a brand’s', () => {
  const sites = new Sites([
    brandOf('cmp_1', [], { sites: ['example.com', 'blog.example.org:8080'] }),
    brandOf('own', [], { sites: ['shop.example.com', 'host.example/docs', 'example.net'] }),
    brandOf('cmp_2', [], { sites: ['example.net'] }),
  ]);
  test.each([
    ['https://www.example.com/a', 'cmp_1'],
    ['https://a.b.example.com/', 'cmp_1'],
    ['https://shop.example.com/', 'own'],
    ['https://eu.shop.example.com/', 'own'],
    ['https://notexample.com/', null],
    ['https://example.com.evil.example/', null],
    ['https://blog.example.org:8080/x', 'cmp_1'],
    ['https://blog.example.org/x', null],
    ['https://host.example/docs/a', 'own'],
    ['https://host.example/docsearch', null],
    ['https://sub.host.example/docs/a', null],
    ['https://example.net/', 'own'],
  ])('%s: %s', (url, brand) => {
    expect(sites.ownerOf(url)).toBe(brand);
  });
});

test('whatever stands in an address, nothing fails and keys stay', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true, withFragments: true })), (written) => {
      const one = pageOf(written);
      if (one) expect(pageOf(one.url)).toEqual(one);
    }),
  );
});
