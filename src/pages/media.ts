import type { Addresses } from './addresses.ts';
import { isTiny } from './images.ts';
import type { PageFacts } from './page-facts.ts';
import { region } from './regions.ts';
import { isNamed, type Walk } from './walk.ts';

const maxOfKind = 5000;
const maxFramed = 100;
const maxSource = 2000;

/** Frames, sound and film, and what browsers no longer show. */
export function readMedia(walk: Walk, addresses: Addresses): () => Pick<PageFacts, 'frames' | 'framed' | 'media' | 'outdated'> {
  const frames: PageFacts['frames'] = [];
  const framed: { line: number; src: string }[] = [];
  const media: PageFacts['media'] = [];
  const outdated: PageFacts['outdated'] = [];

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

  return () => ({ frames, framed: framed.map(({ line, src }) => ({ line, url: addresses.web(src) })), media, outdated });
}
