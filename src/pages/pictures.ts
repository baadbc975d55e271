import type { Addresses } from './addresses.ts';
import { squeezed } from './metadata.ts';
import type { PageFacts, PageImage } from './page-facts.ts';
import { hides, placeOf, region } from './regions.ts';
import { isNamed, type Attributes, type Opened, type Walk } from './walk.ts';

const maxOfKind = 5000;
const maxFramed = 100;
const maxSource = 2000;
/** Of the base64 in an address, so much shows what it is. */
const maxInlineSource = 80;
const maxAlt = 1000;

/** Images, frames, sound and film, and what browsers no longer show. */
export function readPictures(
  walk: Walk,
  addresses: Addresses,
): () => Pick<PageFacts, 'images' | 'frames' | 'framed' | 'media' | 'outdated'> {
  const images: PageImage[] = [];
  const frames: PageFacts['frames'] = [];
  const framed: { line: number; src: string }[] = [];
  const media: PageFacts['media'] = [];
  const outdated: PageFacts['outdated'] = [];
  let hasStandIn = false;

  walk.on('img', (element) => {
    const { alt } = element.attributes;
    if (alt?.trim()) walk.stands(alt.slice(0, maxAlt));
    const image = imageOf(element, walk.line);
    if (hasStandIn) image.needsScript = false;
    hasStandIn = false;
    if (images.length < maxOfKind) images.push(image);
  });
  // What stands in for an image stands right before or behind it.
  walk.on('noscript', () => {
    if (images.length > 0) images.at(-1)!.needsScript = false;
    hasStandIn = true;
  });
  walk.on('iframe frame', ({ attributes, flags }) => {
    const src = (attributes.src ?? attributes['data-src'] ?? '').trim().slice(0, maxSource);
    const isHidden = (flags & region.hidden) !== 0 || isTiny(attributes) || /^(?:none|presentation)$/.test(attributes.role ?? '');
    if (frames.length < maxOfKind) frames.push({ line: walk.line, src, isNamed: isNamed(attributes), isHidden });
  });
  walk.onFrame(({ src }) => {
    const written = src?.trim().slice(0, maxSource);
    if (written && framed.length < maxFramed) framed.push({ line: walk.line, src: written });
  });
  walk.on('audio video', ({ tag, attributes }) => {
    const plays = attributes.autoplay !== undefined;
    if (media.length < maxOfKind) {
      media.push({ line: walk.line, tag: tag as 'audio' | 'video', plays, isMuted: attributes.muted !== undefined });
    }
  });
  walk.on('applet frameset marquee blink object embed', ({ tag, attributes }) => {
    const isPlugin = tag === 'object' || tag === 'embed';
    if (
      isPlugin &&
      !/flash|silverlight|x-java/i.test(attributes.type ?? '') &&
      !/\.swf(?:$|\?)/i.test(attributes.src ?? attributes.data ?? '')
    )
      return;
    if (outdated.length < maxOfKind) outdated.push({ line: walk.line, tag });
  });

  return () => {
    for (const image of images) if (image.inlineSize === 0 && image.src !== '') image.url = addresses.web(image.src);
    return { images, frames, framed: framed.map(({ line, src }) => ({ line, url: addresses.web(src) })), media, outdated };
  };
}

const laterSources = ['data-src', 'data-lazy-src', 'data-original', 'data-lazy'];
const presentation = /^(?:none|presentation)$/i;

function imageOf({ attributes, flags, around }: Opened, line: number): PageImage {
  const written = (attributes.src ?? '').trim();
  const isInline = /^data:/i.test(written);
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
    lacksSource: written === '' && !attributes.srcset && !(around & region.picture) && !isFilledLater(attributes),
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
function isTiny({ width, height, style }: Attributes): boolean {
  const isDot = (side: string | undefined) => side !== undefined && /^[01](?:px)?$/.test(side.trim());
  return (isDot(width) && isDot(height)) || hides(style ?? '');
}
