import type { Addresses } from './addresses.ts';
import { squeezed } from './metadata.ts';
import type { PageFacts, PageImage } from './page-facts.ts';
import { countWords } from '../language/tokens.ts';
import { hides, placeOf, region } from './regions.ts';
import { isNamed, type Attributes, type Opened, type Walk } from './walk.ts';

const maxImages = 5000;
const maxSource = 2000;
/** Of the base64 in an address, so much shows what it is. */
const maxInlineSource = 80;
const maxAlt = 1000;
const maxSourceSet = 10_000;
const maxCandidates = 12;

export function readImages(walk: Walk, addresses: Addresses): () => Pick<PageFacts, 'images'> {
  const images: PageImage[] = [];
  /** Those without a source, with their ids. */
  const sourceless: { image: PageImage; id: string }[] = [];
  const isFurtherDown = trackParts(walk);
  let hasStandIn = false;
  /** The source that browsers take of the `<picture>` that is open; null where that cannot be told. */
  let preferred: string | null | undefined;

  let offered: string[] = [];

  walk.on('picture', () => {
    preferred = undefined;
    offered = [];
  });
  walk.on('source', ({ attributes, around }) => {
    if (around & region.picture && preferred === undefined) preferred = preferredIn(attributes);
    if (around & region.picture) offered.push(...candidatesIn(attributes.srcset));
  });
  walk.on('img', (element) => {
    const { alt } = element.attributes;
    if (alt?.trim()) walk.stands(alt.slice(0, maxAlt));
    const image = { ...imageOf(element, walk.line), isFurtherDown: isFurtherDown() };
    if (element.around & region.picture) image.preferred = preferred ?? null;
    else offered = [];
    image.candidates = [...offered, ...candidatesIn(element.attributes.srcset)].slice(0, maxCandidates);
    const id = element.attributes.id?.trim();
    if (image.lacksSource && id) sourceless.push({ image, id });
    if (hasStandIn) image.needsScript = false;
    hasStandIn = false;
    if (images.length < maxImages) images.push(image);
  });
  // What stands in for an image stands right before or behind it.
  walk.on('noscript', () => {
    if (images.length > 0) images.at(-1)!.needsScript = false;
    hasStandIn = true;
  });

  return () => {
    for (const image of images) {
      if (image.inlineSize === 0 && image.src !== '') image.url = addresses.web(image.src);
      image.candidates = image.candidates.flatMap((one) => addresses.web(one) ?? []);
      if (image.preferred !== null) image.preferred = addresses.web(image.preferred);
    }
    for (const { image, id } of sourceless) if (walk.scriptNames.has(id)) image.lacksSource = 'filled';
    return { images };
  };
}

/** So much text above an image puts it below the first screen. */
const minWordsAbove = 100;
/** Many times as long as so many words. */
const maxCharactersHeard = 5000;

/** Tells whether a part of the page with a heading or a film of its own has ended, or enough text stands above. */
function trackParts(walk: Walk): () => boolean {
  let hasEnded = false;
  let heads = 0;
  walk.on('h1 h2 h3 h4 h5 h6 video', ({ flags }) => {
    if ((flags & region.hidden) === 0) heads++;
  });
  walk.on('section', ({ flags }) => {
    if (hasEnded || flags & region.hidden || placeOf(flags) !== 'content') return;
    const before = heads;
    walk.onClose(() => {
      hasEnded ||= heads > before;
    });
  });
  let [heard, words] = [0, 0];
  return () => {
    if (!hasEnded) {
      const { content } = walk.text;
      words += countWords(content.slice(heard, heard + maxCharactersHeard));
      heard = content.length;
      hasEnded = words >= minWordsAbove;
    }
    return hasEnded;
  };
}

/** Of all formats and widths that a `<picture>` offers, the first fits: if it fits everywhere, it is the one that is loaded. */
function preferredIn({ srcset, media, type }: Attributes): string | null {
  const [src = '', ...more] = (srcset ?? '').slice(0, maxSource).trim().split(/\s+/);
  const isPlain = /^(?:|image\/(?:webp|avif|png|jpeg|gif))$/i.test(type?.trim() ?? '') && !media && more.length < 2;
  return isPlain && src !== '' && !/^data:|,$/i.test(src) && !more[0]?.includes(',') ? src : null;
}

/** As browsers divide it (HTML, 4.8.4.3.10): an address may hold commas, but not end with one. What was cut may end within an address. */
function candidatesIn(srcset = ''): string[] {
  if (srcset.length > maxSourceSet) return [];
  const found = srcset.matchAll(/([^\s,]\S*?)(?:,+(?=\s|$)|\s+[^,]*(?:,|$)|$)/g);
  return Array.from(found, ([, url]) => url!)
    .filter((url) => !/^data:/i.test(url) && url.length <= maxSource)
    .slice(0, maxCandidates);
}

const laterSources = ['data-src', 'data-lazy-src', 'data-original', 'data-lazy'];
const presentation = /^(?:none|presentation)$/i;

function imageOf({ attributes, flags, around }: Opened, line: number): Omit<PageImage, 'isFurtherDown'> {
  const written = (attributes.src ?? '').trim();
  const isInline = /^data:/i.test(written);
  const isEmpty = attributes.src !== undefined;
  const src = written.slice(0, isInline ? maxInlineSource : maxSource);
  return {
    line,
    src,
    url: null,
    alt: attributes.alt === undefined ? null : squeezed(attributes.alt).slice(0, maxAlt),
    place: placeOf(flags),
    isHidden: (flags & region.hidden) !== 0,
    isDecoration: presentation.test(attributes.role ?? '') || isTiny(attributes),
    hasOtherName: isNamed(attributes),
    hasSize: hasSize(attributes),
    saysLazy: attributes.loading === 'lazy',
    needsScript:
      (written === '' || isInline) &&
      !attributes.srcset &&
      !(around & region.picture) &&
      laterSources.some((name) => attributes[name]?.trim()),
    isLazy: attributes.loading === 'lazy' || isFilledLater(attributes),
    lacksSource:
      written !== '' || attributes.srcset || around & region.picture || isFilledLater(attributes) ? null : isEmpty ? 'empty' : 'missing',
    preferred: null,
    candidates: [],
    inlineSize: isInline ? written.length : 0,
  };
}

/** Scripts put images in place as they come into view; any attribute of their own may say from where. */
function isFilledLater(attributes: Attributes): boolean {
  for (const name in attributes) if (/^(?:data-|:|v-bind:|ng-|\[)/.test(name)) return true;
  return /\blazy/i.test(attributes.class ?? '');
}

function hasSize(attributes: Attributes): boolean {
  const style = (attributes.style ?? '').slice(0, maxSource);
  const says = (side: string) => Boolean(attributes[side]) || new RegExp(`(?:^|[;\\s])${side}\\s*:`, 'i').test(style);
  return /aspect-ratio\s*:/i.test(style) || (says('width') && says('height'));
}

/** A counter's pixel, or a frame that only carries something. */
export function isTiny({ width, height, style }: Attributes): boolean {
  const isDot = (side: string | undefined) => side !== undefined && /^[01](?:px)?$/.test(side.trim());
  return (isDot(width) && isDot(height)) || hides(style ?? '');
}
