import { describe, expect, test } from 'vitest';
import { parseBody, readBody } from '../../../src/markdown/body.ts';
import { checkLinks, type LinkSubject } from '../../../src/writing/score/links.ts';

const reportOf = async (markdown: string, more: Partial<LinkSubject> = {}) =>
  checkLinks({
    body: await readBody(await parseBody(markdown)),
    sources: ['https://docs.example/manual', null],
    siteUrl: 'https://www.site.example/blog/',
    internal: ['https://site.example/pools', '/agents/'],
    ...more,
  });
const clean = { unsafe: [], unknown: [], unknownInternal: [], empty: [], missingAlt: [] };

describe('checkLinks', () => {
  test('allows sources, offered pages, mail, telephone numbers and anchors', async () => {
    const markdown =
      '[a](https://docs.example/other) [b](https://www.site.example/pools/#top) [c](/agents) [d](mailto:a@example.com) [g](tel:+123) [e](#below) ![f](/f.png)';
    expect(await reportOf(markdown)).toEqual({ ...clean, internalUsed: 2 });
  });

  test('names unknown hosts', async () => {
    expect((await reportOf('[a](https://docs.example.evil.example/x) <https://blog.example/>')).unknown).toEqual([
      'https://docs.example.evil.example/x',
      'https://blog.example/',
    ]);
  });

  test('names pages of the site that were not offered, if any were offered', async () => {
    expect((await reportOf('[a](/made-up)')).unknownInternal).toEqual(['/made-up']);
    expect(await reportOf('[a](/made-up)', { internal: [] })).toEqual({ ...clean, internalUsed: 0 });
  });

  test('names links that do not lead to a page', async () => {
    const addresses = [
      'javascript:alert(1)',
      'data:text/html,x',
      'ftp://docs.example/x',
      'sms:+123',
      '//docs.example/x',
      'https://user:password@docs.example/',
    ];
    expect((await reportOf(addresses.map((address) => `[a](${address})`).join(' '))).unsafe).toEqual(addresses);
  });

  test('names links without words and images without a description', async () => {
    const report = await reportOf('[](https://docs.example/x) ![](/a.png) [![](/b.png)](/pools) [![A pool](/c.png)](/pools)');
    expect(report).toEqual({ ...clean, empty: ['https://docs.example/x', '/pools'], missingAlt: ['/a.png', '/b.png'], internalUsed: 1 });
  });

  test('works without a site', async () => {
    expect(await reportOf('[a](/x) [b](https://docs.example/)', { siteUrl: null, internal: [] })).toEqual({ ...clean, internalUsed: 0 });
  });
});
