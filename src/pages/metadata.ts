import type { Addresses } from './addresses.ts';
import type { MetaFacts, PageFacts } from './page-facts.ts';
import { region } from './regions.ts';
import type { Attributes, Opened, Walk } from './walk.ts';

/** Longer metadata is cut; of each kind so many are kept. */
const maxText = 2000;
const maxOfKind = 200;

type Facts = Pick<
  PageFacts,
  'lang' | 'xmlLang' | 'direction' | 'titles' | 'descriptions' | 'canonicals' | 'robots' | 'hreflangs' | 'feeds' | 'named' | 'meta'
> & { metaAuthor: string | null };

/** What the page says of itself, in its head and in the answer's headers. */
export function readMetadata(walk: Walk, addresses: Addresses, headers: Readonly<Record<string, string>>): () => Facts {
  const facts = emptyFacts();
  const openGraph = new Map<string, string>();
  const twitter = new Map<string, string>();
  let hasBase = false;

  walk.on('html body', ({ tag, attributes }) => {
    facts.direction ??= attributes.dir?.trim().toLowerCase() || null;
    if (tag !== 'html') return;
    facts.lang ??= attributes.lang ?? null;
    facts.xmlLang ??= attributes['xml:lang'] ?? null;
  });
  walk.on('base', ({ attributes }) => {
    if (attributes.href === undefined || hasBase) return;
    hasBase = true;
    addresses.rebase(attributes.href.trim());
  });
  walk.on('title', ({ around }) => {
    if (around & region.drawing) return;
    const { line } = walk;
    walk.gatherRaw(maxText, (text) => push(facts.titles, { line, text: squeezed(text) }));
  });
  walk.on('link', ({ attributes }) => readLink(facts, attributes, walk));
  walk.on('meta', (element) => {
    const content = (element.attributes.content ?? '').slice(0, maxText);
    readMeta(facts, element, content, walk);
    const property = (element.attributes.property ?? element.attributes.name ?? '').trim().toLowerCase();
    const preview = /^(og:image|twitter:image)(?::(?:secure_)?(?:url|src))?$/.exec(property)?.[1] as
      | 'og:image'
      | 'twitter:image'
      | undefined;
    if (preview && content.trim() !== '') push(facts.named, { line: walk.line, what: preview, href: content.trim(), url: null });
    if (/^(?:og|article|book|profile):/.test(property)) keepFirst(openGraph, property.replace(/^og:/, ''), content);
    if (property.startsWith('twitter:')) keepFirst(twitter, property.slice('twitter:'.length), content);
  });

  return () => {
    for (const one of [...facts.canonicals, ...facts.hreflangs, ...facts.named]) one.url = addresses.web(one.href);
    for (const feed of facts.feeds) feed.url = addresses.web(feed.url) ?? '';
    const { refresh } = facts.meta;
    if (refresh?.url) refresh.url = addresses.web(refresh.url);
    readHeaders(facts, headers, addresses);
    return {
      ...facts,
      feeds: facts.feeds.filter(({ url }) => url !== ''),
      meta: { ...facts.meta, openGraph: Object.fromEntries(openGraph), twitter: Object.fromEntries(twitter) },
    };
  };
}

type Draft = Omit<Facts, 'meta'> & { meta: Omit<MetaFacts, 'openGraph' | 'twitter'> };

function emptyFacts(): Draft {
  return {
    lang: null,
    xmlLang: null,
    direction: null,
    titles: [],
    descriptions: [],
    canonicals: [],
    robots: [],
    hreflangs: [],
    feeds: [],
    named: [],
    metaAuthor: null,
    meta: { charset: null, viewport: null, refresh: null, generator: null },
  };
}

const robotsNames = /^(?:robots|[a-z][a-z-]*bot(?:-[a-z]+)?|slurp|teoma|bingpreview|otherbot)$/;

