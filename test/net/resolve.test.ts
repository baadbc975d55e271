import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createDial } from '../../src/net/request.ts';
import { createResolve } from '../../src/net/resolve.ts';
import { temporaryHome } from '../support/home.ts';
import { startReceiver } from '../support/receiver.ts';

interface NameServer {
  address: string;
  /** The names it was asked for, each as often as it was, by whatever type. */
  asked: string[];
}

const typeA = 1;

/** Knows A records; of names that are not listed it says that there are none, and to `*.tarpit.example` nothing at all (RFC 1035, 4). */
async function startNameServer(records: Record<string, string>): Promise<NameServer> {
  const asked: string[] = [];
  const socket = createSocket('udp4', (query, { port }) => {
    const labels: string[] = [];
    let at = 12;
    for (; query[at]! > 0; at += query[at]! + 1) labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!));
    const name = labels.join('.').toLowerCase();
    const type = query.readUInt16BE(at + 1);
    asked.push(name);
    if (name.endsWith('tarpit.example')) return;
    const address = type === typeA ? records[name] : undefined;
    const unknown = !(name in records);
    const header = Buffer.from([query[0]!, query[1]!, 0x81, unknown ? 0x83 : 0x80, 0, 1, 0, address ? 1 : 0, 0, 0, 0, 0]);
    const answer = address ? Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split('.').map(Number)]) : Buffer.alloc(0);
    socket.send(Buffer.concat([header, query.subarray(12, at + 5), answer]), port);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  return { address: `127.0.0.1:${socket.address().port}`, asked };
}

function hostsFile(text = ''): string {
  const file = join(temporaryHome(), 'hosts');
  writeFileSync(file, text);
  return file;
}

describe('a name', () => {
  test('is looked up in the hosts file first, whatever its name server says', async () => {
    const { address, asked } = await startNameServer({ 'app.example': '10.9.9.9' });
    const resolve = createResolve({
      hostsFile: hostsFile('# names\n10.1.1.1 app.example app # ours\n::1\tApp.Example\nfe80::1%lo0 app.example\n10.2.2.2 other.example\n'),
      servers: [address],
    });
    expect(await resolve('APP.example')).toEqual(['10.1.1.1', '::1']);
    expect(asked).toEqual([]);
  });

  test('is otherwise looked up at the name servers, even without a hosts file', async () => {
    const { address } = await startNameServer({ 'app.example': '10.9.9.9' });
    const resolve = createResolve({ hostsFile: join(temporaryHome(), 'none'), servers: [address] });
    expect(await resolve('app.example')).toEqual(['10.9.9.9']);
  });

  test('that the name servers do not know may still be known to the system', async () => {
    const { address, asked } = await startNameServer({});
    const resolve = createResolve({ hostsFile: hostsFile(), servers: [address] });
    expect(await resolve('localhost')).toContain('127.0.0.1');
    expect(asked).toContain('localhost');
    await expect(resolve('nowhere.invalid')).rejects.toThrow('nowhere.invalid');
  });

  test('is looked up once for concurrent requests, and again for later ones', async () => {
    const { address, asked } = await startNameServer({ 'app.example': '10.9.9.9' });
    const resolve = createResolve({ hostsFile: hostsFile(), servers: [address] });
    await Promise.all(Array.from({ length: 20 }, () => resolve('app.example')));
    expect(asked).toHaveLength(2);
    await resolve('app.example');
    expect(asked).toHaveLength(4);
  });
});

test('name servers that are silent about some receivers do not keep the others from being found', async () => {
  const healthy = Array.from({ length: 6 }, (_, index) => `healthy-${index}.example`);
  const { address } = await startNameServer(Object.fromEntries(healthy.map((name) => [name, '127.0.0.1'])));
  const resolve = createResolve({ hostsFile: hostsFile(), servers: [address] });
  const { request, close } = createDial({ production: false, allowedNetworks: [], resolve });
  onTestFinished(close);
  const receiver = await startReceiver();
  const { port } = new URL(receiver.url);
  const given = new AbortController();
  const ask = (name: string) =>
    request({ url: `http://${name}:${port}/hook`, method: 'POST', body: '{}', deadlineMs: 10_000, maxBytes: 1024, signal: given.signal });
  const stuck = Array.from({ length: 40 }, (_, index) => ask(`${index}.tarpit.example`).catch((error: unknown) => error));
  const answers = await Promise.all(healthy.map(ask));
  expect(answers.map(({ status }) => status)).toEqual(healthy.map(() => 204));
  for (const { durationMs } of answers) expect(durationMs).toBeLessThan(1000);
  given.abort();
  expect(await Promise.all(stuck)).toMatchObject(Array.from({ length: 40 }, () => ({ code: 'aborted' })));
});
