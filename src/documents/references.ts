import { tidy } from '../language/tokens.ts';
import { blockTags, isElement, tagOf, textNode, type DomDocument, type DomElement, type DomNode } from './dom.ts';
import { noProse } from './html-blocks.ts';
import type { Marks } from './html-page.ts';
import { linkAddress } from './link-schemes.ts';
import { isUnseen } from './unseen.ts';

/** What an element refers to, beside the text that it shows. */
export type Reference =
  | { kind: 'link'; url: string }
  | { kind: 'image'; url: string; alt: string }
  // What leads elsewhere and shows no words: an embedded page, a film, a link that is a sign.
  | { kind: 'embedded'; url: string; name: string }
  // What Markdown has nothing for.
  | { kind: 'foreign'; what: string; name: string }
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
export const linkOpening = /[\u{F0000}-\u{FFFE0}]/u;
export const linkEnd = /\u{FFFF0}/u;
export const markedOther = /[\u{100000}-\u{10FFFF}]/gu;
export const strayMark = mark;
const markWithWords = /([\u{F0000}-\u{10FFFF}])([^\u{F0000}-\u{10FFFF}]*)/gu;

/** What runs, or leads nowhere. */
const idle = /^(?:javascript|vbscript|data|blob|about|file):/;
/** Shorter pictures that stand in the page itself are spacers. In characters. */
const minInline = 300;
const maxExamples = 5;
const maxExample = 100;

