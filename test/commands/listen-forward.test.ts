import { createServer, request as httpRequest, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { startReceiver } from '../support/receiver.ts';
import { article, deliver, event, publish, startListen, statusOf } from './support.ts';

/** An app of the user on a free port. */
async function startApp(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${await openPort(server)}/hook`;
}

/** A port on which nothing listens. */
async function freePort(): Promise<number> {
  const server = createServer();
  const port = await openPort(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function openPort(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

test('the app gets the exact bytes, method and headers, and its answer is passed back', async () => {
  const app = await startReceiver();
  app.answer = { status: 418, headers: { 'x-app': 'mine', 'content-type': 'text/plain' }, body: 'short and stout' };
  const { url, arrival } = await startListen(['--json', '--forward', `${app.url}?from=desk`]);
  const answer = await deliver(url);
  expect([answer.status, answer.headers.get('x-app'), await answer.text()]).toEqual([418, 'mine', 'short and stout']);
  expect(await arrival()).toMatchObject({ answer: { status: 418, forwarded: true }, answered: true });
  const [got] = app.arrivals;
  expect(got).toMatchObject({ method: 'POST', path: '/hook?from=desk', body: event });
  expect(got!.headers).toMatchObject({
    host: new URL(app.url).host,
    'content-type': 'application/json',
    'x-service-signature': expect.stringMatching(/^t=\d+,v1=[0-9a-f]{64}$/),
    'x-service-event': 'article.ready',
    'x-service-delivery': 'dlv_1',
  });
});

test('a publishing send keeps its method and its secret', async () => {
  const app = await startReceiver(200);
  const { url } = await startListen(['--forward', app.url]);
  expect(await statusOf(publish(url, 'PUT'))).toBe(200);
  expect(app.arrivals).toMatchObject([{ method: 'PUT', body: article, headers: { 'x-webhook-secret': 'token-to-hide' } }]);
});

test('an answer that is compressed arrives whole', async () => {
  const app = await startApp((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('plain words')));
  const { url } = await startListen(['--forward', app]);
  const answer = await deliver(url);
  expect(await answer.text()).toBe('plain words');
});

test('headers are passed on, whatever their names', async () => {
  const got: Record<string, unknown>[] = [];
  const app = await startApp((request, response) => {
    got.push(request.headersDistinct);
    response.end();
  });
  const { url } = await startListen(['--forward', app]);
  const request = httpRequest(url, { method: 'POST', headers: { 'x-webhook-secret': 's', constructor: 'a', 'x-two': ['b', 'c'] } });
  request.end(article);
  await new Promise((resolve) => request.once('response', resolve));
  expect(got).toMatchObject([{ constructor: ['a'], 'x-two': ['b, c'] }]);
});

test('if no app answers, a 502 tells the sender why, and the person sees it too', async () => {
  const free = await freePort();
  const { url, line } = await startListen(['--forward', `http://127.0.0.1:${free}/hook`]);
  const answer = await deliver(url);
  const why = `127.0.0.1 does not answer on port ${free} (connection refused).`;
  expect([answer.status, await answer.text()]).toEqual([502, `copydesk listen could not pass this on: ${why}\n`]);
  expect(await line()).toContain(`→ 502 (${why})`);
});

test('an address that is never dialled is not forwarded to either', async () => {
  const { url } = await startListen(['--forward', 'http://169.254.169.254/latest']);
  const answer = await deliver(url);
  expect([answer.status, await answer.text()]).toEqual([502, expect.stringContaining('never dialled')]);
});

test('attempts failed by --fail do not reach the app', async () => {
  const app = await startReceiver(202);
  const { url } = await startListen(['--fail', '1', '--forward', app.url]);
  expect([await statusOf(deliver(url)), app.arrivals.length]).toEqual([500, 0]);
  expect([await statusOf(deliver(url)), app.arrivals.length]).toEqual([202, 1]);
});

test('refused requests do not reach the app', async () => {
  const app = await startReceiver();
  const { url } = await startListen(['--forward', app.url]);
  expect([await statusOf(fetch(url, { method: 'POST', body: event })), app.arrivals.length]).toEqual([401, 0]);
});
