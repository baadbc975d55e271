import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { findChromium } from '../../src/crawl/chromium/find.ts';
import { Gone, openDevTools } from '../../src/crawl/chromium/devtools.ts';
import { flagsFor } from '../../src/crawl/chromium/flags.ts';
import { openRenderer } from '../../src/crawl/render.ts';
import { createLog, createSystem } from '../../src/system.ts';

const system = createSystem({ request: () => Promise.reject(new Error('Nothing is dialled.')), log: createLog('silent') });
const open = (executablePath: string) =>
  openRenderer({ system, dialing: { production: true, allowedNetworks: [] }, userAgent: 'Copydesk/1.0', executablePath });

test('without a browser there is no renderer, and the reason is told', async () => {
  await expect(open('/nowhere/chromium')).rejects.toMatchObject({
    code: 'renderer_unavailable',
    message: 'Chromium cannot be used: /nowhere/chromium (COPYDESK_CHROMIUM) is no program that can be started.',
  });
});

test.runIf(process.getuid?.() === 0)('for root there is no renderer: its browser would have no sandbox', async () => {
  await expect(open('/bin/true')).rejects.toMatchObject({
    code: 'renderer_unavailable',
    message: 'Chromium cannot be used: its sandbox does not work for root. Run the desk as a user of its own.',
  });
});

test('a configured browser is the only one, and has to be a program', () => {
  const folder = mkdtempSync(join(tmpdir(), 'copydesk-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'words'), 'no program', { mode: 0o644 });
  expect([folder, join(folder, 'words'), join(folder, 'gone')].map((path) => findChromium(path))).toEqual([null, null, null]);
  expect(findChromium('/bin/sh')).toBe('/bin/sh');
});

test('the browser keeps its sandbox, and all it asks for goes through a proxy', () => {
  const flags = flagsFor({ profile: '/tmp/profile', maxHeapMegabytes: 512 });
  expect(flags.filter((flag) => /sandbox|single-process|remote-debugging-port|web-security|ignore-certificate/.test(flag))).toEqual([]);
  expect(flags).toEqual(expect.arrayContaining(['--remote-debugging-pipe', '--proxy-bypass-list=<-loopback>', '--disable-quic']));
});

test('a browser’s answers come to who asked, in whatever pieces they arrive', async () => {
  const [write, read] = [new PassThrough(), new PassThrough()];
  const events: string[] = [];
  const devTools = openDevTools({ write, read, maxLength: 1000, onFault: () => {} });
  devTools.onEvent(({ method }) => events.push(method));
  const answers = [devTools.send('One'), devTools.send('Two', { a: 'ä' }, 'session')];
  const asked = String(write.read()).split('\0').slice(0, -1);
  expect(asked.map((text) => JSON.parse(text))).toEqual([
    { id: 1, method: 'One', params: {} },
    { id: 2, method: 'Two', params: { a: 'ä' }, sessionId: 'session' },
  ]);
  const said = Buffer.from('{"id":2,"result":{"name":"ü"}}\0{"method":"Told","params":{}}\0{"id":1,"error":{"message":"No."}}\0');
  for (const byte of said) read.write(Buffer.of(byte));
  expect(await answers[1]).toEqual({ name: 'ü' });
  await expect(answers[0]).rejects.toThrow('No.');
  expect(events).toEqual(['Told']);
});

test.each([
  ['more than a page may be', 'x'.repeat(1001)],
  ['what is no message', 'nonsense\0'],
])('a browser that says %s is given up', async (_, said) => {
  const [write, read] = [new PassThrough(), new PassThrough()];
  const faults: Error[] = [];
  const devTools = openDevTools({ write, read, maxLength: 1000, onFault: (fault) => faults.push(fault) });
  const answer = devTools.send('One');
  read.write(said);
  await expect(answer).rejects.toBeInstanceOf(Gone);
  await expect(devTools.send('Two')).rejects.toBeInstanceOf(Gone);
  expect(faults).toHaveLength(1);
});
