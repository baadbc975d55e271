import type { DefuddleClass } from 'defuddle/node';
import type { Block, Extraction } from './blocks.ts';
import {
  contentsOf,
  cutDeep,
  isDeeperThan,
  isElement,
  parseDocument,
  tagOf,
  textNode,
  type Content,
  type DomDocument,
  type DomElement,
} from './dom.ts';
import { blocksIn, inlineTags } from './html-blocks.ts';
import { tidy } from '../language/tokens.ts';
import { hasOwnColours, isInkless, isUnseen } from './unseen.ts';

/** Defuddle looks into each element's ancestors; real pages are far less deep. */
const maxMainDepth = 80;
/** If the main part has a smaller share of the body's text than this, it is the wrong part. */
const minMainShare = 0.2;
const minMainCharacters = 200;

/** What is never read. Defuddle would find articles in scripts and templates that no visitor sees. */
const unread =
  'script, style, noscript, template, iframe, object, embed, svg, math, canvas, audio, video, picture, img, button, select, textarea, dialog';
const invisibleClass = /(?:^|\s)(?:sr-only|visually-hidden|visuallyhidden|screen-reader-text|hidden|d-none|mw-editsection|noprint)(?:\s|$)/;

/** Names of boxes for sign-ups, ads, comments and so on. An element longer than `maxBoxCharacters` is content, whatever its name. */
const boxName =
  /(?:^|[\s_-])(?:newsletter|subscribe|subscription|sign-?up|opt-?in|mailing-?list|cookies?|consent|gdpr|promo|advert(?:isement)?|ads?|sponsored|paywall|social|share|sharing|comments?|breadcrumbs?|byline|related(?:-posts)?)(?:[\s_-]|$)/i;
/** Names of what leads about the site: such a box has links and little else. */
const waysName =
  /(?:^|[\s_-])(?:[a-z]*nav(?:bar|igation|links?)?|menu|pager|pagination|crumbs|(?:prev|previous)-?next|(?:top|bottom)?lang(?:uages?)?|path)(?:[\s_-]|$)/i;
/** A picture with what is said of it: no text, but a part of the page for those who want more of it. */
const captionName = /(?:^|[\s_-])captions?(?:[\s_-]|$)/i;
const boxTags = new Set(['div', 'section', 'aside', 'nav', 'p', 'ul', 'form']);
const maxBoxCharacters = 800;
/** Names of a page's parts, which a long element may bear too. */
const placeName = /content|article|post|entry|main|body|nav|menu|bar|foot|head|toc|comment/i;

/**
 * Leaves all decisions to what the page's structure says: no site of its own is known, nothing is fetched, and no name within a page
 * (`id="error-handling"`) or word in a heading ("Registering a handler") makes a section furniture.
 */
export const mainOptions = {
  url: 'about:blank',
  useAsync: false,
  removeLowScoring: false,
  removeContentPatterns: false,
  removeHiddenElements: false,
  standardize: false,
};

/** What Defuddle takes for the beginning of a main part. It compares each with each: a page of more has none that matters. */
const entries =
  'article, main, [role=article], [role=main], [class*=post], [class*=content], [class*=article], [class*=body], [id*=post], [id*=content]';
const maxEntries = 300;
/** Defuddle compares each box with those beside it, and looks at each of its rules for every element that it drops. */
const maxBeside = 3000;
const maxAsides = 1000;
const maxElements = 60_000;

/** HTML → the blocks of the visible main content, found by Defuddle. Nothing is executed or fetched. */
export async function readHtml(content: string): Promise<Extraction> {
  const { title, named, head, main } = await readParts(content);
  const known = new Set(main.blocks.map(({ text }) => text));
  const blocks = head.blocks.some(({ text }) => known.has(text)) ? main.blocks : [...head.blocks, ...main.blocks];
  return { title: title ?? named, blocks: withoutTitle(blocks, title) };
}

/** A part of a page: the elements that say it, if there are any, and what they say. */
export interface PagePart {
  element: DomElement | null;
  blocks: Block[];
}

export interface PageParts {
  /** What the page is called, by its first heading and its `<title>`; null where neither says. */
  title: string | null;
  /** Without a first heading: that of a part of a book. */
  named: string | null;
  /** Its `<title>`, or empty. */
  pageTitle: string;
  /** Its first heading, or empty. */
  heading: string;
  description: string | null;
  /** What a head of its own says beside the main part. */
  head: PagePart;
  main: PagePart;
}

/** How a page is read by those who want more of it than its text. */
export interface Marks {
  /** Marks in the text what elements and attributes say that are dropped otherwise. */
  put(document: DomDocument): void;
  /** Takes the marks out of a text. */
  without(text: string): string;
}