const languageClass = /(?:^|\s)(?:language|lang|highlight-source|highlight)-([\w+#-]{1,20})/;

/**
 * Marks links, images and the languages of code in the text of a page, by characters of private use that no text has: so they are found again
 * however the page is taken apart.
 */
export class References implements Marks {
  readonly #base: string;
  /** The address of the page itself. */
  readonly #here: string;
  readonly #all: Reference[] = [];
  readonly #written = new Set<Reference>();

  /** `url`: where the page was found. */
  constructor(url: string) {
    this.#base = url;
    this.#here = url.replace(/#.*$/s, '');
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
      else if (tag === 'pre') this.#language(document, element);
      else if (embedding.has(tag)) this.#embedded(document, element, base);
      else this.#foreign(document, element, tag);
    }
    for (const element of elements) if (tagOf(element) === 'a') this.#link(document, element, base);
  }

  /** Tells that what a mark stands for has been written. */
  written(reference: Reference): void {
    this.#written.add(reference);
  }

  /** What stands in an element and has not been written: by kind how often, with some examples. */
  unwrittenIn(root: DomElement): string[] {
    const found = new Map<string, string[]>();
    const left: { node: DomNode; isItem: boolean }[] = [{ node: root, isItem: false }];
    for (let next = left.pop(); next; next = left.pop()) {
      const { node, isItem } = next;
      if (node.nodeType === textNode) {
        for (const [, one, words] of (node.textContent ?? '').matchAll(markWithWords)) {
          const reference = this.of(one!);
          const told = reference && !this.#written.has(reference) ? toldOf(reference, this.#isHere, isItem && isSaid(words!)) : undefined;
          if (told)
            found
              .set(told.what, found.get(told.what) ?? [])
              .get(told.what)!
              .push(told.name);
        }
      } else if (isElement(node) && (!noProse.has(tagOf(node)) || tagOf(node) === 'figcaption')) {
        const within = isItem || tagOf(node) === 'li';
        for (const child of [...node.childNodes].toReversed()) left.push({ node: child, isItem: within });
      }
    }
    return Array.from(found, ([what, names]) => unwrittenLine(what, names));
  }

  /** Whether an address is one of the page itself. */
  readonly #isHere = (url: string) => url.replace(/#.*$/s, '') === this.#here;

  #note(reference: Reference, first: number): string | undefined {
    if (this.#all.length === maxReferences) return undefined;
    this.#all.push(reference);
    return String.fromCodePoint(first + this.#all.length - 1);
  }

  /** The mark of what is no link with words, as a text. */
  #other(document: DomDocument, reference: Reference): DomNode[] {
    const marked = this.#note(reference, firstOther);
    return marked === undefined ? [] : [document.createTextNode(marked)];
  }

  #image(document: DomDocument, image: DomElement, base: string): void {
    const said = ['src', 'data-src', 'data-original', 'data-lazy-src'].map((name) => image.getAttribute(name) ?? '');
    const listed = (image.getAttribute('srcset') ?? '').trim().split(/[\s,]/)[0]!;
    const urls = [...said, listed].flatMap((one) => (one === '' || isInline(one) ? [] : (URL.parse(one, base)?.href ?? [])));
    const inline = said.some((one) => isInline(one) && one.length >= minInline) ? 'data:' : undefined;
    const url = urls.find((one) => /^https?:/.test(one)) ?? inline ?? urls.find((one) => !idle.test(one));
    if (url === undefined || isSpeck(image)) return;
    const marked = this.#other(document, { kind: 'image', url, alt: withoutMark(image.getAttribute('alt') ?? '') });
    if (marked.length === 0) return;
    const { parentElement: parent } = image;
    (parent && tagOf(parent) === 'picture' ? parent : image).replaceWith(...marked);
  }

  /** A film or another page in the page. */
  #embedded(document: DomDocument, element: DomElement, base: string): void {
    const source = element.querySelector('source')?.getAttribute('src');
    const said = [...['src', 'data-src', 'data-lazy-src', 'data', 'href'].map((name) => element.getAttribute(name)), source];
    const url = said.flatMap((one) => (one ? (URL.parse(one, base)?.href ?? []) : [])).find((one) => /^https?:/.test(one));
    if (isSpeck(element) || element.hasAttribute('hidden') || isUnseen(element.getAttribute('style') ?? '')) return;
    if (url !== undefined) element.replaceWith(...this.#other(document, { kind: 'embedded', url, name: nameOf(element) || shortOf(url) }));
    else if (element.hasAttribute('srcdoc')) element.replaceWith(...this.#other(document, { kind: 'foreign', what: 'embedded content', name: nameOf(element) })); // prettier-ignore
  }

  #foreign(document: DomDocument, element: DomElement, tag: string): void {
    const what = foreign.get(tag);
    const name = what === undefined ? undefined : foreignName(element, tag);
    if (what === undefined || name === undefined) return;
    const marked = this.#other(document, { kind: 'foreign', what, name: withoutMark(name) });
    if (tag === 'form') element.before(...marked);
    else element.replaceWith(...marked);
  }

  #language(document: DomDocument, pre: DomElement): void {
    const inner = pre.querySelector('code');
    const classes = [pre, inner, pre.parentElement].map((one) => one?.getAttribute('class') ?? '').join(' ');
    const name = languageClass.exec(classes)?.[1];
    const marked = name === undefined ? undefined : this.#note({ kind: 'language', name: name.toLowerCase() }, firstOther);
    const [text] = textsIn(pre);
    if (marked !== undefined && text) text.textContent = marked + (text.textContent ?? '');
  }

  #link(document: DomDocument, link: DomElement, base: string): void {
    const href = link.getAttribute('href')?.trim() ?? '';
    const url = href === '' || href === '#' ? null : (URL.parse(href, base)?.href ?? null);
    if (url === null || idle.test(url)) return;
    const texts = textsIn(link);
    const [first] = texts;
    // A card that is a link as a whole is one by its first words.
    const last = holdsBlock(link) ? first : texts.at(-1);
    if (!first || !last) {
      const name = nameOf(link) || saidBelow(link) || (link.querySelector('*') ? shortOf(url) : '');
      if (name !== '' && !this.#isHere(url)) link.append(...this.#other(document, { kind: 'embedded', url, name }));
      return;
    }
    if (!linkAddress.test(url)) {
      link.append(...this.#other(document, { kind: 'foreign', what: 'links', name: url }));
      return;
    }
    const opened = this.#note({ kind: 'link', url }, firstLink);
    if (opened === undefined) return;
    first.textContent = opened + (first.textContent ?? '');
    last.textContent = (last.textContent ?? '') + endOfLink;
  }
}

const isSaid = (words: string) => /[\p{L}\p{N}]/u.test(words);

