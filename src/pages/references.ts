import type { Addresses } from './addresses.ts';
import type { PageFacts } from './page-facts.ts';
import { region } from './regions.ts';
import type { Attributes, Walk } from './walk.ts';

const maxIds = 50_000;
const maxIdLength = 500;
const maxTold = 500;
const idLists = ['aria-labelledby', 'aria-describedby'] as const;

interface Reference {
  line: number;
  attribute: string;
  id: string;
}

type Facts = Pick<
  PageFacts,
  'anchors' | 'repeatedIds' | 'otherRepeatedIds' | 'missingAnchors' | 'missingReferences' | 'positiveTabindexes'
>;

/** Ids and what leads to them: labels, ARIA attributes and links within the page. */
export function readReferences(walk: Walk, addresses: Addresses): () => Facts {
  const ids = new Set<string>();
  /** Of drawings: pictures that a page repeats may repeat theirs. */
  const drawnIds = new Set<string>();
  const names = new Set<string>();
  const repeated = new Map<string, number>();
  const references: Reference[] = [];
  const anchors: { line: number; href: string }[] = [];
  const positiveTabindexes: Facts['positiveTabindexes'] = [];

  const refer = (attribute: string, value: string) => {
    for (const id of value.slice(0, maxIdLength).split(/\s+/)) {
      if (id !== '' && references.length < maxIds) references.push({ line: walk.line, attribute, id });
    }
  };

  walk.onAny(({ tag, attributes, flags }) => {
    const { id, tabindex } = attributes;
    if (id && id.length <= maxIdLength && ids.size + drawnIds.size < maxIds) {
      if (flags & region.drawing) drawnIds.add(id);
      else if (!ids.has(id)) ids.add(id);
      else if (!repeated.has(id)) repeated.set(id, walk.line);
    }
    if (attributes.name && tag === 'a') names.add(attributes.name);
    if (tabindex && /^\s*\+?0*[1-9]\d{0,5}\s*$/.test(tabindex) && positiveTabindexes.length < maxTold) {
      positiveTabindexes.push({ line: walk.line, value: Number(tabindex) });
    }
    for (const list of idLists) if (attributes[list]) refer(list, attributes[list]);
  });
  walk.on('label', ({ attributes }) => {
    if (attributes.for) refer('for', attributes.for);
  });
  walk.on('a area', ({ attributes }) => {
    const { href } = attributes;
    if (href?.includes('#') && href.length <= 2 * maxIdLength && anchors.length < maxIds && isPlain(attributes)) {
      anchors.push({ line: walk.line, href: href.trim() });
    }
  });

  return () => {
    const isId = (id: string) => ids.has(id) || drawnIds.has(id);
    const led = new Set(references.map(({ id }) => id));
    const missingAnchors: Facts['missingAnchors'] = [];
    for (const { line, href } of anchors) {
      const fragment = addresses.fragmentWithin(href);
      if (fragment === null) continue;
      const written = [fragment, decoded(fragment)];
      for (const one of written) led.add(one);
      const isThere = written.some((one) => isId(one) || names.has(one));
      if (!isThere && isPlace(fragment) && missingAnchors.length < maxTold) missingAnchors.push({ line, fragment });
    }
    return {
      anchors: [...ids, ...drawnIds, ...names],
      missingAnchors,
      repeatedIds: toldOf(repeated, (id) => led.has(id)),
      otherRepeatedIds: toldOf(repeated, (id) => !led.has(id)),
      missingReferences: references.filter(({ id }) => !isId(id)).slice(0, maxTold),
      positiveTabindexes,
    };
  };
}

function toldOf(repeated: ReadonlyMap<string, number>, isMeant: (id: string) => boolean): PageFacts['repeatedIds'] {
  const meant = [...repeated].filter(([id]) => isMeant(id));
  return meant.slice(0, maxTold).map(([id, line]) => ({ line, id }));
}

/** A script may make of a link what it wants. */
function isPlain(attributes: Attributes): boolean {
  for (const name in attributes) if (/^(?:on|role$|data-|aria-(?:controls|expanded)|@|v-|x-|ng-)/.test(name)) return false;
  return true;
}

/** Leaves out what means a place without an id: the top, a state of a script, a piece of text. */
export function isPlace(fragment: string): boolean {
  return !/^top$/i.test(fragment) && !/^[!/?]|[=&/]|:~:/.test(fragment);
}

export function decoded(fragment: string): string {
  if (!fragment.includes('%')) return fragment;
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
