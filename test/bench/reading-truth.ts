import { isElement, parseDocument, tagOf, textNode, type DomElement, type DomNode } from '../../src/documents/dom.ts';
import { normalise, words } from '../../src/language/tokens.ts';

/** What a page's main part holds, and what stands around it. */
export interface Truth {
  headings: string[];
  /** Of its prose, code not counted. */
  words: string[];
  code: string[];
  /** Each link's words with those on either side of it in its paragraph. */
  links: string[];
  /** Of navigation, header and footer. */
  around: string[];
}

const wordsBeside = 2;
const paragraphTags = new Set(
  'p li dt dd td th h1 h2 h3 h4 h5 h6 blockquote div section body ul ol dl table tr tbody thead pre'.split(' '),
);
const start = '\uE000';
const end = '\uE001';
const anyLink = new RegExp(`${start}([^${start}${end}]*)${end}`, 'g');

export function plainWords(text: string): string[] {
  return words(normalise(text.replace(/[¶`]/g, '')));
}

/** What the page's own markup says, by the selectors of its manual. */
export async function truthOf(html: string, main: string, without: string): Promise<Truth | undefined> {
  const document = await parseDocument(html);
  for (const element of document.querySelectorAll('script, style, title')) element.remove();
  const all = document.body?.textContent ?? '';
  const part = document.querySelector(main);
  if (!part) return undefined;
  for (const element of part.querySelectorAll(without)) element.remove();
  for (const mark of part.querySelectorAll('sup')) if (/^\s*\[?\d+\]?\s*$/.test(mark.textContent ?? '')) mark.remove();
  const code = [...part.querySelectorAll('pre')].map((element) => element.textContent ?? '').filter((text) => /\p{L}/u.test(text));
  // A heading that nobody closed ends where the next paragraph begins.
  const headings = [...part.querySelectorAll('h1, h2, h3, h4, h5, h6')].map((element) =>
    plain(paragraphsOf(element).find((text) => /[\p{L}\p{N}]/u.test(text)) ?? '').join(' '),
  );
  const inMain = part.textContent ?? '';
  for (const element of part.querySelectorAll('pre')) element.remove();
  return {
    headings: headings.filter(Boolean),
    words: plainWords(part.textContent ?? ''),
    code,
    links: paragraphsOf(part).flatMap(linksIn),
    around: rest(plainWords(all), plainWords(inMain)),
  };
}

/** Words of the first that are not in the second, counted as often as they occur. */
export function rest(from: readonly string[], taken: readonly string[]): string[] {
  const left = countsOf(taken);
  return from.filter((word) => {
    const count = left.get(word) ?? 0;
    if (count > 0) left.set(word, count - 1);
    return count === 0;
  });
}

function countsOf(all: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of all) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** The texts that stand in one paragraph each, with the links marked. */
function paragraphsOf(root: DomElement): string[] {
  const paragraphs: string[] = [];
  let text = '';
  const walk = (node: DomNode) => {
    if (node.nodeType === textNode) text += node.textContent ?? '';
    if (!isElement(node)) return;
    const tag = tagOf(node);
    const isLink = tag === 'a' && node.hasAttribute('href');
    if (paragraphTags.has(tag) || tag === 'br') flush();
    if (isLink) text += start;
    for (const child of node.childNodes) walk(child);
    if (isLink) text += end;
    if (paragraphTags.has(tag)) flush();
  };
  const flush = () => {
    paragraphs.push(text);
    text = '';
  };
  walk(root);
  flush();
  return paragraphs;
}

function plain(paragraph: string): string[] {
  return plainWords(paragraph.replaceAll(start, '').replaceAll(end, ''));
}

function linksIn(paragraph: string): string[] {
  const linked = [...paragraph.matchAll(anyLink)].flatMap(([, text]) => plainWords(text!));
  const all = plain(paragraph);
  // Where hardly anything else stands beside the links, they are a list, and no sentence misses them.
  if (linked.length > all.length / 2) return [];
  return [...paragraph.matchAll(anyLink)].flatMap((match) => {
    const before = plain(paragraph.slice(0, match.index)).length;
    const until = plain(paragraph.slice(0, match.index + match[0].length)).length;
    if (plainWords(match[1]!).length === 0) return [];
    return [all.slice(Math.max(0, before - wordsBeside), until + wordsBeside).join(' ')];
  });
}
