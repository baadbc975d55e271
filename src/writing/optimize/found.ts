import { figuresOf } from '../claims/figures.ts';
import { quotations } from '../score/subject.ts';
import { quantitiesIn } from '../../language/quantities.ts';
import { countWords } from '../../language/tokens.ts';
import type { Judging } from './counting.ts';

/** Fewer words between quotation marks are a name or a term. */
const minQuoted = 5;

/** How many other pages it links to. */
export function linksIn({ page: { body, page } }: Judging): number {
  const pages = body.links.flatMap(({ href }) => {
    if (!URL.canParse(href, page.url)) return [];
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

/** Images, each once, and tables. */
export function mediaIn({ page: { body, tables } }: Judging): number {
  return new Set(body.images.map(({ src }) => src)).size + tables;
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
