import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Audit, AuditedPage, AuditFinding } from '../../schema/audit.ts';
import { createCopydesk, type Copydesk } from '../../src/app.ts';
import { hasNginx, startNginx, type Served } from '../support/nginx.ts';

/** Manuals that nobody wrote for us, as Debian installs them. Of the largest linkchecker takes minutes. */
const manuals: { package: string; folder: string; start: string; isLarge?: true }[] = [
  { package: 'debian-policy', folder: '/usr/share/doc/debian-policy/policy.html', start: 'index.html' },
  { package: 'debian-reference-en', folder: '/usr/share/debian-reference', start: 'index.en.html' },
  { package: 'git-doc', folder: '/usr/share/doc/git/html', start: 'git.html' },
  { package: 'sqlite3-doc', folder: '/usr/share/doc/sqlite3', start: 'index.html', isLarge: true },
];

/** What both tell, by our code and tidy's words. Tidy takes ids that differ by case for the same, and an empty title for one. */
const faultsOfMarkup = [
  { code: 'image_alt_missing', words: '<img> lacks "alt" attribute', markup: '<!doctype html><title>A</title><p><img src="a.png"></p>' },
  { code: 'doctype_missing', words: 'missing <!DOCTYPE> declaration', markup: '<html><title>A</title><p>b</p></html>' },
];

const installed = manuals.filter(({ folder, start }) => existsSync(join(folder, start)));
const missing = whatIsMissing();
if (missing !== null) process.stderr.write(`The tests with Debian’s manuals are skipped. ${missing}\n`);

function whatIsMissing(): string | null {
  const lacking = ['nginx', 'linkchecker', 'tidy'].filter((name) =>
    name === 'nginx' ? !hasNginx() : spawnSync(name, ['--version']).error,
  );
  if (installed.length === 0) lacking.push(...manuals.map((manual) => manual.package));
  return lacking.length === 0 ? null : `apt-get install ${lacking.join(' ')}.`;
}

const home = mkdtempSync(join(tmpdir(), 'copydesk-test-'));
afterAll(() => rmSync(home, { recursive: true }));

/** What an audit says of a site: its pages, and the findings of one code. */
interface Audited {
  summary: Audit;
  pages: AuditedPage[];
  findings(code: string): Promise<AuditFinding[]>;
}

async function audit(desk: Copydesk, siteUrl: string): Promise<Audited> {
  const { id, jobId } = (await desk.call('audit_start', { siteUrl, checkExternal: false, maxPages: 5000 })) as Audit;
  for (let status = 'queued'; status !== 'succeeded';)
    ({ status } = (await desk.call('jobs_get', { id: jobId, waitSeconds: 30 })) as { status: string });
  async function all<Row>(asked: object): Promise<Row[]> {
    const rows: Row[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await desk.call('audit_get', { id, limit: 100, ...asked, ...(cursor !== undefined && { cursor }) });
      const { data, nextCursor } = page as { data: Row[]; nextCursor: string | null };
      rows.push(...data);
      cursor = nextCursor;
    }
    return rows;
  }
  return {
    summary: (await desk.call('audit_get', { id })) as Audit,
    pages: await all({ view: 'pages' }),
    findings: (code) => all({ view: 'issues', code }),
  };
}

/** The addresses of the site that linkchecker finds broken. */
async function brokenByLinkchecker(start: string): Promise<Set<string>> {
  const settings = join(home, 'linkcheckerrc');
  writeFileSync(settings, '[checking]\nmaxrequestspersecond=100000\nthreads=5\n');
  const given = ['-f', settings, '--no-status', '--no-warnings', '-o', 'csv', start];
  // It ends with 1 where it finds something.
  const options = { env: { ...process.env, HOME: home }, maxBuffer: 64 * 1024 * 1024 };
  const said = await promisify(execFile)('linkchecker', given, options).catch((error: { stdout: string; code: number }) => {
    if (error.code === 1) return error;
    throw error;
  });
  const [names, ...rows] = said.stdout.split('\n').flatMap((line) => (line === '' || line.startsWith('#') ? [] : [line.split(';')]));
  const at = (name: string) => names!.indexOf(name);
  const invalid = rows.filter((row) => row[at('valid')] === 'False').map((row) => row[at('url')]!.replace(/#.*/, ''));
  return new Set(invalid.filter((url) => url.startsWith(new URL(start).origin)));
}

function tidy(html: string): string {
  return spawnSync('tidy', ['-q', '-e'], { input: html, encoding: 'utf8' }).stderr;
}

test.skipIf(missing !== null).each(faultsOfMarkup)('tidy tells $code as “$words”', ({ words, markup }) => {
  expect(tidy(markup)).toContain(words);
});

describe.skipIf(missing !== null).each(installed)('the manual $package', ({ folder, start, isLarge }) => {
  let server: Served;
  let desk: Copydesk;
  let audited: Audited;
  let url: string;

  beforeAll(async () => {
    server = await startNginx({ '/manual/': folder });
    url = `${server.url}/manual/${start}`;
    desk = await createCopydesk({ home: mkdtempSync(join(home, 'desk-')), siteUrl: url, logLevel: 'silent' });
    desk.work();
    audited = await audit(desk, url);
  });
  afterAll(async () => {
    await desk?.close();
    await server?.stop();
  });

  test('is read to its end', () => {
    expect(audited.summary).toMatchObject({ status: 'finished', endedBy: 'complete', pagesLeft: 0 });
    expect(audited.summary.htmlPages).toBeGreaterThan(10);
  });

  test.skipIf(isLarge)('has the broken addresses that linkchecker finds, and no other', async () => {
    const ours = audited.pages.filter(({ status }) => status === null || status >= 400).map((page) => page.url);
    expect(ours.toSorted()).toEqual([...(await brokenByLinkchecker(url))].toSorted());
  });

  test('has the faults of markup that tidy finds, on the same pages', async () => {
    const pages = audited.pages.filter(({ status, words }) => status === 200 && words !== null);
    const byTidy: { url: string; said: string }[] = [];
    for (const { url: address } of pages) byTidy.push({ url: address, said: tidy(await (await fetch(address)).text()) });
    for (const { code, words } of faultsOfMarkup) {
      const theirs = byTidy.filter(({ said }) => said.includes(words)).map((page) => page.url);
      const ours = (await audited.findings(code)).map((finding) => finding.url);
      expect({ code, pages: ours.toSorted() }).toEqual({ code, pages: theirs.toSorted() });
    }
  });
});