function toldOf(reference: Reference, isHere: (url: string) => boolean, isEntry: boolean): { what: string; name: string } | undefined {
  if (reference.kind === 'foreign') return reference;
  if (reference.kind === 'language') return undefined;
  const { kind, url } = reference;
  // Signs beside headings and behind notes lead about the page too.
  if (kind === 'link' && isHere(url)) return isEntry ? { what: 'entries of a table of contents', name: '' } : undefined;
  if (kind === 'image') return { what: 'pictures', name: reference.alt || (/^https?:/.test(url) ? url : '') };
  return { what: kind === 'link' ? 'links' : 'embedded content', name: url };
}

const embedding = new Set(['iframe', 'frame', 'embed', 'object', 'video', 'audio', 'area']);
const foreign: ReadonlyMap<string, string> = new Map([
  ['math', 'formulas'],
  ['script', 'formulas'],
  ['svg', 'drawings'],
  ['canvas', 'drawings'],
  ['form', 'forms'],
]);

/** Undefined where it shows nothing, or a sign only. */
function foreignName(element: DomElement, tag: string): string | undefined {
  if (tag === 'script') return (element.getAttribute('type') ?? '').startsWith('math/') ? tidy(element.textContent ?? '') : undefined;
  if (tag === 'math') return element.getAttribute('alttext') || tidy((element.querySelector('annotation') ?? element).textContent ?? '');
  if (tag === 'form') return element.querySelector('textarea, select, input:not([type=hidden])') ? nameOf(element) : undefined;
  if (tag === 'canvas') return nameOf(element);
  const words = nameOf(element) || tidy(Array.from(element.querySelectorAll('title, text'), (inner) => inner.textContent ?? '').join(' '));
  return words === '' || isSign(element) ? undefined : words;
}

/** Whether a drawing belongs to a link or button, or is not meant for readers. */
function isSign(drawing: DomElement): boolean {
  for (let at: DomElement | null = drawing; at; at = at.parentElement) {
    if (tagOf(at) === 'a' || tagOf(at) === 'button' || at.getAttribute('aria-hidden') === 'true') return true;
  }
  return false;
}

const isInline = (src: string) => /^\s*(?:data|blob):/i.test(src);
const isSpeck = (element: DomElement) => ['width', 'height'].some((name) => /^[01]$/.test(element.getAttribute(name) ?? ''));
const withoutMark = (text: string) => text.replace(mark, '');

/** What an element is called, though it does not show it. */
function nameOf(element: DomElement): string {
  const names = ['title', 'aria-label', 'alt'].map((name) => tidy(withoutMark(element.getAttribute(name) ?? '')));
  return names.find((name) => name !== '') ?? '';
}

/** An address as a name. */
export function shortOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host.replace(/^www\./, '')}${pathname.replace(/\/+$/, '')}`;
}

/** How often something was found that cannot be written, with some examples. */
export function unwrittenLine(what: string, names: readonly string[]): string {
  const some = [...new Set(names)].filter(Boolean);
  const shown = some
    .slice(0, maxExamples)
    .map((name) => (name.length > maxExample ? `${name.slice(0, maxExample).toWellFormed()}…` : name));
  const more = some.length > maxExamples ? ' …' : '';
  return `${what} (${names.length})${shown.length > 0 ? `: ${shown.join(', ')}${more}` : ''}`;
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

/** What a link says by a button or a drawing alone. */
function saidBelow(link: DomElement): string {
  return tidy(withoutMark(Array.from(link.querySelectorAll('button, title, text'), (inner) => inner.textContent ?? '').join(' ')));
}

/** The texts of an element that are not blank, in order: those that are read. */
function textsIn(element: DomElement): DomNode[] {
  const texts: DomNode[] = [];
  const left: DomNode[] = [element];
  for (let node = left.pop(); node; node = left.pop()) {
    if (node.nodeType === textNode) {
      if (/\S/.test(node.textContent ?? '')) texts.push(node);
    } else if (isElement(node) && (node === element || !noProse.has(tagOf(node)))) left.push(...[...node.childNodes].toReversed());
  }
  return texts;
}
