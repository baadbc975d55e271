import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findChromium } from '../../src/crawl/chromium/find.ts';
import { startSite } from '../support/site.ts';
import {
  browsers,
  commandOf,
  openRenderProcess as open,
  pageWith as page,
  profiles,
  startAndEnd,
  statusOf,
  whatIsMissing,
} from './rendering/support.ts';

const missing = whatIsMissing();
if (missing !== null) process.stderr.write(`The tests of a real Chromium are skipped. ${missing}\n`);

describe.skipIf(missing !== null)('a page that', () => {
  const endless = page('for (;;) {}');

  test('computes for ever is ended at its deadline, with its browser, and the next has a new one', async () => {
    const site = await startSite({ '/endless': endless, '/': page("document.body.append('next')") });
    const { render } = await open();
    const before = browsers();
    const began = performance.now();
    expect(await render(`${site.url}/endless`, { deadlineMs: 3_000 })).toEqual({
      code: 'timeout',
      message: 'The page was not done after 3 s.',
    });
    expect(performance.now() - began).toBeLessThan(8_000);
    expect(browsers().filter((id) => before.includes(id))).toEqual([]);
    expect((await render(`${site.url}/`)).html).toContain('next');
  });

  test('never answers is ended at its deadline', async () => {
    const site = await startSite({ '/': () => {} });
    const { render } = await open();
    expect(await render(`${site.url}/`, { deadlineMs: 2_000 })).toMatchObject({ code: 'timeout' });
  });

  test('takes memory without end is ended before it has much', async () => {
    const site = await startSite({ '/': page('const all = []; for (;;) all.push(new Uint8Array(10_000_000).fill(1));') });
    const { render } = await open({ maxBytes: 300 * 1024 * 1024 });
    expect(await render(`${site.url}/`)).toMatchObject({ code: expect.stringMatching(/too_large|crashed|failed/) });
  });

  test('is longer than a page may be is ended', async () => {
    const site = await startSite({ '/': page("document.body.append('word '.repeat(8_000_000))") });
    const { render } = await open();
    expect(await render(`${site.url}/`)).toMatchObject({ code: 'too_large' });
  });
});

describe.skipIf(missing !== null)('the browser', () => {
  test('is not used where its sandbox is switched off by what starts it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'copydesk-test-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const wrapper = join(folder, 'chromium');
    writeFileSync(wrapper, `#!/bin/sh\nexec ${findChromium()} --no-sandbox "$@"\n`);
    for (const path of [folder, wrapper]) chmodSync(path, 0o755);
    const told = `Chromium cannot be used: ${wrapper} starts it with --no-sandbox. Name the browser itself in COPYDESK_CHROMIUM.`;
    expect(startAndEnd({ executablePath: wrapper })).toEqual({ code: 'renderer_unavailable', message: told });
  });

  test('that does not start is told with its own words', () => {
    expect(startAndEnd({ executablePath: '/bin/false' })).toEqual({
      code: 'renderer_unavailable',
      message: 'Chromium cannot be used: it does not start. The browser ended by itself (1).',
    });
  });

  test('runs its pages in a sandbox, as nobody, with nothing of our environment', async () => {
    const site = await startSite({ '/': () => {} });
    const { render, pid } = await open();
    void render(`${site.url}/`).catch(() => {});
    const renderers = () => browsers().filter((id) => commandOf(id).includes('--type=renderer'));
    // A filter of system calls, and process ids of a namespace of its own. A process that has just begun has no filter yet.
    const isApart = (id: number) => /^Seccomp:\s+2$/m.test(statusOf(id, 'status')) && /^NSpid:\s+\d+\s+\d+/m.test(statusOf(id, 'status'));
    await expect.poll(() => renderers().length > 0 && renderers().every(isApart), { timeout: 20_000 }).toBe(true);
    const childOf = (parent: number) => browsers().find((id) => new RegExp(`^PPid:\\s+${parent}$`, 'm').test(statusOf(id, 'status')))!;
    // A shell stands between, which may add names of its own.
    const own = childOf(childOf(pid));
    const names = statusOf(own, 'environ')
      .split('\0')
      .map((one) => one.split('=')[0]!);
    const others = new Set(['', 'OLDPWD', 'PWD', 'SHLVL', '_']);
    expect(names.filter((name) => !others.has(name)).toSorted()).toEqual(['HOME', 'LANG', 'PATH', 'TMPDIR']);
    expect(commandOf(own)).not.toContain('sandbox');
  });

  test('leaves no process and no profile behind, also while a page computes for ever', async () => {
    const [processes, folders] = [browsers(), profiles()];
    const site = await startSite({ '/': page('for (;;) {}') });
    const { render, close } = await open();
    const came = render(`${site.url}/`);
    await expect.poll(() => site.asked, { timeout: 20_000 }).toEqual(['/']);
    await close();
    expect(await came).toMatchObject({ code: 'aborted' });
    expect(browsers().filter((id) => !processes.includes(id))).toEqual([]);
    expect(profiles().filter((name) => !folders.includes(name))).toEqual([]);
  });

  test('ends when the desk is killed, and its profile goes', async () => {
    const [processes, folders] = [browsers(), profiles()];
    const { pid } = await open();
    expect(browsers().filter((id) => !processes.includes(id))).not.toEqual([]);
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => browsers().filter((id) => !processes.includes(id)), { timeout: 20_000 }).toEqual([]);
    await expect.poll(() => profiles().filter((name) => !folders.includes(name)), { timeout: 20_000 }).toEqual([]);
  });
});
