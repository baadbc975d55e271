import { isNavigation, isSymbolLine, withoutReferenceMarks, type Block, type Extraction, type ListItem } from './blocks.ts';
import { contentsOf, isElement, textNode, type Content, type DomElement, type DomNode } from './dom.ts';
import { tidy } from '../language/tokens.ts';
import { hasOwnColours, isInkless, isUnseen } from './unseen.ts';

/** Content nested deeper is not read, so that no page can exhaust the stack. */
const maxDepth = 300;
/** Readability's time grows with the cube of the depth; real pages are far less deep. */
const maxReadableDepth = 80;
const minCellWords = 6;
/** If Readability returns a smaller share of the body than this, it chose the wrong part. */
const minReadableShare = 0.2;
const minReadableCharacters = 200;

const noProse = new Set(
  (
    'script style noscript template iframe object embed svg math canvas audio video picture img figure figcaption pre button input select ' +
    'textarea form nav aside footer dialog menu'
  ).split(' '),
);
const blockTags = new Set(
  (
    'address article blockquote body center dd details div dl dt fieldset h1 h2 h3 h4 h5 h6 header hgroup hr html li main ol p section summary ' +
    'table tbody td tfoot th thead tr ul pre nav aside footer figure form'
  ).split(' '),
);
const invisibleClass =
  /(?:^|\s)(?:sr-only|visually-hidden|visuallyhidden|screen-reader-text|hidden|d-none|mw-editsection|noprint|reference)(?:\s|$)/;

/** Names of boxes for sign-ups, ads, comments and so on. An element longer than `maxBoxCharacters` is content, whatever its name. */
const boxName =
  /(?:^|[\s_-])(?:newsletter|subscribe|subscription|sign-?up|opt-?in|mailing-?list|cookies?|consent|gdpr|promo|advert(?:isement)?|ads?|sponsored|paywall|social|share|sharing|comments?|breadcrumbs?|byline|related(?:-posts)?)(?:[\s_-]|$)/i;
const boxTags = new Set(['div', 'section', 'aside', 'p', 'ul', 'form']);
const maxBoxCharacters = 800;

/** HTML → the headings, paragraphs and list items of the visible main content, found by Readability. Nothing is executed or fetched. */
export async function readHtml(content: string, url?: string): Promise<Extraction> {
  const { parseHTML } = await import('linkedom');
  const { document } = parseHTML(
    /<html[\s>]/i.test(content) ? content : `<!doctype html><html><head></head><body>${content}</body></html>`,
  );
  const root = document as unknown as DomElement & { body: DomElement | null; documentElement: DomElement | null };
  cutDeep(root);
  dropHidden(root);
  const heading = tidy(root.querySelector('h1')?.textContent ?? '');
  const pageTitle = tidy(root.querySelector('title')?.textContent ?? '');
  const body = root.body ?? root.documentElement;
  if (!body) return { title: pageTitle || null, blocks: [] };
  const whole = blocksOf(root.querySelector('main, article, [role=main]') ?? body);
  const readable = isDeeperThan(body, maxReadableDepth) ? [] : await readableBlocks(root, url);
  const blocks = lengthOf(readable) >= Math.max(minReadableCharacters, lengthOf(whole) * minReadableShare) ? readable : whole;
  return { title: titleOf(heading, pageTitle), blocks: withoutTitle(blocks, heading) };
}

/** The same for HTML that is all content, such as a converted document: nothing counts as page furniture. An `h1.title` is its title. */
export async function readWhole(content: string): Promise<Extraction> {
  const { parseHTML } = await import('linkedom');
  const { document } = parseHTML(`<!doctype html><html><head></head><body>${content}</body></html>`);
  const { body } = document as unknown as { body: DomElement };
  cutDeep(body);
  const named = body.querySelector('h1.title');
  if (named) {
    named.remove();
    return { title: tidy(named.textContent ?? '') || null, blocks: blocksOf(body) };
  }
  const blocks = blocksOf(body);
  const first = blocks.find((block) => block.kind === 'heading' && block.level === 1)?.text ?? null;
  const isOnly = blocks.filter((block) => block.kind === 'heading' && block.level === 1).length === 1;
  return { title: first, blocks: isOnly ? withoutTitle(blocks, first!) : blocks };
}

