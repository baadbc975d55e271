import { figuresOf } from '../claims/figures.ts';
import { quotations } from '../score/subject.ts';
import { quantitiesIn } from '../../language/quantities.ts';
import { countWords, tidy } from '../../language/tokens.ts';
import type { Judging } from './counting.ts';
import type { ReadPage } from './read-page.ts';

/** Fewer words between quotation marks are a name or a term. */
const minQuoted = 5;

/** How many other pages it links to, in sentences that count. */
export function linksIn({ page: { body, page }, counted }: Judging): number {
  const said = [...counted.sentences].map(({ text }) => text).join('\n');
  const copied = [...counted.uncounted].flatMap(([{ text }, reason]) => (reason === 'copied' ? [text] : [])).join('\n');
  const pages = body.links.flatMap(({ href, text }) => {
    if (!URL.canParse(href, page.url) || tidy(text) === '' || !said.includes(tidy(text)) || copied.includes(tidy(text))) return [];
    const url = new URL(href, page.url);
    url.hash = '';
    return /^https?:$/.test(url.protocol) && url.href !== withoutHash(page.url) ? [url.href] : [];
  });
  return new Set(pages).size;
}

function withoutHash(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  url.hash = '';
  return url.href;
}

/** Images and tables, each once, but those that stand in one of the `others` too. */
export function mediaIn({ page }: Judging, others: readonly ReadPage[] = []): number {
  const theirs = new Set(others.flatMap(mediaOf));
  return new Set(mediaOf(page).filter((one) => !theirs.has(one))).size;
}

function mediaOf({ body, tables }: ReadPage): string[] {
  return [...body.images.map(({ src }) => src), ...tables];
}

/** Sentences that count and give a measured figure or a quotation. */
export function evidenceIn({ counted }: Judging, language: string): number {
  return [...counted.sentences].filter(({ text }) => hasFigure(text, language) || hasQuotation(text)).length;
}

function hasFigure(text: string, language: string): boolean {
  return figuresOf({ text, quantities: quantitiesIn(text, language) }).some(({ weight }) => weight === 'measured');
}

function hasQuotation(text: string): boolean {
  return (text.match(quotations) ?? []).some((quoted) => countWords(quoted) >= minQuoted);
}
