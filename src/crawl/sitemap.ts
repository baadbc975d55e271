import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

/** The protocol's own limit for one file, unpacked (sitemaps.org). */
export const maxSitemapBytes = 50 * 1024 * 1024;

/** A page, or a nested sitemap. */
export interface SitemapEntry {
  url: string;
  /** As written in the sitemap. */
  lastmod: string | null;
}

export interface Sitemap {
  /** `index`: its entries are sitemaps. */
  kind: 'pages' | 'index';
  /** In order, parsed lazily: a sitemap may hold 50,000. */
  entries: Iterable<SitemapEntry>;
}

const unzip = promisify(gunzip);
const maxUrlLength = 2000;
/** The root element must start within it. */
const headLength = 8192;

/** Reads an XML sitemap, a sitemap index, or text with one URL per line, gzipped or not. Undefined if it is none, or unpacks to more than 50 MiB. */
export async function readSitemap(bytes: Buffer): Promise<Sitemap | undefined> {
  const text = await textOf(bytes);
  if (text === undefined) return undefined;
  const root = /<(?:([\w.-]{1,40}):)?(urlset|sitemapindex)[\s>]/.exec(text.slice(0, headLength).replaceAll(/<!--.*?-->/gs, ''));
  if (root) {
    const [, prefix = '', name] = root;
    const isIndex = name === 'sitemapindex';
    return { kind: isIndex ? 'index' : 'pages', entries: await xmlEntries(text, prefix, isIndex ? 'sitemap' : 'url') };
  }
  return /^\s*https?:\/\/\S+\s*$/im.test(text.slice(0, 4096)) && !text.includes('<')
    ? { kind: 'pages', entries: textEntries(text) }
    : undefined;
}

async function textOf(bytes: Buffer): Promise<string | undefined> {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  try {
    const plain = isPacked ? await unzip(bytes, { maxOutputLength: maxSitemapBytes }) : bytes;
    return plain.toString('utf8').replace(/^\uFEFF/, '');
  } catch {
    return undefined;
  }
}

/**
 * Parses each entry by itself: a broken one costs one page, and whatever comes before the entries (a DTD with its entities)
 * is never looked at.
 */
async function xmlEntries(text: string, prefix: string, name: 'url' | 'sitemap'): Promise<Iterable<SitemapEntry>> {
  const { XMLParser } = await import('fast-xml-parser');
  const parser = new XMLParser({ ignoreAttributes: true, removeNSPrefix: true, parseTagValue: false });
  const tag = prefix === '' ? name : `${prefix}:${name}`;
  return {
    *[Symbol.iterator]() {
      for (const part of partsOf(text, tag)) {
        const entry = entryOf(() => parser.parse(part) as unknown, name);
        if (entry) yield entry;
      }
    },
  };
}

/** From `<tag` to `</tag>`, skipping comments. */
function* partsOf(text: string, tag: string): Generator<string> {
  for (let at = 0; ;) {
    const start = openingAt(text, tag, at);
    if (start === -1) return;
    const comment = text.indexOf('<!--', at);
    if (comment !== -1 && comment < start) {
      const end = text.indexOf('-->', comment);
      if (end === -1) return;
      at = end + 3;
      continue;
    }
    const end = text.indexOf(`</${tag}>`, start);
    if (end === -1) return;
    at = end + tag.length + 3;
    yield text.slice(start, at);
  }
}

/** `<url>`, not `<urlset>`. */
function openingAt(text: string, tag: string, from: number): number {
  for (let at = text.indexOf(`<${tag}`, from); at !== -1; at = text.indexOf(`<${tag}`, at + 1)) {
    if (/[\s>]/.test(text.charAt(at + tag.length + 1))) return at;
  }
  return -1;
}

function entryOf(parse: () => unknown, name: string): SitemapEntry | undefined {
  let parsed: { loc?: unknown; lastmod?: unknown } | undefined;
  try {
    parsed = (parse() as Record<string, typeof parsed>)[name];
  } catch {
    return undefined;
  }
  const url = addressIn(parsed?.loc);
  if (url === undefined) return undefined;
  const lastmod = typeof parsed?.lastmod === 'string' ? parsed.lastmod.trim().slice(0, 40) : '';
  return { url, lastmod: lastmod || null };
}

function* textEntries(text: string): Generator<SitemapEntry> {
  for (const { 0: line } of text.matchAll(/\S+/g)) {
    const url = addressIn(line);
    if (url !== undefined) yield { url, lastmod: null };
  }
}

/** http and https only, without a fragment. */
function addressIn(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > maxUrlLength) return undefined;
  const url = URL.parse(text.trim());
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  url.hash = '';
  return url.href;
}
