import type { Addresses } from './addresses.ts';
import type { PageFacts, SizeFacts } from './page-facts.ts';
import { region } from './regions.ts';
import type { Attributes, Opened, Walk } from './walk.ts';

const maxOfKind = 2000;
const maxSource = 2000;
const maxStyle = 200_000;
/** Of a JSON-LD block; one that is longer is told as too long. */
export const maxData = 1_000_000;

/** A script that only leads away is short. */
const maxRead = 1000;
const leads =
  /^(?![^]*(?:\bfunction\b|=>|addEventListener|setTimeout\([^)]{0,40}\d{5}))[^]*\blocation\b\s*(?:(?:\.href)?\s*=\s*["'`]|\.(?:replace|assign)\(\s*["'`])/;

type Sizes = Pick<SizeFacts, 'inlineScript' | 'inlineData' | 'inlineStyle' | 'styleImports'>;

/** What the page loads, how heavy what it carries itself is, and what of it goes over http. JSON-LD is told to `onData`. */
export function readResources(
  walk: Walk,
  addresses: Addresses,
  onData: (line: number, text: string, length: number) => void,
): () => Pick<PageFacts, 'scripts' | 'stylesheets' | 'insecure' | 'leadsAway'> & { size: Sizes } {
  const size: Sizes = { inlineScript: 0, inlineData: 0, inlineStyle: 0, styleImports: 0 };
  const scripts: PageFacts['scripts'] = [];
  const stylesheets: PageFacts['stylesheets'] = [];
  let leadsAway: PageFacts['leadsAway'] = null;
  const loaded: { line: number; src: string; element: string; isActive: boolean }[] = [];

  walk.on('script', ({ attributes }) => {
    const { line, where: place } = walk;
    const type = (attributes.type ?? '').trim().toLowerCase();
    const isData = !runs.test(type);
    const src = attributes.src?.trim().slice(0, maxSource);
    if (src && !isData && scripts.length < maxOfKind)
      scripts.push({ line, src, url: null, place, isBlocking: isBlocking(attributes, type) });
    walk.gatherRaw(type === 'application/ld+json' ? maxData : isData ? 0 : maxRead, (text, length) => {
      if (!isData && length <= maxRead && leads.test(text)) leadsAway ??= { line };
      size[isData ? 'inlineData' : 'inlineScript'] += length;
      if (type === 'application/ld+json') onData(line, text, length);
    });
  });
  walk.on('style', () => {
    walk.gatherRaw(maxStyle, (text, length) => {
      size.inlineStyle += length;
      size.styleImports += text.match(/@import\s/g)?.length ?? 0;
    });
  });
  walk.on('link', ({ attributes }) => {
    const rel = (attributes.rel ?? '').toLowerCase().split(/\s+/);
    if (!rel.includes('stylesheet') || rel.includes('alternate') || !attributes.href || stylesheets.length >= maxOfKind) return;
    const isOfOther = /\bprint\b|\bspeech\b/.test((attributes.media ?? '').toLowerCase()) || attributes.disabled !== undefined;
    const href = attributes.href.trim().slice(0, maxSource);
    stylesheets.push({ line: walk.line, href, url: null, isBlocking: walk.inHead && !isOfOther });
  });
  walk.on(Object.keys(loading).join(' '), (element) => {
    const src = element.attributes[loading[element.tag]!.attribute];
    if (src === undefined || !/^\s*http:/i.test(src) || !isLoaded(element) || loaded.length >= maxOfKind) return;
    loaded.push({ line: walk.line, src: src.slice(0, maxSource), element: element.tag, isActive: loading[element.tag]!.isActive });
  });

  return () => {
    for (const script of scripts) script.url = addresses.web(script.src);
    for (const sheet of stylesheets) sheet.url = addresses.web(sheet.href);
    const insecure = loaded.flatMap(({ src, ...one }) => {
      const url = addresses.web(src);
      return url ? [{ ...one, url }] : [];
    });
    return { scripts, stylesheets, insecure, leadsAway, size };
  };
}

const runs = /^(?:|module|text\/(?:java|ecma|j|live)script[\d.]*|application\/(?:x-)?(?:java|ecma)script|text\/babel|text\/jsx)$/;

function isBlocking({ async, defer, nomodule }: Attributes, type: string): boolean {
  return async === undefined && defer === undefined && nomodule === undefined && type !== 'module';
}

const loading: Readonly<Record<string, { attribute: string; isActive: boolean }>> = {
  script: { attribute: 'src', isActive: true },
  iframe: { attribute: 'src', isActive: true },
  frame: { attribute: 'src', isActive: true },
  object: { attribute: 'data', isActive: true },
  embed: { attribute: 'src', isActive: true },
  link: { attribute: 'href', isActive: true },
  img: { attribute: 'src', isActive: false },
  audio: { attribute: 'src', isActive: false },
  video: { attribute: 'src', isActive: false },
  source: { attribute: 'src', isActive: false },
};

/** Of links, style sheets alone are loaded for sure. */
function isLoaded({ tag, attributes, around }: Opened): boolean {
  if (around & region.drawing) return false;
  return tag !== 'link' || (/\bstylesheet\b/i.test(attributes.rel ?? '') && !/\balternate\b/i.test(attributes.rel ?? ''));
}
