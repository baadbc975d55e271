import { expect, test } from 'vitest';
import { rowsOf } from '../../support/rows.ts';
import { file, startSite } from '../../support/site.ts';
import { createTestApp } from '../../support/test-app.ts';
import { longestTurnOf } from '../../support/turns.ts';
import { audited, get, htmlPage, issuesOf } from './audit-app.ts';

/** Rows of CSV as RFC 4180 has it. */
function rowsOfCsv(text: string): string[][] {
  const cells = [...text.matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n|$)/g)].filter(({ 0: whole }) => whole !== '');
  const rows: string[][] = [[]];
  for (const [, cell = '', end] of cells) {
    rows.at(-1)!.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === '\r\n') rows.push([]);
  }
  return rows.filter((row) => row.length > 0);
}

test('the findings come as CSV, whole and harmless, from an address without a key', async () => {
  const app = await createTestApp();
  const hostile = '=HYPERLINK("https://evil.example")';
  const links = [hostile, '+1', '@SUM(A1)', 'He said "stop",\nand left', '–ü–'].map(
    (text, nth) => `<a href="/gone-${nth}">${text.replaceAll('"', '&quot;')}</a>`,
  );
  const site = await startSite({ '/': htmlPage(hostile, `${links.join('\n')}<a href="/b">B</a>`), '/b': htmlPage(hostile, 'The other') });
  site.pages['/robots.txt'] = file('text/plain', "=cmd|' /C calc'!A0\n-2+3\n@SUM\n");
  const { url } = await app.desk.listen({ port: 0 });
  const { csvUrl, id } = await audited(app, site);
  expect(csvUrl).toMatch(new RegExp(`^${url}/exports/[\\w-]{30,}\\.csv$`));
  const answer = await fetch(csvUrl!);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${id}.csv"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  const text = await answer.text();
  expect(text.replaceAll('\r\n', '')).not.toMatch(/\r/);
  const [head, ...rows] = rowsOfCsv(text);
  expect(head).toEqual(['code', 'severity', 'category', 'title', 'url', 'line', 'evidence', 'change', 'why', 'how_to_fix']);
  expect(new Set(rows.map((row) => row.length))).toEqual(new Set([10]));
  const places = (await issuesOf(app)).map(({ code }) => code);
  expect(new Set(rows.map(([code]) => code))).toEqual(new Set(places));
  expect(rows.filter(([code]) => code === 'broken_internal_links').map((row) => [row[4], row[5]])).toHaveLength(5);
  for (const cell of rows.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
  expect(rows.filter(([code]) => code === 'robots_faulty').map((row) => row[6])).toEqual(["'=cmd|' /C calc'!A0", "'-2+3", "'@SUM"]);
  const titles = rows.filter(([code]) => code === 'duplicate_titles').map((row) => row[6]);
  expect(titles[0]).toContain(hostile);
});

test('who asks twice within an hour is answered the same, and an address is good for a day', async () => {
  const app = await createTestApp();
  const site = await startSite({ '/': htmlPage('Start', '<a href="/gone">Gone</a>') });
  const { url } = await app.desk.listen({ port: 0 });
  const { csvUrl, id } = await audited(app, site);
  expect(await app.desk.call('audit_get', { id })).toMatchObject({ csvUrl });
  await app.advance(24 * 3_600_000);
  expect((await fetch(csvUrl!)).status).toBe(200);
  await app.advance(3_600_000);
  expect((await fetch(csvUrl!)).status).toBe(404);
  const { csvUrl: fresh } = (await app.desk.call('audit_get', { id })) as { csvUrl: string };
  const token = fresh.slice(`${url}/exports/`.length, -'.csv'.length);
  const changed = token.slice(0, 30) + (token[30] === 'A' ? 'B' : 'A') + token.slice(31);
  const spoiled = [changed, `${token}A`, token.slice(0, -1), `${token}=`, '', '../../etc/passwd', 'x'.repeat(300), '%00', `${token}.csv`];
  for (const one of spoiled) {
    const answer = await fetch(`${url}/exports/${encodeURIComponent(one)}.csv`);
    expect([one, answer.status]).toEqual([one, 404]);
    expect(await answer.json()).toMatchObject({ code: 'not_found' });
  }
  expect((await fetch(fresh.replace('.csv', ''))).status).toBe(404);
  expect((await fetch(fresh)).status).toBe(200);
});

test('a long list goes out in pieces, beside other work', { timeout: 20_000 }, async () => {
  const app = await createTestApp();
  const site = await startSite({ '/': htmlPage('Start', 'Nothing') });
  const { id } = await audited(app, site);
  const places = JSON.stringify(Array.from({ length: 10 }, (_, line) => [line, `=ev"il, ${'e'.repeat(280)}`]));
  const finding = { audit_id: id, mended: 0, code: 'image_alt_missing', of_page: 1, places, count: 10, change: null };
  await rowsOf(app.home).insert('audit_findings', Array.from({ length: 2000 }, (_, nth) => ({ ...finding, url: `${site.url}/${nth}` }))); // prettier-ignore
  await app.desk.listen({ port: 0 });
  const { csvUrl } = await get(app, id);
  const download = async () => {
    const { body } = await fetch(csvUrl!);
    let bytes = 0;
    for await (const piece of body!) bytes += piece.length;
    expect(bytes).toBeGreaterThan(2000 * 10 * 280);
  };
  expect(await longestTurnOf(download, 50)).toBeLessThan(50);
});
