import type { AtomFeed, JsonFeed, RdfFeed, RssFeed } from 'feedsmith';
import { isoDate } from './feed-dates.ts';
import { escaped, htmlOf, textOf } from './feed-text.ts';
import { normaliseUrl } from './url.ts';

/** One post, as a feed has it. */
export interface FeedEntry {
  /** As the feed has it, else its address, else its title: the same at every look. */
  id: string;
  /** Absolute, normalised; null if the entry names no page. */
  url: string | null;
  /** Without tags. */
  title: string | null;
  /** Without tags; cut at 1,000 characters. */
  summary: string | null;
  /** As the feed has it: not sanitised, with relative addresses where it has some. */
  contentHtml: string | null;
  /** ISO 8601 in UTC. */
  publishedAt: string | null;
  updatedAt: string | null;
  author: string | null;
  categories: string[];
}

const maxSummary = 1000;
const maxTitle = 500;
const maxCategories = 50;

export function fromRss(item: RssFeed.Item<string>, base: string): FeedEntry {
  const { guid, dc, dcterms, atom } = item;
  const permalink = guid?.isPermaLink === false ? undefined : guid?.value;
  return entryOf(item.xml?.base, base, {
    id: guid?.value,
    links: [item.link, alternateOf(atom?.links), permalink?.startsWith('http') ? permalink : undefined],
    title: item.title ?? dc?.titles?.[0] ?? item.media?.title?.value,
    summary: item.description ?? dc?.descriptions?.[0] ?? item.media?.description?.value,
    html: item.content?.encoded ?? item.description,
    published: [item.pubDate, dc?.dates?.[0], dcterms?.issued?.[0], dcterms?.created?.[0], atom?.published],
    updated: [atom?.updated, dcterms?.modified?.[0]],
    author: nameOf(item.authors?.[0]) ?? dc?.creators?.[0] ?? nameOf(atom?.authors?.[0]) ?? item.itunes?.author,
    categories: [...(item.categories ?? []).map(({ name }) => name), ...(dc?.subjects ?? [])],
  });
}

export function fromRdf(item: RdfFeed.Item<string>, base: string): FeedEntry {
  const { dc, dcterms, rdf } = item;
  return entryOf(item.xml?.base, base, {
    id: rdf?.about ?? dc?.identifiers?.[0],
    links: [item.link, rdf?.about?.startsWith('http') ? rdf.about : undefined],
    title: item.title ?? dc?.titles?.[0],
    summary: item.description ?? dc?.descriptions?.[0],
    html: item.content?.encoded ?? item.description,
    published: [dc?.dates?.[0], dcterms?.issued?.[0], dcterms?.created?.[0]],
    updated: [dcterms?.modified?.[0]],
    author: dc?.creators?.[0],
    categories: dc?.subjects ?? [],
  });
}

export function fromAtom(entry: AtomFeed.Entry<string>, base: string): FeedEntry {
  const { dc, content, media, summary, title } = entry;
  const html = content && htmlOf(content);
  return entryOf(entry.xml?.base, base, {
    id: entry.id,
    links: [alternateOf(entry.links), content?.src, /^https?:/i.test(entry.id ?? '') ? entry.id : undefined],
    title: title && htmlOf(title),
    summary: (summary && htmlOf(summary)) ?? media?.groups?.[0]?.description?.value ?? html,
    html,
    published: [entry.published, dc?.dates?.[0]],
    updated: [entry.updated],
    author: nameOf(entry.authors?.[0]) ?? dc?.creators?.[0],
    categories: (entry.categories ?? []).map(({ label, term }) => label ?? term),
  });
}

export function fromJson(item: JsonFeed.Item<string>, base: string): FeedEntry {
  const { content_text: text, content_html: html = text === undefined ? undefined : escaped(text) } = item;
  return entryOf(undefined, base, {
    id: item.id,
    links: [item.url, item.external_url, /^https?:/i.test(item.id ?? '') ? item.id : undefined],
    title: item.title === undefined ? undefined : escaped(item.title),
    summary: item.summary === undefined ? html : escaped(item.summary),
    html,
    published: [item.date_published],
    updated: [item.date_modified],
    author: nameOf(item.authors?.[0]),
    categories: item.tags ?? [],
  });
}

interface Written {
  id: string | undefined;
  /** The first that is an address counts. */
  links: readonly (string | undefined)[];
  /** HTML, as are `summary` and `html`. */
  title: string | undefined;
  summary: string | undefined;
  html: string | undefined;
  published: readonly (string | undefined)[];
  updated: readonly (string | undefined)[];
  author: string | undefined;
  categories: readonly (string | undefined)[];
}

function entryOf(xmlBase: string | undefined, feedBase: string, written: Written): FeedEntry {
  const base = (xmlBase === undefined ? undefined : URL.parse(xmlBase, feedBase)?.href) ?? feedBase;
  const url = firstOf(written.links, (link) => normaliseUrl(link.trim(), base));
  const title = textOf(written.title, maxTitle);
  const summary = textOf(written.summary, maxSummary);
  const categories = written.categories.flatMap((one) => textOf(one, 100) ?? []);
  return {
    id: written.id?.trim().slice(0, maxTitle) || (url ?? title ?? summary ?? ''),
    url,
    title,
    summary,
    contentHtml: written.html?.trim() || null,
    publishedAt: firstOf(written.published, isoDate),
    updatedAt: firstOf(written.updated, isoDate),
    author: textOf(written.author, 200),
    categories: [...new Set(categories)].slice(0, maxCategories),
  };
}

function firstOf(given: readonly (string | undefined)[], read: (text: string) => string | null): string | null {
  for (const text of given) {
    const found = text === undefined || text === '' ? null : read(text);
    if (found !== null) return found;
  }
  return null;
}

/** The page itself: not the feed, an edit address or a file that goes with it. */
function alternateOf(links: readonly { href?: string; rel?: string; type?: string }[] | undefined): string | undefined {
  const pages = (links ?? []).filter(({ rel }) => rel === undefined || rel === 'alternate');
  return (pages.find(({ type }) => type === undefined || /html/i.test(type)) ?? pages[0])?.href;
}

function nameOf(person: { name?: string; email?: string } | undefined): string | undefined {
  return person?.name ?? person?.email;
}
