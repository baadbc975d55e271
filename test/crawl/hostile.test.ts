import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGzip } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { watchTurns } from '../support/turns.ts';
import { crawlAll, openSystem, type Given } from './support.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A site that answers whatever it likes, and counts who asks. */
async function hostile(answer: Answer, robots?: string | Answer): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    response.on('error', () => {});
    asked.push(request.url!);
    if (request.url === '/robots.txt' && typeof robots === 'function') robots(request, response);
    else if (request.url === '/robots.txt' && robots !== undefined) response.end(robots);
    else if (request.url === '/robots.txt' || /sitemap/.test(request.url!)) response.writeHead(404).end();
    else answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const html = (response: ServerResponse, body: string | Buffer, headers: Record<string, string> = {}) =>
  void response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(body);
const linksTo = (...paths: string[]) => paths.map((path) => `<a href="${path}">x</a>`).join('\n');

/** Beyond what an idle loop is held for, in milliseconds of this thread. */
const maxHold = 50;

/** Crawls, and holds the event loop for no long while. */
async function crawlBeside(given: Given) {
  const longestTurn = watchTurns();
  const crawled = await crawlAll(given);
  expect(longestTurn()).toBeLessThan(maxHold);
  return crawled;
}

describe('a hostile site ends within its budget, and says so:', { timeout: 20_000 }, () => {
  test('redirects in a circle, and one that leads on for ever', async () => {
    const { url } = await hostile(({ url: path }, response) => {
      if (path === '/') html(response, linksTo('/a', '/r/0'));
      else if (path!.startsWith('/r/')) response.writeHead(302, { location: `/r/${Number(path!.slice(3)) + 1}` }).end();
      else response.writeHead(301, { location: path === '/a' ? '/b' : '/a' }).end();
    });
    const { end, pages, visits } = await crawlBeside({ start: url, budget: { maxPages: 40 } });
    expect({ end, pages }).toEqual({ end: 'max_pages', pages: 40 });
    expect([visits.get('/a'), visits.get('/b')]).toMatchObject([{ redirectsTo: `${url}/b` }, { redirectsTo: `${url}/a` }]);
  });

  test('pages without end, in width and in depth', async () => {
    let made = 0;
    const { url } = await hostile((_, response) => html(response, linksTo(...Array.from({ length: 20 }, () => `/p${++made}`))));
    expect(await crawlBeside({ start: url, budget: { maxPages: 60 } })).toMatchObject({ end: 'max_pages', pages: 60 });
    const deep = await hostile(({ url: path }, response) => html(response, linksTo(`/d${path!.length}${'x'.repeat(path!.length)}`)));
    const { end, pages, skipped } = await crawlBeside({ start: deep.url, budget: { maxDepth: 7 } });
    expect({ end, pages }).toEqual({ end: 'complete', pages: 8 });
    expect(skipped).toMatchObject([{ reason: 'max_depth', count: 1 }]);
  });

  test('a gigabyte of zeros, gzipped', async () => {
    const packed = await gzippedZeros(1024);
    expect(packed.length).toBeLessThan(5_000_000);
    const { url } = await hostile(({ url: path }, response) =>
      path === '/' ? html(response, linksTo('/bomb')) : html(response, packed, { 'content-encoding': 'gzip' }),
    );
    const { end, visits, result } = await crawlBeside({ start: url });
    expect(end).toBe('complete');
    expect(visits.get('/bomb')).toMatchObject({ status: 200, truncated: true });
    expect(result.spent.bytes).toBeLessThan(5.1 * 1024 * 1024);
  });

  test('answers that never end, told as the time that is up', async () => {
    const { url } = await hostile(({ url: path }, response) => {
      if (path === '/') return html(response, linksTo('/drip/1', '/drip/2', '/silent'));
      if (path === '/silent') return;
      response.writeHead(200, { 'content-type': 'text/html' });
      const drip = setInterval(() => response.write('.'), 50);
      response.once('close', () => clearInterval(drip));
    });
    const began = performance.now();
    const { end, paths } = await crawlBeside({ start: url, budget: { maxMs: 1200 } });
    expect(performance.now() - began).toBeLessThan(6000);
    expect({ end, paths }).toEqual({ end: 'max_seconds', paths: ['/'] });
  });

  test('lengths that are not true', async () => {
    const { url } = await hostile(({ url: path, socket }, response) => {
      if (path === '/') html(response, linksTo('/short', '/long'));
      else if (path === '/short') socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 1000\r\n\r\nonly this');
      else socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 4\r\n\r\nmore than that');
    });
    const { end, visits } = await crawlBeside({ start: url });
    expect(end).toBe('complete');
    expect(visits.get('/short')).toMatchObject({ status: 200, truncated: true });
    expect(visits.get('/long')).toMatchObject({ status: 200 });
  });

  test('bytes that are no text, headers that are none, and answers that are no HTTP', async () => {
    const { url } = await hostile(({ url: path, socket }, response) => {
      if (path === '/') html(response, Buffer.concat([Buffer.from([0xff, 0xc0, 0x80, 0]), Buffer.from(linksTo('/headers', '/noise'))]));
      else if (path === '/headers') socket.end(`HTTP/1.1 200 OK\r\n${`x: ${'y'.repeat(1000)}\r\n`.repeat(40)}\r\n`);
      else socket.end('SSH-2.0-OpenSSH_9.2\r\n');
    });
    const { end, visits } = await crawlBeside({ start: url });
    expect(end).toBe('complete');
    expect(visits.get('/headers')).toMatchObject({ outcome: 'failed', status: 0, error: { code: 'protocol' } });
    expect(visits.get('/noise')).toMatchObject({ outcome: 'failed', error: { code: 'protocol' } });
  });

  test('ten thousand links on every page', async () => {
    const { url } = await hostile((_, response) => html(response, 'many'));
    // To find them in the page is the reader's work.
    const links = Array.from({ length: 12 }, (_, page) =>
      Array.from({ length: 10_000 }, (__, link) => `${url}/${page}/${link}?q=${link}#top`),
    );
    const read = async () => ({ read: null, links: links.pop() ?? [] });
    const { end, pages, frontier } = await crawlBeside({ start: url, budget: { maxPages: 12, maxDepth: 3 }, read });
    expect({ end, pages }).toEqual({ end: 'max_pages', pages: 12 });
    expect(frontier.known.size).toBeLessThanOrEqual(50_001);
    expect(Math.max(...frontier.settled.map(({ found }) => found.length))).toBe(500);
  });

  test('a picture of any size is not read', async () => {
    const { url } = await hostile(({ url: path }, response) => {
      if (path === '/') return html(response, linksTo('/film.mp4', '/icon.png'));
      if (path === '/icon.png') return void response.writeHead(200, { 'content-type': 'image/png', 'content-length': '4' }).end('PNG!');
      response.writeHead(200, { 'content-type': 'video/mp4' });
      const flood = setInterval(() => response.write(Buffer.alloc(64 * 1024)), 1);
      response.once('close', () => clearInterval(flood));
    });
    const { end, visits, result } = await crawlBeside({ start: url });
    expect(end).toBe('complete');
    expect(visits.get('/film.mp4')).toMatchObject({ status: 200, truncated: true });
    expect(visits.get('/icon.png')).toMatchObject({ status: 200, truncated: false });
    expect(result.spent.bytes).toBeLessThan(1000);
  });

  test('links, redirects and sitemaps to private and metadata addresses, which are never dialled in production', async () => {
    const inside = [
      'http://10.0.0.5/secret',
      'http://169.254.169.254/latest/meta-data/',
      'http://rebound.example/',
      'http://[fd00:ec2::254]/',
    ];
    const { url } = await hostile(
      ({ url: path }, response) => {
        if (path === '/') html(response, linksTo('/away/0', '/away/1', ...inside));
        else if (path!.startsWith('/away/')) response.writeHead(302, { location: inside[Number(path!.at(-1))] }).end();
      },
      `User-agent: *\nAllow: /\n${inside.map((one) => `Sitemap: ${one}\n`).join('')}`,
    );
    const resolve = async (name: string) => [name === 'site.example' ? '127.0.0.1' : '169.254.169.254'];
    const system = openSystem({ production: true, allowedNetworks: ['127.0.0.1/32'], resolve });
    const start = `http://site.example:${new URL(url).port}/`;
    const { end, visits, paths, result } = await crawlBeside({ start, system, ownSite: start });
    expect(end).toBe('complete');
    expect(paths.toSorted()).toEqual(['/', '/away/0', '/away/1']);
    expect(visits.get('/away/1')).toMatchObject({ status: 302, redirectsTo: inside[1] });
    const named = result.sitemaps.filter(({ namedBy }) => namedBy === 'robots');
    expect(named.map(({ status, error }) => [status, error?.code])).toEqual(inside.map(() => [0, 'address_refused']));
  });

  test('a robots.txt that forbids all, or leads astray', async () => {
    const all = await hostile((_, response) => html(response, 'no'), 'User-agent: *\nDisallow: /');
    expect(await crawlBeside({ start: all.url })).toMatchObject({ end: 'robots_forbid', pages: 0 });
    expect(all.asked).toEqual(['/robots.txt']);
    const busy = await hostile(
      (_, response) => html(response, 'no'),
      (_, response) => void response.writeHead(500).end(),
    );
    expect(await crawlBeside({ start: busy.url })).toMatchObject({ end: 'robots_forbid', result: { robots: { status: 500 } } });
    const circle = await hostile(
      (_, response) => html(response, 'yes'),
      (_, response) => void response.writeHead(302, { location: '/robots.txt' }).end(),
    );
    expect(await crawlBeside({ start: circle.url })).toMatchObject({ end: 'complete', pages: 1 });
    const gone = await crawlBeside({ start: 'http://127.0.0.1:9/' });
    expect(gone).toMatchObject({ end: 'unreachable', result: { robots: { error: { code: 'connect' } } } });
  });

  test('a robots.txt of thousands of rules, each with stars', async () => {
    const rules = Array.from({ length: 2500 }, (_, rule) => `Disallow: /*%E9${rule}\n`).join('');
    const paths = Array.from({ length: 300 }, (_, index) => `/${index}/${'%E9'.repeat(200)}`);
    const { url } = await hostile((_, response) => html(response, linksTo(...paths)), `User-agent: *\n${rules}Disallow: /*%E9`);
    const { end, pages, visits } = await crawlBeside({ start: url });
    expect({ end, pages, visited: visits.size }).toEqual({ end: 'complete', pages: 1, visited: 301 });
  });

  test('a sitemap of itself, and one that only grows', async () => {
    const index = (url: string, ...names: string[]) =>
      `<sitemapindex>${names.map((name) => `<sitemap><loc>${url}/${name}</loc></sitemap>`).join('')}</sitemapindex>`;
    let made = 0;
    const { url, asked } = await hostile(
      ({ url: path }, response) => {
        if (path === '/self.xml') html(response, index(url, 'self.xml', 'self.xml?', 'other.xml'));
        else if (path === '/other.xml') html(response, index(url, 'self.xml', 'more/1.xml', 'more/2.xml'));
        else if (path!.startsWith('/more/')) html(response, index(url, `more/${++made}.xml`, `more/${++made}.xml`));
        else html(response, 'a page');
      },
      (_, response) => void response.end(`Sitemap: ${url}/self.xml`),
    );
    const { end, result } = await crawlBeside({ start: url, budget: { maxMs: 10_000 } });
    expect(end).toBe('complete');
    expect(result.sitemaps).toHaveLength(200);
    expect(asked.filter((path) => path === '/self.xml')).toHaveLength(1);
  });

  test('a site that goes down amid the crawl', async () => {
    const { url } = await hostile(({ url: path, socket }, response) =>
      path === '/' ? html(response, linksTo(...Array.from({ length: 40 }, (_, page) => `/${page}`))) : void socket.destroy(),
    );
    const { end, pages } = await crawlBeside({ start: url });
    expect(end).toBe('unreachable');
    expect(pages).toBeLessThan(20);
  });
});

async function gzippedZeros(mebibytes: number): Promise<Buffer> {
  const gzip = createGzip({ level: 1 });
  const pieces: Buffer[] = [];
  gzip.on('data', (piece: Buffer) => pieces.push(piece));
  const zeros = Buffer.alloc(1024 * 1024);
  for (let written = 0; written < mebibytes; written++) {
    if (!gzip.write(zeros)) await new Promise((resolve) => gzip.once('drain', resolve));
  }
  await new Promise<void>((resolve) => gzip.end(resolve));
  return Buffer.concat(pieces);
}
