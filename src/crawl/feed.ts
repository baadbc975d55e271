import type { AnyFeed } from 'feedsmith';
import { decodeText } from '../documents/decode.ts';
import { fromAtom, fromJson, fromRdf, fromRss, type FeedEntry } from './feed-entry.ts';
import { escaped, htmlOf, textOf } from './feed-text.ts';
import { piecesOfFeed } from './feed-pieces.ts';
import { scopeOf } from './url.ts';

export type { FeedEntry } from './feed-entry.ts';

export interface Feed {
  kind: 'rss' | 'rdf' | 'atom' | 'json';
  title: string | null;
  /** In the feed's order, each id once; 1,000 at most. */
  entries: FeedEntry[];
}

export interface FeedOrigin {
  /** As the server says; a `charset` counts where the feed names no encoding itself. */
  contentType: string;
  /** Where it was found: relative addresses start from here. */
  url: string;
  /** Awaited between steps (`system.turns()`), so that a long feed leaves others their turn. */
  turn(): Promise<void>;
}

/** Of a longer feed the beginning is read, up to the last entry that is whole; a JSON Feed so long is not read. */
const maxFeedBytes = 5 * 1024 * 1024;
/** Parsed at once: characters of XML, items of JSON. */
const maxStep = 64 * 1024;
const maxItems = 100;
/** Of all that is not in an entry. */
const maxHead = 256 * 1024;
const maxEntries = 1000;

/** Reads Atom, RSS 0.9 to 2.0, RDF and JSON Feed, whatever the server calls them, also broken ones. Null for what is no feed. */
export async function readFeed(bytes: Buffer, { contentType, url, turn }: FeedOrigin): Promise<Feed | null> {
  const text = await decodedFeed(bytes, contentType);
  if (text === null) return null;
  await turn();
  const entries: FeedEntry[] = [];
  let head: AnyFeed | null = null;
  for await (const parsed of text.startsWith('{') ? jsonSteps(text) : xmlSteps(text)) {
    head ??= parsed;
    if (parsed.format === head.format) entries.push(...entriesOf(parsed, url));
    await turn();
  }
  return head && { kind: head.format, title: titleOf(head), entries: withOwnIds(entries).slice(0, maxEntries) };
}

/** Where feeds usually stand, for a site that names none. */
export function feedGuesses(siteUrl: string): string[] {
  const folders = new Set([scopeOf(siteUrl).path, '/']);
  const names = ['feed', 'rss.xml', 'atom.xml', 'index.xml', 'feed.xml', 'feed.json'];
  return [...folders].flatMap((folder) => names.map((name) => new URL(`${folder}${name}`, siteUrl).href));
}