function isDeeperThan(root: DomElement, limit: number): boolean {
  let level: DomNode[] = [root];
  for (let depth = 0; depth <= limit; depth++) {
    level = level.flatMap((node) => (isElement(node) ? [...node.childNodes] : []));
    if (level.length === 0) return false;
  }
  return true;
}

/** Removes what is too deep to be read: whatever looks into each element's content would take time by the square of the depth. */
function cutDeep(root: DomNode): void {
  let level = [root];
  for (let depth = 0; depth <= maxDepth && level.length > 0; depth++) {
    level = level.flatMap((node) => (node.nodeType !== textNode ? [...node.childNodes] : []));
  }
  for (const node of level) node.remove();
}

function dropHidden(root: DomElement): void {
  const elements = Array.from(root.querySelectorAll('*'));
  const contents = contentsOf(elements);
  for (const element of elements) {
    if (isHidden(element, contents.get(element)!)) element.remove();
    else if (isInkless(styleOf(element))) dropText(element);
  }
  // Styles are no longer needed, and a hostile one is slow to parse.
  for (const element of elements) element.removeAttribute('style');
}

function isHidden(element: DomElement, content: Content): boolean {
  return (
    element.hasAttribute('hidden') ||
    element.getAttribute('aria-hidden') === 'true' ||
    isUnseen(styleOf(element)) ||
    invisibleClass.test(element.getAttribute('class') ?? '') ||
    isBox(element, content)
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

function isBox(element: DomElement, { length, asks, heads }: Content): boolean {
  if (length > maxBoxCharacters || !boxTags.has(element.tagName.toLowerCase())) return false;
  const names = ['class', 'id', 'aria-label', 'role'].map((name) => element.getAttribute(name) ?? '').join(' ');
  return boxName.test(names) || (asks && !heads);
}

async function readableBlocks(root: DomElement, url: string | undefined): Promise<Block[]> {
  const { Readability } = await import('@mozilla/readability');
  try {
    if (url) Object.defineProperty(root, 'baseURI', { value: url, configurable: true });
    const article = new Readability(root as never, { serializer: (element: unknown) => element as never, keepClasses: false }).parse();
    const content = (article as { content?: unknown } | null)?.content as DomElement | null | undefined;
    return content ? blocksOf(content) : [];
  } catch {
    // Readability fails on broken trees; the caller then uses the plain reading of the body.
    return [];
  }
}

/** Prefers the first heading, because a page's `<title>` often contains the site's name. */
function titleOf(heading: string, pageTitle: string): string | null {
  if (heading && (!pageTitle || pageTitle.includes(heading))) return heading;
  return pageTitle.split(/\s+[|–—·»]\s+/)[0]?.trim() || heading || null;
}

function withoutTitle(blocks: readonly Block[], heading: string): Block[] {
  return blocks.filter((block) => !(block.kind === 'heading' && (block.level === 1 || block.text === heading) && block.text === heading));
}

function lengthOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => sum + (block.kind === 'heading' ? 0 : block.text.length), 0);
}

function blocksOf(root: DomElement): Block[] {
  const blocks: Block[] = [];
  walk(root, blocks, 0);
  return blocks;
}

function walk(parent: DomElement, blocks: Block[], depth: number): void {
  let loose = '';
  const flush = () => {
    for (const part of loose.split(/\n\s*\n/)) addParagraph(part, blocks);
    loose = '';
  };
  for (const node of parent.childNodes) {
    if (node.nodeType === textNode) loose += node.textContent ?? '';
    if (!isElement(node)) continue;
    const tag = node.tagName.toLowerCase();
    if (tag === 'br') loose += '\n';
    else if (noProse.has(tag) || depth > maxDepth) continue;
    else if (!blockTags.has(tag) && !holdsBlocks(node)) loose += inlineText(node, depth).text;
    else {
      flush();
      addBlock(node, tag, blocks, depth);
    }
  }
  flush();
}

