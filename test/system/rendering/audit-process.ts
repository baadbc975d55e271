// Audits a site for a test with rendered pages, without the rights of root, for whom Chromium has no sandbox. A first audit, which renders
// nothing, loads all that is needed before they are given up: nobody else may be able to enter the folder of the checkout.
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCopydesk } from '../../../src/app.ts';

const nobody = 65_534;
const siteUrl = process.argv[2]!;
const home = mkdtempSync(join(tmpdir(), 'copydesk-test-'));
const desk = await createCopydesk({ home, logLevel: 'silent', now: () => Date.parse('2026-01-01') });
await import('../../../src/crawl/render.ts');
await desk.call('audit_start', { siteUrl, checkExternal: false });
await desk.runDue();
if (process.getuid?.() === 0) {
  for (const path of [home, ...readdirSync(home, { recursive: true }).map((name) => join(home, String(name)))])
    chownSync(path, nobody, nobody);
  process.setgroups!([]);
  process.setgid!(nobody);
  process.setuid!(nobody);
  process.chdir('/');
}
await desk.call('audit_start', { siteUrl, checkExternal: false, render: true });
await desk.runDue();
const audit = await desk.call('audit_get');
const pages = await desk.call('audit_get', { view: 'pages' });
process.stdout.write(`${JSON.stringify({ audit, pages })}\n`);
await desk.close();
rmSync(home, { recursive: true });
