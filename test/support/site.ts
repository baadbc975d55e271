import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

export type Answering = string | Buffer | ((request: IncomingMessage, response: ServerResponse) => void);

/** A site on a free port of 127.0.0.1 whose pages can be changed while it runs. */
export interface Site {
  /** Without a slash at the end. */
  url: string;
  /** By path: HTML, or whatever a function answers. What is not there answers 404. */
  pages: Record<string, Answering>;
  /** The paths that were asked for, in order. */
  asked: string[];
  /** How many requests were under way at once, at most. */
  mostAtOnce: number;
}

export async function startSite(pages: Record<string, Answering> = {}): Promise<Site> {
  const site: Site = { url: '', pages, asked: [], mostAtOnce: 0 };
  let underWay = 0;
  const server = createServer((request, response) => {
    const path = request.url!;
    site.asked.push(path);
    site.mostAtOnce = Math.max(site.mostAtOnce, ++underWay);
    response.once('close', () => underWay--);
    const answer = site.pages[path];
    if (answer === undefined) response.writeHead(404).end();
    else if (typeof answer === 'function') answer(request, response);
    else void sendPage(response, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  site.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return site;
}

const pieceLength = 64 * 1024;

/** A long page in pieces, as it would come over a line: the site shares the thread of the desk, whose turns are measured. */
async function sendPage(response: ServerResponse, page: string | Buffer): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  let at = 0;
  for (let end; page.length - at > pieceLength && !response.destroyed; at = end) {
    end = at + pieceLength;
    if (typeof page === 'string' && /[\uD800-\uDBFF]/.test(page[end - 1]!)) end++;
    response.write(partOf(page, at, end));
    await setImmediate();
  }
  response.end(partOf(page, at, page.length));
}

function partOf(page: string | Buffer, from: number, to: number): string | Buffer {
  return typeof page === 'string' ? page.slice(from, to) : page.subarray(from, to);
}

/** Answers these bytes as this type. */
export function file(mediaType: string, bytes: string | Buffer, headers: Record<string, string> = {}): Answering {
  return (_, response) => void response.writeHead(200, { 'content-type': mediaType, ...headers }).end(bytes);
}

/** An article of these paragraphs. */
export function pageOf(title: string, paragraphs: readonly string[]): string {
  return `<!doctype html><html><head><title>${title}</title></head><body><article><h1>${title}</h1>${paragraphs.map((text) => `<p>${text}</p>`).join('')}</article></body></html>`;
}