function readMeta(facts: Draft, { attributes }: Opened, content: string, walk: Walk): void {
  const { line } = walk;
  const name = (attributes.name ?? '').trim().toLowerCase();
  const equivalent = (attributes['http-equiv'] ?? '').trim().toLowerCase();
  const { meta } = facts;
  if (attributes.charset) meta.charset ??= { line, name: attributes.charset.trim().slice(0, 100), offset: walk.offset };
  if (equivalent === 'content-type') {
    const charset = /charset\s*=\s*["']?([^\s;"']{1,100})/i.exec(content)?.[1];
    if (charset) meta.charset ??= { line, name: charset, offset: walk.offset };
  }
  if (equivalent === 'refresh') meta.refresh ??= refreshIn(content, line);
  if (name === 'description') push(facts.descriptions, { line, text: squeezed(content) });
  else if (name === 'viewport') meta.viewport ??= { line, content };
  else if (name === 'generator') meta.generator ??= squeezed(content).slice(0, 200);
  else if (name === 'author') facts.metaAuthor ??= squeezed(content).slice(0, 200) || null;
  else if (robotsNames.test(name)) push(facts.robots, { line, place: walk.where, agent: name, directives: directivesIn(content) });
}

const namedBy = new Map<string, PageFacts['named'][number]['what']>(
  Object.entries({
    icon: 'icon',
    'apple-touch-icon': 'icon',
    manifest: 'manifest',
    next: 'next',
    prev: 'prev',
  }),
);

function readLink(facts: Draft, { rel: written, href: address, hreflang, type, media }: Attributes, walk: Walk): void {
  const rel = (written ?? '').toLowerCase().split(/\s+/);
  const href = (address ?? '').trim().slice(0, maxText);
  const { line, where: place } = walk;
  if (rel.includes('canonical')) push(facts.canonicals, { line, place, href, url: null });
  const what = rel.map((one) => namedBy.get(one)).find((one) => one !== undefined);
  if (what !== undefined && href !== '') push(facts.named, { line, what, href, url: null });
  if (!rel.includes('alternate')) return;
  if (hreflang !== undefined && !media) push(facts.hreflangs, { line, place, lang: hreflang.trim(), href, url: null });
  const kind = (type ?? '').trim().toLowerCase();
  if (/^application\/(?:rss|atom|rdf|feed)\+(?:xml|json)$/.test(kind)) push(facts.feeds, { line, url: href, type: kind });
}

function refreshIn(content: string, line: number): MetaFacts['refresh'] {
  const found = /^\s*(?=[\d.])(\d{0,9}(?:\.\d*)?)\s*(?:[;,\s]\s*(?:url\s*=\s*)?(.*))?$/is.exec(content);
  if (!found) return null;
  const url = (found[2] ?? '').trim().replace(/^(["'])(.*)\1$/s, '$2');
  return { line, seconds: Number(found[1] || 0) || 0, url: url || null };
}

function directivesIn(content: string): string[] {
  return content
    .toLowerCase()
    .split(',')
    .map((one) => one.trim().replace(/\s*:\s*/, ':'))
    .filter(Boolean)
    .slice(0, maxOfKind);
}

/** What headers say stands at line 0. */
function readHeaders(facts: Draft, headers: Readonly<Record<string, string>>, addresses: Addresses): void {
  const origin = { line: 0, place: 'header' } as const;
  let agent = 'robots';
  for (const directive of directivesIn((headers['x-robots-tag'] ?? '').slice(0, maxText))) {
    const named = /^([a-z][\w-]*):(.+)$/.exec(directive);
    const namesBot = named && !/^(?:max-(?:snippet|image-preview|video-preview)|unavailable_after)$/.test(named[1]!);
    if (namesBot) agent = named[1]!;
    const said = namesBot ? named[2]!.trim() : directive;
    const known = facts.robots.find((one) => one.place === 'header' && one.agent === agent);
    if (known) known.directives.push(said);
    else facts.robots.push({ ...origin, agent, directives: [said] });
  }
  for (const [, href, parameters] of (headers.link ?? '').slice(0, 20_000).matchAll(/<([^<>]*)>([^<>]*)/g)) {
    const rel = /;\s*rel\s*=\s*"?([^";,]*)/i.exec(parameters!)?.[1]?.toLowerCase() ?? '';
    const lang = /;\s*hreflang\s*=\s*"?([^";,\s]*)/i.exec(parameters!)?.[1];
    const place = { ...origin, href: href!, url: addresses.web(href!) };
    if (/\bcanonical\b/.test(rel)) push(facts.canonicals, place);
    if (/\balternate\b/.test(rel) && lang) push(facts.hreflangs, { ...place, lang });
  }
}

function push<One>(list: One[], one: One): void {
  if (list.length < maxOfKind) list.push(one);
}

function keepFirst(kept: Map<string, string>, name: string, value: string): void {
  if (kept.size < maxOfKind && !kept.has(name)) kept.set(name.slice(0, 100), value);
}

export function squeezed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