/** The visible main content of a page, with its titles. `marks` stand in its text. */
export async function readParts(content: string, marks?: Marks): Promise<PageParts> {
  const document = await parseDocument(content);
  cutDeep(document);
  const description = descriptionOf(document);
  marks?.put(document);
  const textOf = (element: DomElement | null) => tidy(marks ? marks.without(element?.textContent ?? '') : (element?.textContent ?? ''));
  for (const element of document.querySelectorAll(unread)) element.remove();
  const named = document.querySelector('h2.title');
  dropHidden(document, marks !== undefined);
  const pageTitle = textOf(document.querySelector('title'));
  const heading = firstHeadingOf(Array.from(document.querySelectorAll('h1'), textOf), pageTitle);
  const partTitle = partTitleOf(document, named, textOf);
  const subheadings = Array.from(document.querySelectorAll('h2'), textOf);
  const body = document.body ?? document.documentElement;
  const titles = { title: titleOf(heading, pageTitle, subheadings), named: partTitle, pageTitle, heading, description };
  const nothing = { element: null, blocks: [] };
  if (!body) return { ...titles, title: pageTitle || null, named: null, head: nothing, main: nothing };
  const head = headOf(document);
  const found = isTooMuch(body) ? nothing : partIn((await parseDocument(await mainPart(document))).body!);
  const isMain = lengthOf(found.blocks) >= Math.max(minMainCharacters, (body.textContent ?? '').length * minMainShare);
  const whole = isMain ? nothing : partIn(document.querySelector('main, article, [role=main]') ?? body);
  const main = lengthOf(found.blocks) >= Math.max(minMainCharacters, lengthOf(whole.blocks) * minMainShare) ? found : whole;
  return { ...titles, head, main };
}

const partIn = (element: DomElement): PagePart => ({ element, blocks: blocksIn(element) });

function descriptionOf(document: DomDocument): string | null {
  const metas = Array.from(document.querySelectorAll('meta'));
  const named = metas.find((meta) => meta.getAttribute('name')?.trim().toLowerCase() === 'description');
  return tidy(named?.getAttribute('content') ?? '') || null;
}

/** What a page's head says under a heading of its own: a manual page's "NAME", which stands beside the main part. */
function headOf(document: DomDocument): PagePart {
  const named = document.querySelector('h1 ~ h2')?.parentElement;
  if (!named || !namesOf(named).includes('header')) return { element: null, blocks: [] };
  return { element: named, blocks: blocksIn(named).filter((block) => block.kind !== 'heading' || block.level > 1) };
}

/** The same for HTML that is all content, such as a converted document: nothing counts as page furniture. An `h1.title` is its title. */
export async function readWhole(content: string, marks?: Marks): Promise<Extraction & { element: DomElement }> {
  const document = await parseDocument(content);
  const element = document.body!;
  cutDeep(element);
  marks?.put(document);
  const named = element.querySelector('h1.title');
  named?.remove();
  const blocks = blocksIn(element);
  const plain = (text: string) => tidy(marks ? marks.without(text) : text);
  if (named) return { title: plain(named.textContent ?? '') || null, blocks, element };
  const [first, second] = blocks.filter((block) => block.kind === 'heading' && block.level === 1);
  return { title: first ? plain(first.text) : null, blocks: first && !second ? withoutTitle(blocks, first.text) : blocks, element };
}

/** True where Defuddle would take far longer than the page is worth: it is read as it stands. */
function isTooMuch(body: DomElement): boolean {
  const elements = Array.from(body.querySelectorAll('*'));
  if (elements.length > maxElements || isDeeperThan(body, maxMainDepth)) return true;
  if (elements.filter((element) => tagOf(element) === 'aside').length > maxAsides) return true;
  return [body, ...elements].some(
    (element) => [...element.childNodes].filter((node) => isElement(node) && tagOf(node) === 'div').length > maxBeside,
  );
}

async function mainPart(document: DomElement): Promise<string> {
  const { default: Defuddle } = (await import('defuddle')) as unknown as { default: typeof DefuddleClass };
  const isCrowded = [...document.querySelectorAll(entries)].length > maxEntries;
  // Synchronous, so that nothing can be asked of anybody.
  return new Defuddle(document as never, { ...mainOptions, ...(isCrowded && { contentSelector: 'body' }) }).parse().content;
}

function dropHidden(document: DomDocument, withCaptions: boolean): void {
  const elements = Array.from(document.querySelectorAll('*'));
  const boxes = boxesOfText(elements);
  const contents = contentsOf(elements);
  for (const element of elements) {
    if (isHidden(element, contents.get(element)!, withCaptions)) element.remove();
    else if (isInkless(styleOf(element))) dropText(element);
  }
  for (const element of elements) {
    // A place that others link to is no link.
    if (tagOf(element) === 'a' && !element.hasAttribute('href')) element.replaceWith(...element.childNodes);
    else dropNames(element, contents.get(element)!.length);
  }
  for (const box of boxes) {
    const { length, linked, asks } = contents.get(box)!;
    if (!asks && linked < length / 2) unbox(document, box);
  }
}

