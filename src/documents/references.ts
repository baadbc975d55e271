import { blockTags, isElement, tagOf, textNode, type DomDocument, type DomElement, type DomNode } from './dom.ts';
import { noProse } from './html-blocks.ts';
import type { Marks } from './html-page.ts';
import { linkAddress } from './link-schemes.ts';
import { endOfLink, firstLink, firstOther, mark, markedLink, markWithWords, withoutMark, type Reference } from './reference-marks.ts';
import { foreign, foreignName, nameOf, saidBelow, shortOf } from './reference-names.ts';
import { isUnseen } from './unseen.ts';
import { isSaid, toldOf, unwrittenLine } from './unwritten.ts';

/** No page has as many that matter. */
const maxReferences = 60_000;
/** What runs, or leads nowhere. */
const idle = /^(?:javascript|vbscript|data|blob|about|file):/;
/** Shorter pictures that stand in the page itself are spacers. In characters. */
const minInline = 300;
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

const embedding = new Set(['iframe', 'frame', 'embed', 'object', 'video', 'audio', 'area']);
const isInline = (src: string) => /^\s*(?:data|blob):/i.test(src);
const isSpeck = (element: DomElement) => ['width', 'height'].some((name) => /^[01]$/.test(element.getAttribute(name) ?? ''));
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
