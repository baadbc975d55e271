import { tidy } from '../language/tokens.ts';
import { tagOf, type DomElement } from './dom.ts';
import { withoutMark } from './reference-marks.ts';

/** By tag, what Markdown has nothing for. */
export const foreign: ReadonlyMap<string, string> = new Map([
  ['math', 'formulas'],
  ['script', 'formulas'],
  ['svg', 'drawings'],
  ['canvas', 'drawings'],
  ['form', 'forms'],
]);

/** What such an element shows, as a name; undefined where it shows nothing, or a sign only. */
export function foreignName(element: DomElement, tag: string): string | undefined {
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

/** What an element is called, though it does not show it. */
export function nameOf(element: DomElement): string {
  const names = ['title', 'aria-label', 'alt'].map((name) => tidy(withoutMark(element.getAttribute(name) ?? '')));
  return names.find((name) => name !== '') ?? '';
}

/** An address as a name. */
export function shortOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host.replace(/^www\./, '')}${pathname.replace(/\/+$/, '')}`;
}

/** What a link says by a button or a drawing alone. */
export function saidBelow(link: DomElement): string {
  return tidy(withoutMark(Array.from(link.querySelectorAll('button, title, text'), (inner) => inner.textContent ?? '').join(' ')));
}
