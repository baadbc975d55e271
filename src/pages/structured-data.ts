import { squeezed } from './metadata.ts';
import type { PageFacts } from './page-facts.ts';
import { maxData } from './resources.ts';
import type { Attributes, Walk } from './walk.ts';

const maxBlocks = 100;
const maxTypes = 200;
/** Values nested deeper, or more of them, are no description of a page. */
const maxDepth = 40;
const maxNodes = 20_000;

type Facts = Pick<PageFacts, 'jsonLd' | 'types' | 'publishedAt' | 'modifiedAt' | 'author' | 'isSigned'>;

interface Dates {
  publishedAt: string | null;
  modifiedAt: string | null;
  author: string | null;
}

const none = (): Dates => ({ publishedAt: null, modifiedAt: null, author: null });

/** What JSON-LD, microdata and RDFa say of the page. */
export function readStructuredData(walk: Walk): {
  onData(line: number, text: string, length: number): void;
  read(meta: { openGraph: Readonly<Record<string, string>>; author: string | null }): Facts;
} {
  const jsonLd: Facts['jsonLd'] = [];
  const types = new Set<string>();
  const [structured, shown] = [none(), none()];

  walk.onAny(({ attributes }) => {
    if (attributes.itemtype) addTypes(types, attributes.itemtype);
    if (attributes.typeof) addTypes(types, attributes.typeof);
    const property = attributes.itemprop ?? attributes.property;
    if (property !== undefined) readProperty(walk, property, attributes, structured);
  });
  walk.on('time', ({ flags, attributes }) => {
    const at = attributes.datetime?.trim();
    if (at) shown.publishedAt ??= dateIn(at);
    else walk.gather(flags, (text) => (shown.publishedAt ??= dateIn(text)));
  });
  walk.on('a', ({ flags, attributes }) => {
    if (/(?:^|\s)author(?:\s|$)/i.test(attributes.rel ?? '')) walk.gather(flags, (text) => (shown.author ??= text || null));
  });

  return {
    onData(line, text, length) {
      if (jsonLd.length < maxBlocks) jsonLd.push({ line, ...parsed(text, length) });
    },
    read({ openGraph, author }) {
      const said = none();
      for (const { value } of jsonLd) for (const node of nodesIn(value)) readNode(node, types, said);
      const first = (field: keyof Dates, meta: string | undefined | null) =>
        said[field] ?? structured[field] ?? (meta || null) ?? shown[field];
      return {
        jsonLd,
        types: [...types],
        publishedAt: first('publishedAt', dateIn(openGraph['article:published_time'] ?? '')),
        modifiedAt: first('modifiedAt', dateIn(openGraph['article:modified_time'] ?? '')),
        author: first('author', author ?? openGraph['article:author']),
        isSigned: structured.author !== null || shown.author !== null,
      };
    },
  };
}

function parsed(text: string, length: number): { value: unknown; error: string | null } {
  if (length > maxData) return { value: null, error: `It is longer than ${maxData} characters.` };
  // What stands around it is left out, as search engines do.
  const json = text.replace(/^\s*(?:<!--|\/\/\s*<!\[CDATA\[|<!\[CDATA\[)|(?:-->|\/\/\s*\]\]>|\]\]>)\s*$/g, '').trim();
  if (json === '') return { value: null, error: 'It is empty.' };
  try {
    const value: unknown = JSON.parse(json);
    return isBounded(value) ? { value, error: null } : { value: null, error: 'It is nested too deep, or says too much, to be read.' };
  } catch (error) {
    return { value: null, error: error instanceof Error ? error.message.slice(0, 300) : 'It is no JSON.' };
  }
}

function isBounded(value: unknown): boolean {
  let level: unknown[] = [value];
  let nodes = 0;
  for (let depth = 0; level.length > 0; depth++) {
    nodes += level.length;
    if (depth > maxDepth || nodes > maxNodes) return false;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return true;
}

export type JsonNode = Readonly<Record<string, unknown>>;

/** Everything with a `@type` in a JSON-LD value, the outermost first. */
function nodesIn(value: unknown): JsonNode[] {
  const found: JsonNode[] = [];
  for (let level: unknown[] = [value]; level.length > 0;) {
    for (const one of level) if (isNode(one) && one['@type'] !== undefined) found.push(one);
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return found;
}

export function isNode(value: unknown): value is JsonNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readNode(node: JsonNode, types: Set<string>, dates: Dates): void {
  for (const type of [node['@type']].flat()) if (typeof type === 'string') addTypes(types, type);
  if (typeof node.datePublished === 'string') dates.publishedAt ??= node.datePublished.trim().slice(0, 100);
  if (typeof node.dateModified === 'string') dates.modifiedAt ??= node.dateModified.trim().slice(0, 100);
  dates.author ??= nameOf([node.author].flat()[0]);
}

function nameOf(author: unknown): string | null {
  const name = isNode(author) ? (author.name ?? author['@id']) : author;
  return typeof name === 'string' && name.trim() !== '' ? squeezed(name).slice(0, 200) : null;
}

function addTypes(types: Set<string>, written: string): void {
  for (const type of written.slice(0, 1000).trim().split(/\s+/)) {
    const name = type.replace(/^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)/i, '');
    if (name !== '' && types.size < maxTypes) types.add(name.slice(0, 100));
  }
}

function readProperty(walk: Walk, property: string, attributes: Attributes, dates: Dates): void {
  const field = /(?:^|[\s:])(datePublished|dateModified|author)(?:\s|$)/.exec(property.slice(0, 200))?.[1];
  if (field === undefined) return;
  const said = attributes.content ?? attributes.datetime;
  const keep = (text: string) => {
    if (field === 'author') dates.author ??= squeezed(text).slice(0, 200) || null;
    else dates[field === 'datePublished' ? 'publishedAt' : 'modifiedAt'] ??= dateIn(text);
  };
  if (said !== undefined) keep(said);
  else walk.gather(0, keep);
}

/** A date as ISO 8601 has it, or null. */
function dateIn(text: string): string | null {
  return /^\s*(\d{4}-\d{2}(?:-\d{2}(?:[T ][\d:.,]{4,20}\s?(?:Z|[+-]\d{2}:?\d{2})?)?)?)\s*$/.exec(text.slice(0, 100))?.[1] ?? null;
}
