import type { Case } from './example.ts';

/** Pages beside which real ones were told for a fault that they do not have. */
export const lookAlikeCases: Case[] = [
  {
    code: 'link_nofollow_internal',
    faulty: { more: '<a rel="nofollow" href="/glazes.html?from=a.txt">Glazes</a>' },
    good: {
      more: ['/_sources/glazes.rst.txt', '/glazes.PDF?page=2', '/kiln.tar.gz', '/kiln.svg', '/all.xml']
        .map((path) => `<a rel="nofollow" href="${path}">Glazes</a>`)
        .join(' '),
    },
  },
  {
    code: 'image_alt_too_long',
    faulty: { more: `<img src="/kiln.webp" alt="${'kiln '.repeat(51)}" width="9" height="9">` },
    good: {
      more: `<img src="/kiln.webp" alt="A kiln${'\n' + ' '.repeat(150)}that fires${'\n' + ' '.repeat(150)}clay" width="9" height="9">`,
    },
  },
  {
    code: 'table_without_headers',
    faulty: { more: `<table><caption>Heat</caption>${'<tr><td>9</td><td>1,200</td></tr>'.repeat(3)}</table>` },
    good: { more: `<table border="1">${'<tr><td>9</td><td></td><td>4</td></tr>'.repeat(9)}</table>` },
  },
];
