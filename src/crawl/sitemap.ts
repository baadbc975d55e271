import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { parseUrl } from '../net/parse-url.ts';

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
  /** In order, read in short steps. One that found no entry is undefined: so the reader can give way to other work anywhere in 50 MB. */
  entries: Iterable<SitemapEntry | undefined>;
}

const unzip = promisify(gunzip);
/** Of an address as it is requested; the protocol allows 2,047. */
const maxUrlLength = 2047;
/** The root element must start within it. */
const headLength = 8192;
/** Of an address or a date, with its entities; what is longer is neither. */
const maxValueBytes = 8192;
const maxTagLength = 80;
/** Tags or lines without an entry, in one step. */
const piecesPerStep = 100;

/** Reads an XML sitemap, a sitemap index, or text with one URL per line, gzipped or not. Undefined if it is none, or unpacks to more than 50 MiB. */
export async function readSitemap(given: Buffer): Promise<Sitemap | undefined> {
  const bytes = await unpacked(given);
  if (bytes === undefined) return undefined;
  const head = bytes.toString('utf8', 0, headLength).replace(/^\uFEFF/, '');
  const root = /<(?:([\w.-]{1,40}):)?(urlset|sitemapindex)[\s>]/.exec(head.replaceAll(/<!--.*?-->/gs, ''));
  if (root) {
    const [, prefix = '', name] = root;
    const isIndex = name === 'sitemapindex';
    return { kind: isIndex ? 'index' : 'pages', entries: xmlEntries(bytes, prefix && `${prefix}:`, isIndex ? 'sitemap' : 'url') };
  }
  const isText = /^\s*https?:\/\/\S+\s*$/im.test(head.slice(0, 4096)) && !bytes.includes('<');
  return isText ? { kind: 'pages', entries: textEntries(bytes) } : undefined;
}

async function unpacked(bytes: Buffer): Promise<Buffer | undefined> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  return unzip(bytes, { maxOutputLength: maxSitemapBytes }).catch(() => undefined);
}

/**
 * Goes over the tags once, and looks at nothing else: a broken entry costs one page, and a DTD with its entities costs nothing.
 * Pictures and videos have addresses too, but under a prefix of their own.
 */
function* xmlEntries(bytes: Buffer, prefix: string, item: 'url' | 'sitemap'): Generator<SitemapEntry | undefined> {
  const fields = new Map([`${prefix}loc`, `${prefix}lastmod`].map((name) => [name, name.slice(prefix.length) as keyof Fields]));
  let entry: Fields | undefined;
  let field: keyof Fields | undefined;
  let value = '';
  let pieces = 0;
  for (const { before, name, cdata } of piecesOf(bytes)) {
    if (++pieces % piecesPerStep === 0) yield undefined;
    if (field && value.length <= maxUrlLength) value += decoded(textIn(bytes, before)) + (cdata ? textIn(bytes, cdata) : '');
    if (cdata) continue;
    if (name === `${prefix}${item}`) {
      entry = {};
    } else if (name === `/${prefix}${item}`) {
      yield entry && entryOf(entry);
      entry = field = undefined;
    } else if (entry && fields.has(name)) {
      field = fields.get(name)!;
      value = '';
    } else if (field && name.startsWith('/')) {
      entry![field] ??= value;
      field = undefined;
    }
  }
}

interface Fields {
  loc?: string;
  lastmod?: string;
}

interface Span {
  start: number;
  end: number;
}

interface Piece {
  /** The text since the piece before. */
  before: Span;
  /** `url`, `/url`; empty for anything but a tag. */
  name: string;
  cdata?: Span;
}

const otherMarkup = [
  { opens: '<!--', closes: '-->' },
  { opens: '<![CDATA[', closes: ']]>' },
] as const;

/** Tags, comments and CDATA sections, up to one that does not end. */
function* piecesOf(bytes: Buffer): Generator<Piece> {
  let last = 0;
  for (let start = bytes.indexOf('<'); start !== -1; start = bytes.indexOf('<', last)) {
    const before = { start: last, end: start };
    const opening = bytes.toString('latin1', start, start + maxTagLength);
    const other = otherMarkup.find(({ opens }) => opening.startsWith(opens));
    const from = start + (other?.opens.length ?? 1);
    const end = bytes.indexOf(other?.closes ?? '>', from);
    if (end === -1) return;
    last = end + (other?.closes.length ?? 1);
    if (!other) yield { before, name: /^<(\/?[^\s/>]*)/.exec(opening)![1]! };
    else if (other.opens === '<![CDATA[') yield { before, name: '', cdata: { start: from, end } };
    else yield { before, name: '' };
  }
}

/** Nothing, where it is too long to be an address. */
function textIn(bytes: Buffer, { start, end }: Span): string {
  return end - start > maxValueBytes ? '' : bytes.toString('utf8', start, end);
}

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Only what XML itself defines: entities of the document stay as they are written. */
function decoded(text: string): string {
  return text.replaceAll(
    /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/gi,
    (written, name?: string, decimal?: string, hex?: string) => {
      if (name !== undefined) return characters[name.toLowerCase()]!;
      const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : written;
    },
  );
}

function entryOf({ loc, lastmod = '' }: Fields): SitemapEntry | undefined {
  const url = addressIn(loc);
  return url === undefined ? undefined : { url, lastmod: lastmod.trim().slice(0, 40) || null };
}

function* textEntries(bytes: Buffer): Generator<SitemapEntry | undefined> {
  let lines = 0;
  for (let start = 0; start < bytes.length;) {
    const newline = bytes.indexOf('\n', start);
    const end = newline === -1 ? bytes.length : newline;
    const url = addressIn(textIn(bytes, { start, end }).replace(/^\uFEFF/, ''));
    if (url !== undefined) yield { url, lastmod: null };
    else if (++lines % piecesPerStep === 0) yield undefined;
    start = end + 1;
  }
}

/** http and https only, without a fragment. */
function addressIn(text: string | undefined): string | undefined {
  const written = text?.trim() ?? '';
  if (written === '' || written.length > maxUrlLength) return undefined;
  const url = parseUrl(written);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  url.hash = '';
  return url.href.length > maxUrlLength ? undefined : url.href;
}
