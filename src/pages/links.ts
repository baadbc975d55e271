import type { Addresses } from './addresses.ts';
import { squeezed } from './metadata.ts';
import type { PageFacts, PageLink } from './page-facts.ts';
import { placeOf, region } from './regions.ts';
import { isNamed, type Attributes, type Opened, type Walk } from './walk.ts';

const maxLinks = 20_000;
const maxHref = 2000;
const maxLabel = 200;

/** Links and image maps' areas. */
export function readLinks(walk: Walk, addresses: Addresses): () => Pick<PageFacts, 'links'> {
  const links: PageLink[] = [];
  const open: PageLink[] = [];
  /** Those that lead back to the page, with their ids. */
  const idle: { link: PageLink; id: string }[] = [];

  walk.on('a area', (element) => {
    const href = element.attributes.href ?? element.attributes['xlink:href'];
    if (href === undefined || links.length >= maxLinks) return;
    const link = linkOf(element, href, walk.line);
    links.push(link);
    const { id } = element.attributes;
    if (id && (link.href === '' || link.href === '#')) idle.push({ link, id });
    if (element.tag === 'area') return;
    open.push(link);
    walk.gather(element.flags, (text, isNamedWithin) => {
      link.text = text;
      link.isNamed ||= isNamedWithin || text !== '';
      open.splice(open.indexOf(link), 1);
    });
  });
  // An image names the link around it.
  walk.on('img', ({ attributes }) => {
    const around = open.at(-1);
    if (around && attributes.alt === undefined && !isNamed(attributes)) around.holdsUnnamedImage = true;
  });

  return () => {
    for (const link of links) link.url = addresses.web(link.href);
    for (const { link, id } of idle) link.isControl ||= walk.scriptNames.has(id);
    return { links };
  };
}

function linkOf({ tag, attributes, flags }: Opened, href: string, line: number): PageLink {
  const label = squeezed((attributes['aria-label'] ?? attributes.title ?? '').slice(0, maxLabel));
  return {
    line,
    href: href.slice(0, maxHref).trim(),
    url: null,
    text: tag === 'area' ? squeezed((attributes.alt ?? '').slice(0, maxLabel)) : '',
    isNamed: isNamed(attributes) || Boolean(attributes.alt?.trim()),
    label: label || null,
    rel: attributes.rel ? attributes.rel.toLowerCase().split(/\s+/, 20).filter(Boolean) : [],
    place: placeOf(flags),
    isApart: (flags & region.apart) !== 0,
    isHidden: (flags & region.hidden) !== 0,
    isArea: tag === 'area',
    opensWindow: attributes.target?.toLowerCase() === '_blank',
    isControl: isControl(attributes),
    holdsUnnamedImage: false,
  };
}

const controlAttributes =
  /^(?:onclick|role|aria-controls|aria-haspopup|aria-expanded|data-(?:bs-)?(?:toggle|target|dismiss|action)|@click|v-on:.*|ng-click)$/;

function isControl(attributes: Attributes): boolean {
  for (const name in attributes) if (controlAttributes.test(name) && attributes[name] !== 'link') return true;
  return false;
}
