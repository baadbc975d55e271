import { expect, test } from 'vitest';
import { unmetered } from '../../../src/providers/meter.ts';
import { createSearchProvider } from '../../../src/providers/search/index.ts';
import { failureOf, openSystem, startSite } from '../publish/support.ts';

const password = 'hush/"q&a+ <b>7 \u{1F511}';
const basic = Buffer.from(`ann:${password}`).toString('base64');
/** As a service may write the secret that it was sent. */
const written: Record<string, string> = {
  'as it is': password,
  'in a header': basic,
  'in an address': encodeURIComponent(password),
  'in a form': new URLSearchParams({ s: password }).toString().slice(2),
  'in JSON': JSON.stringify(password).slice(1, -1),
  'in HTML': password.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  'in numbers of HTML': [...password].map((letter) => `&#x${letter.codePointAt(0)!.toString(16)};`).join(''),
};

/** As much of an error's text as is read. */
const read = 4000;

test.each(Object.entries(written))('no beginning of a secret that is quoted %s is shown, wherever the reading ends', async (_, quoted) => {
  let said = '';
  const site = await startSite(() => ({ status: 401, body: { status_code: 40_100, status_message: said, tasks: null } }));
  const search = createSearchProvider(openSystem(), 'dataforseo', { baseUrl: site.url, username: 'ann', password }, unmetered);
  for (let seen = 0; seen <= quoted.length; seen++) {
    said = `Rejected${' '.repeat(read - 'Rejected'.length - seen)}${quoted} for ever`;
    expect((await failureOf(search.check())).message, `after ${seen}`).toMatch(/^DataForSEO answered 401: Rejected( \[not shown\])?\.$/);
  }
});