function addBlock(element: DomElement, tag: string, blocks: Block[], depth: number): void {
  if (/^h[1-6]$/.test(tag)) {
    const text = clean(inlineText(element, depth).text);
    if (text) blocks.push({ kind: 'heading', level: Number(tag[1]), text });
  } else if (tag === 'ul' || tag === 'ol') addList(element, blocks, depth);
  else if (tag === 'table') addTable(element, blocks, depth);
  else if (tag === 'dl') addDefinitions(element, blocks, depth);
  else walk(element, blocks, depth + 1);
}

function addParagraph(raw: string, blocks: Block[]): void {
  const text = clean(raw);
  if (text && /\p{L}/u.test(text) && !isSymbolLine(text)) blocks.push({ kind: 'paragraph', text });
}

function addList(list: DomElement, blocks: Block[], depth: number): void {
  const first = blocks.length;
  const items: ListItem[] = [];
  const counts = list.tagName.toLowerCase() === 'ol';
  for (const child of list.childNodes) {
    if (!isElement(child) || child.tagName.toLowerCase() !== 'li') continue;
    const { text, linkedCharacters } = inlineText(child, depth);
    items.push({ text: clean(text), linkedCharacters });
    const before = blocks.length;
    walk(child, blocks, depth + 1);
    const opening = blocks[before];
    if (opening?.kind !== 'paragraph') continue;
    // Further paragraphs of a numbered item belong to it.
    const rest = counts && blocks.slice(before).every(({ kind }) => kind === 'paragraph') ? blocks.splice(before + 1) : [];
    blocks[before] = {
      kind: 'item',
      text: [opening, ...rest].map(({ text: own }) => own).join(' '),
      number: counts ? items.length : undefined,
    };
  }
  if (isNavigation(items)) blocks.length = first;
}

function addTable(table: DomElement, blocks: Block[], depth: number): void {
  if (table.querySelector('table, p, h1, h2, h3, ul')) {
    for (const cell of table.querySelectorAll('td, th')) if (!cell.querySelector('td, th')) walk(cell, blocks, depth + 1);
    return;
  }
  for (const row of table.querySelectorAll('tr')) {
    const cells = Array.from(row.querySelectorAll('td'), (cell) => clean(inlineText(cell, depth).text)).filter(Boolean);
    if (cells.some((cell) => cell.split(' ').length >= minCellWords)) blocks.push({ kind: 'item', text: cells.join(' — ') });
  }
}

function addDefinitions(list: DomElement, blocks: Block[], depth: number): void {
  let term = '';
  for (const child of list.childNodes) {
    if (!isElement(child)) continue;
    const tag = child.tagName.toLowerCase();
    if (tag === 'dt') term = clean(inlineText(child, depth).text);
    else if (tag === 'dd') {
      const meaning = clean(inlineText(child, depth).text);
      if (meaning) blocks.push({ kind: 'item', text: term ? `${term}: ${meaning}` : meaning });
    } else walk(child, blocks, depth + 1);
  }
}

function inlineText(element: DomElement, depth: number): ListItem {
  let text = '';
  let linkedCharacters = 0;
  for (const node of element.childNodes) {
    if (node.nodeType === textNode) text += node.textContent ?? '';
    if (!isElement(node) || depth > maxDepth) continue;
    const tag = node.tagName.toLowerCase();
    if (noProse.has(tag) || (tag === 'sup' && isNoteMark(node))) continue;
    if (tag === 'br') {
      text += '\n';
      continue;
    }
    const inner = inlineText(node, depth + 1);
    linkedCharacters += tag === 'a' ? inner.text.trim().length : inner.linkedCharacters;
    text += blockTags.has(tag) ? `\n${inner.text}\n` : inner.text;
  }
  return { text, linkedCharacters };
}

function isNoteMark(element: DomElement): boolean {
  return /^\s*\[?\s*(?:\d{1,3}|[a-z*†‡])\s*\]?\s*$/i.test(element.textContent ?? '') && element.querySelector('a') !== null;
}

function holdsBlocks(element: DomElement): boolean {
  return element.querySelector('p, div, ul, ol, table, h1, h2, h3, h4, section, article, blockquote') !== null;
}

function clean(text: string): string {
  return tidy(withoutReferenceMarks(text));
}