async function decodedFeed(bytes: Buffer, contentType: string): Promise<string | null> {
  const isJson = /^\s*\{/.test(bytes.toString('latin1', 0, 200).replace(/^ï»¿/, ''));
  if (bytes.length > maxFeedBytes && isJson) return null;
  // Cut at an even place, which is between two characters of UTF-16, and behind a tag, which is between two of any other encoding.
  const wide = bytes[0] === 0xff || bytes[0] === 0xfe || bytes[1] === 0;
  const whole = bytes.length <= maxFeedBytes ? bytes : bytes.subarray(0, wide ? maxFeedBytes : bytes.lastIndexOf('>', maxFeedBytes) + 1);
  const named = /^[^<]{0,10}<\?xml[^>]{0,100}encoding\s*=/.test(whole.toString('latin1', 0, 200));
  const charset = named ? undefined : /charset\s*=\s*"?([\w.:-]{2,40})/i.exec(contentType)?.[1];
  try {
    return (await decodeText(whole, charset)).replace(/^\uFEFF/, '').trimStart();
  } catch {
    return null;
  }
}

async function* jsonSteps(text: string): AsyncGenerator<AnyFeed> {
  const { parseJsonFeed } = await import('feedsmith');
  const written = safely(() => JSON.parse(text) as { items?: unknown });
  const items = Array.isArray(written?.items) ? written.items.slice(0, maxEntries) : [];
  for (let at = 0; at === 0 || at < items.length; at += maxItems) {
    const feed = safely(() => parseJsonFeed({ ...written, items: items.slice(at, at + maxItems) }));
    if (feed) yield { format: 'json', feed };
  }
}

async function* xmlSteps(text: string): AsyncGenerator<AnyFeed> {
  const { parseFeed } = await import('feedsmith');
  const { before, after, entries } = piecesOfFeed(withoutDoctype(text));
  if (before.length > maxHead) return;
  const around = after.length > maxHead ? '' : after;

  /** Where entries cannot be parsed together, or one swallows another, each is tried alone. */
  function* parsed(some: readonly string[]): Generator<AnyFeed> {
    const feed = safely(() => parseFeed(`${before}${some.join('')}${around}`) as AnyFeed);
    if (feed && (some.length < 2 || itemsOf(feed).length === some.length)) yield feed;
    else if (some.length > 1) for (const one of some) yield* parsed([one]);
  }

  let step: string[] = [];
  let length = 0;
  for (const entry of entries) {
    step.push(entry);
    length += entry.length;
    if (length < maxStep) continue;
    yield* parsed(step);
    step = [];
    length = 0;
  }
  if (step.length > 0 || entries.length === 0) yield* parsed(step);
}

/** Entities of a feed's own are a way to make much of little (“billion laughs”), and nothing else; those of HTML are known without it. */
function withoutDoctype(text: string): string {
  const start = text.slice(0, maxHead).search(/<!DOCTYPE/i);
  if (start === -1) return text;
  const bracket = text.indexOf('[', start);
  const close = text.indexOf('>', start);
  const end = bracket !== -1 && bracket < close ? text.indexOf('>', text.indexOf(']', bracket)) : close;
  return end === -1 ? text.slice(0, start) : text.slice(0, start) + text.slice(end + 1);
}

function itemsOf(parsed: AnyFeed): readonly unknown[] {
  return (parsed.format === 'atom' ? parsed.feed.entries : parsed.feed.items) ?? [];
}

function entriesOf(parsed: AnyFeed, url: string): FeedEntry[] {
  switch (parsed.format) {
    case 'rss':
      return (parsed.feed.items ?? []).map((item) => fromRss(item, baseOf(parsed.feed, url)));
    case 'rdf':
      return (parsed.feed.items ?? []).map((item) => fromRdf(item, baseOf(parsed.feed, url)));
    case 'atom':
      return (parsed.feed.entries ?? []).map((entry) => fromAtom(entry, baseOf(parsed.feed, url)));
    case 'json':
      return (parsed.feed.items ?? []).map((item) => fromJson(item, url));
  }
}

function baseOf({ xml }: { xml?: { base?: string } }, url: string): string {
  return (xml?.base === undefined ? undefined : URL.parse(xml.base, url)?.href) ?? url;
}

function titleOf({ format, feed }: AnyFeed): string | null {
  return textOf(
    format === 'atom' ? feed.title && htmlOf(feed.title) : format === 'json' ? feed.title && escaped(feed.title) : feed.title,
    200,
  );
}

/** An id that two entries share names neither: the later one takes its address for it, or is the same entry. */
function withOwnIds(entries: readonly FeedEntry[]): FeedEntry[] {
  const known = new Map<string, FeedEntry>();
  for (const entry of entries) {
    const first = known.get(entry.id);
    const own = first && first.url !== entry.url && entry.url !== null ? { ...entry, id: entry.url } : entry;
    if (own.id !== '' && !known.has(own.id)) known.set(own.id, own);
  }
  return [...known.values()];
}

function safely<Result>(parse: () => Result): Result | null {
  try {
    return parse();
  } catch {
    return null;
  }
}
