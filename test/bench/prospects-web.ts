import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createDial } from '../../src/net/request.ts';
import type { Dial } from '../../src/system.ts';

export interface SmallWeb {
  /** Where a search provider answers, as Serper does. */
  searchUrl: string;
  request: Dial;
  close(): Promise<void>;
}

/**
 * Sites of many names on one server of this machine: what is asked of a host comes to the server with the host before its path. A host that has pages here answers 404 for
 * others; one that has none is there and says little.
 */
export async function startSmallWeb(web: ReadonlyMap<string, string>, results: (query: string) => readonly string[]): Promise<SmallWeb> {
  const hosts = new Set([...web.keys()].map((key) => key.slice(0, key.indexOf('/'))));
  const server = createServer((request, response) => {
    if (request.url === '/search') return answerSearch(request, response, results);
    const asked = request.url!.slice(1);
    const html =
      web.get(asked) ?? (hosts.has(asked.slice(0, asked.indexOf('/'))) || asked.endsWith('/robots.txt') ? undefined : '<p>Here.</p>');
    if (html === undefined) return response.writeHead(404).end();
    return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const local = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const network = createDial({ production: false, allowedNetworks: [] });
  return {
    searchUrl: local,
    async request(request) {
      const { host, pathname, search } = new URL(request.url);
      if (request.url.startsWith(local)) return network.request(request);
      const answer = await network.request({ ...request, url: `${local}/${host}${pathname}${search}` });
      return { ...answer, url: request.url };
    },
    async close() {
      await network.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

function answerSearch(request: IncomingMessage, response: ServerResponse, results: (query: string) => readonly string[]): void {
  let body = '';
  request.on('data', (piece: Buffer) => (body += piece.toString()));
  request.on('end', () => {
    const { q } = JSON.parse(body) as { q: string };
    const organic = results(q).map((link, at) => ({ title: `Result ${at + 1}`, link, snippet: 'A snippet.', position: at + 1 }));
    const answer = JSON.stringify({ organic, peopleAlsoAsk: [], relatedSearches: [], credits: 1 });
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
  });
}
