import type { PageFacts } from '../../pages/page-facts.ts';
import { tidy } from '../../language/tokens.ts';
import type { AuditedPage, Evidence, PageCheck } from '../check.ts';

/** What a page says is shown so far. */
const maxQuote = 200;

/** For a check of HTML pages that were answered with 200. */
export function html(find: (facts: PageFacts, page: AuditedPage) => Iterable<Evidence>): PageCheck['find'] {
  return (page) => (page.facts ? find(page.facts, page) : []);
}

/** Evidence from the page's source. What the headers say has no line. */
export function at({ line }: { line: number }, text: string): Evidence {
  return { line: line > 0 ? line : null, text: cut(text) };
}

/** Evidence that is about the whole page or its answer. */
export function whole(text: string): Evidence {
  return { line: null, text: cut(text) };
}

/** The evidence if it is so. */
export function when(isSo: boolean, evidence: () => Evidence): Evidence[] {
  return isSo ? [evidence()] : [];
}

/** A number and what it counts: one heading, two headings. */
export function count(number: number, one: string): string {
  return `${number} ${one}${number === 1 ? '' : 's'}`;
}

/** What a page says, between quotation marks, cut; text of pages is data. */
export function quote(text: string): string {
  return `“${cut(text, maxQuote - 60)}”`;
}

function cut(text: string, max = maxQuote): string {
  const short = tidy(text.slice(0, 2 * max));
  return short.length <= max
    ? short
    : `${short
        .slice(0, max - 1)
        .toWellFormed()
        .trimEnd()}…`;
}
