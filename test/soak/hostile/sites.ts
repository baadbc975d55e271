import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Page {
  mediaType: string;
  bytes: Buffer | string;
}

/** A site of its own, so with a robots.txt of its own. What is not there answers 404. */
export interface HostileSite {
  /** Without a slash at the end. */
  url: string;
  close(): void;
}

/** `pages` by path; a function is asked for what no path names. */
export async function startHostileSite(pages: Record<string, Page>, other?: (path: string) => Page): Promise<HostileSite> {
  const server = createServer(({ url = '' }, response) => {
    const page = pages[url] ?? other?.(url);
    if (page && url !== '/robots.txt') response.writeHead(200, { 'content-type': page.mediaType }).end(page.bytes);
    else if (pages[url]) response.writeHead(200, { 'content-type': 'text/plain' }).end(pages[url].bytes);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const entry = (url: string) => `<url><loc>${url}</loc><lastmod>2026-01-01</lastmod></url>\n`;
const chinese = (length: number) => Array.from({ length }, (_, index) => String.fromCodePoint(0x4e00 + ((index * 7919) % 20_000))).join('');
const pagesOf = (count: number, prefix: string) => Array.from({ length: count }, (_, index) => entry(`${prefix}${index}`)).join('');

/** Sitemaps by name; none of them lists a page of its own site. `count` is about that of their tags. */
export function hostileSitemaps(count: number): Record<string, Buffer> {
  const open = (rest: string) => Buffer.from(`<urlset>${rest}`);
  return {
    'many pages': open(pagesOf(count, 'https://elsewhere.example/')),
    comments: open('<!-- <url> --><url>'.repeat(count)),
    'an open comment at each page': open('<url><!--'.repeat(count)),
    'CDATA in one address': open(`<url><loc>${'<![CDATA[a]]>'.repeat(count)}`),
    brackets: open('<'.repeat(count * 10)),
    closings: open('</url>'.repeat(count)),
    'hosts that unfold': open(entry(`http://${'ﷺ'.repeat(1900)}/`).repeat(count / 20)),
    'hosts in Chinese': open(pagesOf(count / 20, `http://${chinese(1950)}`)),
    'addresses in entities': open(entry(`http://a.example/?${'&amp;'.repeat(1600)}`).repeat(count / 20)),
    entities: Buffer.from(`<!DOCTYPE urlset [${'<!ENTITY a "b">'.repeat(count)}]><urlset>${'<url><loc>&a;</loc></url>'.repeat(count)}`),
  };
}

/** A sitemap of pages with long paths, and rules that are hard to match with them. */
export function hostileRobots(bytes: number): Record<string, string> {
  const filled = (rule: (index: number) => string) => {
    let text = 'User-agent: *\n';
    for (let index = 0; text.length < bytes; index++) text += `${rule(index)}\n`;
    return text;
  };
  return {
    'a rule of stars': `User-agent: *\nDisallow: /${'*a'.repeat(bytes / 2)}b`,
    'rules of stars': filled(() => `Disallow: /${'*a'.repeat(900)}c`),
    'many rules': filled((index) => `Allow: /*b${index}`),
    'rules in Chinese': filled((index) => `Disallow: /*%E4<${index}>`),
    'names of crawlers': 'User-agent: a\n'.repeat(bytes / 14),
    'line breaks': '\n'.repeat(bytes),
  };
}

/** A small sitemap of pages that are robots.txt's to judge. */
export function longPaths(site: string, count: number): string {
  return `<urlset>${pagesOf(count / 2, `${site}/${'ab'.repeat(900)}`)}${pagesOf(count / 2, `${site}/${'中'.repeat(210)}`)}</urlset>`;
}
