import { isUnseen } from '../documents/unseen.ts';
import type { Place } from './page-facts.ts';

/** What is true of everything in an element: bits, handed down from the element around it. */
export const region = {
  /** Not shown at first. */
  hidden: 1,
  /** Not part of the page: of a template, or of what only stands in for scripts. */
  unread: 2,
  code: 4,
  main: 8,
  /** In a part of the page that has a header and a footer of its own. */
  section: 16,
  link: 32,
  /** Text of controls, which nobody reads as text. */
  unspoken: 64,
  drawing: 128,
  unquotable: 256,
  navigation: 512,
  header: 1024,
  footer: 2048,
  aside: 4096,
  label: 8192,
  table: 16384,
  picture: 32768,
  /** Within the content, and not what the page is about: asides, crumbs, lists of related pages. */
  apart: 65536,
  item: 131072,
  /** Shown where no scripts run. */
  standIn: 262144,
} as const;

const furniture = region.navigation | region.header | region.footer | region.aside;

export function placeOf(flags: number): Place {
  if ((flags & furniture) === 0) return 'content';
  if (flags & region.navigation) return 'navigation';
  if (flags & region.header) return 'header';
  return flags & region.footer ? 'footer' : 'aside';
}

/** What an element says of itself, gathered in one look at its attributes. */
export interface Manner {
  role: string;
  isHidden: boolean;
  isUnquotable: boolean;
  isNamed: boolean;
  /** Of class and id, in lower case. */
  names: string;
}

const byTag: Readonly<Record<string, number>> = {
  template: region.unread,
  noscript: region.unread | region.standIn,
  noframes: region.unread | region.standIn,
  iframe: region.unread,
  object: region.unread,
  canvas: region.unread,
  audio: region.unread,
  video: region.unread,
  pre: region.code,
  code: region.code,
  samp: region.code,
  kbd: region.code,
  article: region.section,
  section: region.section,
  main: region.main | region.section,
  a: region.link,
  select: region.unspoken,
  datalist: region.unspoken,
  textarea: region.unspoken,
  button: region.unspoken,
  svg: region.drawing,
  nav: region.navigation,
  label: region.label,
  table: region.table,
  picture: region.picture,
  aside: region.apart,
  li: region.item,
};

const byRole: Readonly<Record<string, number>> = {
  main: region.main | region.section,
  article: region.section,
  navigation: region.navigation,
  banner: region.header,
  contentinfo: region.footer,
  complementary: region.aside,
};

/** Where tags and roles say nothing, the names that site builders and generators of manuals give to boxes around the text. */
const boxTags = new Set(['div', 'ul', 'ol', 'table', 'section', 'td']);
const boxNames: readonly (readonly [RegExp, number])[] = [
  [
    /(?:^|\s)(?:nav|navbar|navigation|nav-?header|nav-?footer|main-?nav|site-?nav|top-?nav|main-?menu|site-?menu|menu|breadcrumbs?|pagination|related|toplang)(?:\s|$)/,
    region.navigation,
  ],
  [/(?:^|\s)(?:site-?header|page-?header|global-?header|masthead|top-?bar)(?:\s|$)/, region.header],
  [/(?:^|\s)(?:footer|site-?footer|page-?footer|global-?footer|bottomlang)(?:\s|$)/, region.footer],
  [/(?:^|\s)(?:sidebar|side-?bar|sphinxsidebar|left-?sidebar|right-?sidebar|widget-area)(?:\s|$)/, region.aside],
];
const apartNames =
  /(?:^|\s)(?:breadcrumbs?|crumbs|related|see-?also|recommended|recommendations|pagination|share|sharing|tags|toc)(?:[-_][\w-]*)?(?:\s|$)/;
const maxNames = 300;

/** What holds in an element, given what holds around it. */
export function regionOf(tag: string, manner: Manner, around: number): number {
  let flags = around | (byTag[tag] ?? 0);
  if (manner.isHidden) flags |= region.hidden;
  if (manner.isUnquotable) flags |= region.unquotable;
  if (manner.role !== '') flags |= byRole[manner.role] ?? 0;
  if (manner.names !== '' && boxTags.has(tag) && apartNames.test(manner.names.slice(0, maxNames))) flags |= region.apart;
  if (tag === 'aside') flags |= around & region.main ? 0 : region.aside;
  if ((around & (region.section | furniture)) === 0) {
    if (tag === 'header') flags |= region.header;
    else if (tag === 'footer') flags |= region.footer;
    else if (manner.names !== '' && boxTags.has(tag)) flags |= byNames(manner.names);
  }
  return flags;
}

function byNames(names: string): number {
  const short = names.slice(0, maxNames);
  return boxNames.find(([pattern]) => pattern.test(short))?.[1] ?? 0;
}

const maxStyle = 2000;

/** Whether an inline style hides its element. */
export function hides(style: string): boolean {
  return style.length > 0 && isUnseen(style.slice(0, maxStyle));
}
