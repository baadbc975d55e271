import { blockTags, isElement, tagOf, textNode, type DomDocument, type DomElement, type DomNode } from './dom.ts';
import type { Marks } from './html-page.ts';

/** What an element refers to, beside the text that it shows. */
export type Reference =
  | { kind: 'link'; url: string }
  | { kind: 'image'; url: string; alt: string }
  // Of a block of code: the language that it is written in.
  | { kind: 'language'; name: string };

/** No page has as many that matter. */
const maxReferences = 60_000;
const firstLink = 0xf0000;
const endOfLink = String.fromCodePoint(0xffff0);
const firstOther = 0x100000;
const mark = /[\u{F0000}-\u{10FFFF}]/gu;
/** A link's words between its marks; the words hold no other link. */
export const markedLink = /([\u{F0000}-\u{FFFE0}])([^\u{F0000}-\u{FFFFF}]*)\u{FFFF0}/gu;
export const markedOther = /[\u{100000}-\u{10FFFF}]/gu;
export const strayMark = mark;

const languageClass = /(?:^|\s)(?:language|lang|highlight-source|highlight)-([\w+#-]{1,20})/;

/**
 * Marks links, images and the languages of code in the text of a page, by characters of private use that no text has: so they are found again
 * however the page is taken apart.
 */
export class References implements Marks {
  readonly #base: string;
  readonly #all: Reference[] = [];

  /** `url`: where the page was found. */
  constructor(url: string) {
    this.#base = url;
  }

  /** What a mark stands for. */
  of(marked: string): Reference | undefined {
    const code = marked.codePointAt(0)!;
    return this.#all[code >= firstOther ? code - firstOther : code - firstLink];
  }

  without(text: string): string {
    return text.replace(mark, '');
  }

  /** The addresses of the links in a text. */
  linksIn(text: string): string[] {
    return [...text.matchAll(markedLink)].flatMap(([, one]) => {
      const reference = this.of(one!);
      return reference?.kind === 'link' ? [reference.url] : [];
    });
  }

  put(document: DomDocument): void {
    const named = document.querySelector('base')?.getAttribute('href');
    const base = URL.parse(named ?? '', this.#base)?.href ?? this.#base;
    const elements = Array.from(document.querySelectorAll('*'));
    for (const element of elements) withoutMarks(element);
    for (const element of elements) {
      const tag = tagOf(element);
      if (tag === 'img') this.#image(document, element, base);
      if (tag === 'pre') this.#language(document, element);
    }
    for (const element of elements) if (tagOf(element) === 'a') this.#link(element, base);
  }

  #note(reference: Reference, first: number): string | undefined {
    if (this.#all.length === maxReferences) return undefined;
    this.#all.push(reference);
    return String.fromCodePoint(first + this.#all.length - 1);
  }

  #image(document: DomDocument, image: DomElement, base: string): void {
    const said = ['src', 'data-src', 'data-original', 'data-lazy-src'].map((name) => image.getAttribute(name) ?? '');
    const listed = (image.getAttribute('srcset') ?? '').trim().split(/[\s,]/)[0]!;
    const src = [...said, listed].find((one) => one !== '' && !/^\s*(?:data|blob):/i.test(one));
    const url = src === undefined ? null : (URL.parse(src, base)?.href ?? null);
    const isSpeck = ['width', 'height'].some((name) => /^[01]$/.test(image.getAttribute(name) ?? ''));
    if (url === null || isSpeck) return;
    const marked = this.#note({ kind: 'image', url, alt: (image.getAttribute('alt') ?? '').replace(mark, '') }, firstOther);
    if (marked === undefined) return;
    const { parentElement: parent } = image;
    (parent && tagOf(parent) === 'picture' ? parent : image).replaceWith(document.createTextNode(marked));
  }

  #language(document: DomDocument, pre: DomElement): void {
    const inner = pre.querySelector('code');
    const classes = [pre, inner, pre.parentElement].map((one) => one?.getAttribute('class') ?? '').join(' ');
    const name = languageClass.exec(classes)?.[1];
    const marked = name === undefined ? undefined : this.#note({ kind: 'language', name: name.toLowerCase() }, firstOther);
    const [text] = textsIn(pre);
    if (marked !== undefined && text) text.textContent = marked + (text.textContent ?? '');
  }

  #link(link: DomElement, base: string): void {
    const href = link.getAttribute('href')?.trim() ?? '';
    const url = href === '' || href === '#' ? null : (URL.parse(href, base)?.href ?? null);
    if (url === null || !/^https?:/.test(url)) return;
    const texts = textsIn(link);
    const [first] = texts;
    // A card that is a link as a whole is one by its first words.
    const last = holdsBlock(link) ? first : texts.at(-1);
    if (!first || !last) return;
    const opened = this.#note({ kind: 'link', url }, firstLink);
    if (opened === undefined) return;
    first.textContent = opened + (first.textContent ?? '');
    last.textContent = (last.textContent ?? '') + endOfLink;
  }
}

/** A page may hold such characters itself, as signs of its own font. */
function withoutMarks(element: DomElement): void {
  for (const node of element.childNodes) {
    if (node.nodeType === textNode && mark.test(node.textContent ?? '')) node.textContent = node.textContent!.replace(mark, '');
    mark.lastIndex = 0;
  }
}

function holdsBlock(element: DomElement): boolean {
  return Array.from(element.querySelectorAll('*')).some((inner) => blockTags.has(tagOf(inner)));
}

/** The texts of an element that are not blank, in order. */
function textsIn(element: DomElement): DomNode[] {
  const texts: DomNode[] = [];
  const left: DomNode[] = [element];
  for (let node = left.pop(); node; node = left.pop()) {
    if (node.nodeType === textNode) {
      if (/\S/.test(node.textContent ?? '')) texts.push(node);
    } else if (isElement(node)) left.push(...[...node.childNodes].toReversed());
  }
  return texts;
}
