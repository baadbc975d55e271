import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { speakRaw, startToy } from './toy-server.ts';

/** A whole request, whose connection stays. */
const first = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';

const body = '{"title":"Bread"}';

const post = (key: string) =>
  `POST /api/v1/notes HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`;

async function startImpatient(headersTimeout: number, requestTimeout: number) {
  const toy = await startToy();
  Object.assign(toy.app.server, { headersTimeout, requestTimeout });
  return toy;
}

test('headers may take 10 s and requests 30, and an idle connection is kept for 65', async () => {
  await using toy = await startToy();
  expect(toy.app.server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 });
});

test('what never comes is 408', async () => {
  await using toy = await startImpatient(50, 60);
  const begun = {
    nothing: '',
    'some headers': 'GET /healthz HTTP/1.1\r\nHost: loc',
    'some of a body': `${post('write')}{`,
    'some headers of a second request': `${first}GET /hea`,
    'some of the body of a second request': `${first}${post('write')}{`,
  };
  const heard = await answersTo(begun, async (bytes) => {
    const told = await speakRaw(toy.port, bytes);
    expect(told).toMatch(/"code":"request_timeout"[^]*"hint":"Send it again, without pauses."/);
    return told;
  });
  expect(heard).toEqual({
    nothing: ['408'],
    'some headers': ['408'],
    'some of a body': ['408'],
    'some headers of a second request': ['200', '408'],
    'some of the body of a second request': ['200', '408'],
  });
});

test('what begins late and does not end is 408', async () => {
  await using toy = await startImpatient(50, 60);
  const beginLate = (bytes: string) => {
    const client = connect(toy.port, '127.0.0.1');
    toy.app.server.once('clientError', () => void client.write(bytes));
    return text(client);
  };
  const begun = { headers: post('write').slice(0, 40), body: `${post('write')}{` };
  expect(await answersTo(begun, beginLate)).toEqual({ headers: ['408'], body: ['408'] });
});

test('where its answer was given already, the connection is only closed', async () => {
  await using toy = await startImpatient(10_000, 60);
  expect(await answersTo({ refused: `${post('wrong')}{` }, (bytes) => speakRaw(toy.port, bytes))).toEqual({ refused: ['401'] });
});

test.each([1, 2])('what comes while the server stands still is not late, in its stop no. %i', async (stop) => {
  await using toy = await startImpatient(500, 500);
  const parts = {
    all: ['', post('write') + body],
    'half of the headers, and the body': [post('write').slice(0, 40), post('write').slice(40) + body],
    'the body': [post('write'), body],
    'half of the body': [post('write') + body.slice(0, 5), body.slice(5)],
    'the rest of a second request': [`${first}PO`, post('write').slice(2) + body],
  } satisfies Record<string, [before: string, meanwhile: string]>;
  const clients: Record<string, [Socket, meanwhile: string]> = {};
  for (const [name, [before, meanwhile]] of Object.entries(parts)) clients[name] = [await begin(toy, before), meanwhile];
  if (stop === 2) {
    standStill(1500);
    await once(toy.app.server, 'clientError');
    await nextTurn();
  }
  const heard = answersTo(clients, ([client, meanwhile]) => {
    client.write(meanwhile);
    return text(client);
  });
  standStill(1500);
  expect(await heard).toEqual({
    all: ['201'],
    'half of the headers, and the body': ['201'],
    'the body': ['201'],
    'half of the body': ['201'],
    'the rest of a second request': ['200', '201'],
  });
});

test('a request after one whose body looked late has its own time', async () => {
  await using toy = await startImpatient(500, 500);
  const keeping = post('write').replace('Connection: close\r\n', '');
  const silent = await begin(toy, '');
  const client = await begin(toy, keeping + body.slice(0, 5));
  client.write(body.slice(5) + post('write'));
  toy.app.server.once('clientError', () => Object.assign(toy.app.server, { headersTimeout: 10_000, requestTimeout: 30_000 }));
  standStill(1500);
  const heard = answersTo({ client }, text);
  expect(await answersTo({ silent }, text)).toEqual({ silent: ['408'] });
  client.write(body);
  expect(await heard).toEqual({ client: ['201', '201'] });
});

/** Sends this on a new connection; the server has read it. */
async function begin({ app, port }: Awaited<ReturnType<typeof startToy>>, bytes: string): Promise<Socket> {
  const client = connect(port, '127.0.0.1').setNoDelay();
  const [served] = (await once(app.server, 'connection')) as [Socket];
  client.write(bytes);
  while (served.bytesRead < bytes.length) await nextTurn();
  return client;
}

/** The statuses that each got in turn. */
async function answersTo<Sent>(sent: Record<string, Sent>, send: (one: Sent) => Promise<string>): Promise<Record<string, string[]>> {
  const heard = Object.entries(sent).map(async ([name, one]) => [
    name,
    [...(await send(one)).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status!),
  ]);
  return Object.fromEntries(await Promise.all(heard));
}

/** Longer than Node takes from one look for late requests to the next. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