/** Boxes within a section of the text, such as an abstract, a tip or a story told beside it. */
function boxesOfText(elements: readonly DomElement[]): DomElement[] {
  const inSection = new Set<DomElement>();
  return elements.filter((element) => {
    const parent = element.parentElement;
    if (!parent || !(inSection.has(parent) || isSection(parent))) return false;
    inSection.add(element);
    return tagOf(element) === 'aside' || (tagOf(element) === 'div' && /\bsidebar\b/.test(element.getAttribute('class') ?? ''));
  });
}

/** Makes it a part of the text like any other. */
function unbox(document: DomDocument, box: DomElement): void {
  const plain = document.createElement('div');
  for (const node of Array.from(box.childNodes)) plain.append(node);
  box.replaceWith(plain);
}

/**
 * Styles are no longer needed, and a hostile one is slow to parse. Names of what stands in the text say nothing of its place on the page:
 * by its class or address, a cross-reference would be taken for an anchor, and a heading "Tags" for a list of tags.
 */
function dropNames(element: DomElement, length: number): void {
  const tag = tagOf(element);
  const isText = inlineTags.has(tag) || /^(?:h[1-6]|p|pre|dl|dt|dd|td|th|tr)$/.test(tag);
  if (isText) for (const { name } of Array.from(element.attributes)) element.removeAttribute(name);
  else element.removeAttribute('style');
  const isLong = length > maxBoxCharacters && !placeName.test(namesOf(element));
  if (isLong || isSection(element)) for (const name of ['class', 'id']) element.removeAttribute(name);
}

/** A section of the text, which bears the name of its heading. */
function isSection(element: DomElement): boolean {
  const classes = element.getAttribute('class') ?? '';
  return (tagOf(element) === 'section' && classes === '') || /^(?:section|sect\d)\b/.test(classes);
}

function namesOf(element: DomElement): string {
  return ['class', 'id', 'aria-label', 'role'].map((name) => element.getAttribute(name) ?? '').join(' ');
}

function isHidden(element: DomElement, content: Content, withCaptions: boolean): boolean {
  return (
    element.hasAttribute('hidden') ||
    element.getAttribute('aria-hidden') === 'true' ||
    isUnseen(styleOf(element)) ||
    invisibleClass.test(element.getAttribute('class') ?? '') ||
    isBox(element, content, withCaptions)
  );
}

/** Removes the text that has the element's colours: its own, and that of descendants without colours of their own. */
function dropText(element: DomElement): void {
  const inside = [element];
  for (let next = inside.pop(); next; next = inside.pop()) {
    for (const node of Array.from(next.childNodes)) {
      if (node.nodeType === textNode) node.remove();
      else if (isElement(node) && !hasOwnColours(styleOf(node))) inside.push(node);
    }
  }
}

function styleOf(element: DomElement): string {
  return element.getAttribute('style') ?? '';
}

function isBox(element: DomElement, { length, linked, asks, heads }: Content, withCaptions: boolean): boolean {
  if (length > maxBoxCharacters || !boxTags.has(tagOf(element)) || isSection(element)) return false;
  const names = namesOf(element);
  const leadsOn = linked >= length / 2 && (tagOf(element) === 'nav' || waysName.test(names));
  return boxName.test(names) || leadsOn || (!withCaptions && captionName.test(names)) || (asks && !heads);
}

/** Of several the one that the page's title begins with: what comes before it may be the site's banner. */
function firstHeadingOf(headings: readonly string[], pageTitle: string): string {
  const named = headings.map((heading) => heading.replace(/\s*[¶§]$/u, ''));
  return named.find((heading) => heading !== '' && pageTitle.startsWith(heading)) ?? named[0] ?? '';
}

/** Prefers the first heading, because a page's `<title>` often contains the site's name; of its parts the first that a heading says. */
function titleOf(heading: string, pageTitle: string, subheadings: readonly string[]): string | null {
  if (heading && (!pageTitle || pageTitle.includes(heading))) return heading;
  const parts = pageTitle.split(/\s+[|–—·»]\s+/).map((part) => part.trim());
  const isSaid = (part: string) => part !== '' && [heading, ...subheadings].some((one) => one.includes(part));
  return (parts.find(isSaid) ?? parts[0]) || heading || null;
}

/** A part of a page has no h1: its title is the first h2 that is named so, as in DocBook's, or the only one. */
function partTitleOf(document: DomDocument, named: DomElement | null, textOf: (element: DomElement | null) => string): string | null {
  const all = [...document.querySelectorAll('h2')];
  const title = all.find((heading) => heading === named) ?? (all.length === 1 ? all[0] : undefined);
  return textOf(title ?? null) || null;
}

function withoutTitle(blocks: readonly Block[], title: string | null): Block[] {
  return blocks.filter(({ kind, text }) => !(kind === 'heading' && text === title));
}

function lengthOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => sum + (block.kind === 'heading' ? 0 : block.text.length), 0);
}
