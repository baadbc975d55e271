import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { kindOf } from './address.ts';
import { bareHost, explainFailure, NetworkError, type NetworkErrorCode } from './errors.ts';
import { createPolicy, urlProblem, type Policy } from './guard.ts';
import { createVettedLookup } from './lookup.ts';
import { parseUrl } from './parse-url.ts';
import type { DialOptions } from './request.ts';
import { createResolve } from './resolve.ts';

/** How much goes through one proxy. */
export interface ProxyLimits {
  /** Requests and tunnels, together. */
  maxRequests: number;
  /** Connections to servers, at once. */
  maxConnections: number;
  /** Both ways, over all connections. At the limit every connection is cut. */
  maxBytes: number;
}

export interface ProxyOptions extends DialOptions {
  /** Who cannot name it is served nothing: every program of this machine reaches the port. */
  password: string;
  limits: ProxyLimits;
}

/** A target that was not reached. */
export interface Unreached {
  /** An http address; of a tunnel, as https and WebSockets use it, `host:port`. */
  target: string;
  code: NetworkErrorCode | 'limit';
  message: string;
}

/** A forward proxy for one page of a browser. */
export interface Proxy {
  /** Where it listens: `http://127.0.0.1:<port>`. */
  url: string;
  /** Each target once, in order, a hundred at most. */
  unreached: readonly Unreached[];
  spent: Readonly<{ requests: number; bytes: number }>;
  /** Cuts every connection. */
  close(): Promise<void>;
}

/** The user name that goes with the password (RFC 7617). */
export const proxyUser = 'page';
const challenge = 'Basic realm="page"';
const connectTimeoutMs = 10_000;
const headersTimeoutMs = 10_000;
const maxUnreached = 100;
const maxTargetLength = 500;
/** Of the browser to the proxy, those without a password too. */
const maxClients = 256;

/** Headers that are between two neighbours and not passed on (RFC 9110, 7.6.1), and those meant for the proxy. */
const hopByHop = new Set(['connection', 'proxy-connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade']);
const forProxy = new Set(['proxy-authorization', 'proxy-authenticate']);

/**
 * Opens a proxy on a free port of 127.0.0.1: http requests are forwarded, all else is tunnelled by CONNECT. Every name is looked up here and every
 * address judged when it is dialled. A page that came from a public address reaches public addresses only, in development too: its scripts
 * may send anything anywhere.
 */
export async function openProxy({ password, limits, ...dialing }: ProxyOptions): Promise<Proxy> {
  const way = createWay(limits, dialing);
  const secret = digest(`Basic ${Buffer.from(`${proxyUser}:${password}`).toString('base64')}`);
  const isKnown = ({ headers }: IncomingMessage) => timingSafeEqual(digest(headers['proxy-authorization'] ?? ''), secret);
  const server = createServer({ headersTimeout: headersTimeoutMs }, (asked, answer) => {
    if (isKnown(asked)) forward(asked, answer, way);
    else answer.writeHead(407, { 'proxy-authenticate': challenge }).end();
  });
  server.maxConnections = maxClients;
  server.on('connection', way.keep);
  server.on('connect', (asked: IncomingMessage, client: Socket, head: Buffer) => {
    if (isKnown(asked)) tunnel(asked, client, head, way);
    else client.end(`HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: ${challenge}\r\nContent-Length: 0\r\n\r\n`);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    unreached: way.unreached,
    spent: way.spent,
    close: () => closeAll(server, way),
  };
}

/** What the requests of one page share. */
interface Way {
  unreached: Unreached[];
  spent: { requests: number; bytes: number };
  sockets: Set<Socket>;
  /** Remembers a connection until it is closed. */
  keep(socket: Socket): void;
  /** Counts what passes. */
  meter(stream: NodeJS.ReadableStream): void;
  /** Throws `NetworkError` or a `Limit` at once if the URL may not be dialled; the socket fails later if its name may not. */
  dial(url: URL): Socket;
  /** Keeps why a target was not reached. */
  tell(target: string, url: URL, thrown: unknown): void;
}

/** More was asked than a page may. */
class Limit extends Error {}

function createWay({ maxRequests, maxConnections, maxBytes }: ProxyLimits, { resolve = createResolve(), ...options }: DialOptions): Way {
  const policy = createPolicy(options);
  const lookup = createVettedLookup(resolve, policy, false);
  const spent = { requests: 0, bytes: 0 };
  const sockets = new Set<Socket>();
  const unreached: Unreached[] = [];
  let open = 0;
  let isFirst = true;

  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  };
  return {
    unreached,
    spent,
    sockets,
    keep,
    meter(stream) {
      stream.on('data', ({ length }: Buffer) => {
        spent.bytes += length;
        if (spent.bytes > maxBytes) for (const socket of sockets) socket.destroy();
      });
    },
    dial(url) {
      if (++spent.requests > maxRequests) throw new Limit(`The page asks for more than ${maxRequests} addresses.`);
      if (spent.bytes > maxBytes) throw new Limit(`The page takes more than ${maxBytes} bytes.`);
      if (open >= maxConnections) throw new Limit(`The page needs more than ${maxConnections} connections at once.`);
      const problem = urlProblem(url, policy);
      if (problem) throw new NetworkError(problem.code, problem.message);
      const socket = connect({ host: bareHost(url), port: Number(url.port || 80), lookup });
      open++;
      socket.setTimeout(connectTimeoutMs, () => socket.destroy(Object.assign(new Error('No reply.'), { code: 'ETIMEDOUT' })));
      socket.once('connect', () => {
        socket.setTimeout(0);
        if (isFirst) keepApart(policy, socket.remoteAddress);
        isFirst = false;
      });
      socket.once('close', () => open--);
      keep(socket);
      return socket;
    },
    tell(target, url, thrown) {
      const error = explainFailure(thrown, url, 0);
      const code = error instanceof NetworkError ? error.code : 'limit';
      if (!(error instanceof NetworkError || error instanceof Limit)) return;
      const isNew = !unreached.some((one) => one.target === target.slice(0, maxTargetLength) && one.code === code);
      if (isNew && unreached.length < maxUnreached)
        unreached.push({ target: target.slice(0, maxTargetLength), code, message: error.message });
    },
  };
}

/** Narrows what a page may reach by the address it came from, which is the first that is dialled. */
export function keepApart(policy: Policy, origin: string | undefined): void {
  if (origin === undefined || kindOf(origin) !== 'public') return;
  policy.production = true;
  policy.allowedNetworks = [];
}

function forward(asked: IncomingMessage, answer: ServerResponse, way: Way): void {
  const url = parseUrl(asked.url!);
  if (url?.protocol !== 'http:') return void answer.writeHead(400).end();
  // An answer of ours would look like the server's: the browser sees a broken connection instead.
  const fail = (thrown: unknown) => {
    if (!answer.headersSent) way.tell(url.href, url, thrown);
    asked.socket.destroy();
  };
  try {
    const socket = way.dial(url);
    const headers = ['host', url.host, ...passedOn(asked)];
    const asking = request({ method: asked.method, path: url.pathname + url.search, headers, createConnection: () => socket }, (given) => {
      way.meter(given);
      answer.writeHead(given.statusCode!, passedOn(given));
      given.on('error', () => asked.socket.destroy()).pipe(answer);
    });
    asking.on('error', fail);
    answer.on('close', () => asking.destroy());
    way.meter(asked);
    asked.pipe(asking);
  } catch (thrown) {
    fail(thrown);
  }
}

function tunnel(asked: IncomingMessage, client: Socket, head: Buffer, way: Way): void {
  const url = parseUrl(`http://${asked.url!}`);
  if (url?.pathname !== '/' || url.search !== '') return void client.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n');
  const target = `${url.hostname}:${url.port || 80}`;
  const refuse = (thrown: unknown) => {
    way.tell(target, url, thrown);
    client.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n');
  };
  try {
    const server = way.dial(url);
    server.once('error', refuse);
    server.once('connect', () => {
      server.off('error', refuse);
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      if (head.length > 0) server.write(head);
      way.meter(client);
      way.meter(server);
      client.pipe(server).pipe(client);
    });
    client.once('close', () => server.destroy());
    server.once('close', () => client.end());
  } catch (thrown) {
    refuse(thrown);
  }
}

/** The headers as they were written, without those for the neighbour alone. `Host` follows from the address. */
function passedOn({ rawHeaders, headers }: IncomingMessage): string[] {
  const named = new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()));
  const kept: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!.toLowerCase();
    if (name !== 'host' && !hopByHop.has(name) && !forProxy.has(name) && !named.has(name))
      kept.push(rawHeaders[index]!, rawHeaders[index + 1]!);
  }
  return kept;
}

async function closeAll(server: Server, { sockets }: Way): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  for (const socket of sockets) socket.destroy();
  await closed;
}

/** Of equal length, whatever was sent. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
