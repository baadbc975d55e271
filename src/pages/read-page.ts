import { readsAs } from '../language/read-language.ts';
import { Addresses } from './addresses.ts';
import { readControls } from './controls.ts';
import { readForms } from './forms.ts';
import { readImages } from './images.ts';
import { readLinks } from './links.ts';
import { readMetadata } from './metadata.ts';
import { readOutline } from './outline.ts';
import type { PageFacts } from './page-facts.ts';
import { readMedia } from './media.ts';
import { readReferences } from './references.ts';
import { readResources } from './resources.ts';
import { readSlips } from './slips.ts';
import { readStructuredData } from './structured-data.ts';
import { readTables } from './tables.ts';
import { Walk } from './walk.ts';

/** Where a page was found, and the answer's headers, their names in lower case. */
export interface PageOrigin {
  url: string;
  headers?: Readonly<Record<string, string>>;
}

/**
 * Reads a page in one pass: everything that checks, posts and the crawl want to know of it. Nothing is run or fetched. Any text is a page;
 * the time it takes grows with its length alone.
 */
export function readPage(html: string, origin: PageOrigin): PageFacts {
  const steps = stepsOf(html, origin);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The same in steps of some milliseconds each, however long the page is; `turn` is awaited after each. */
export async function readPageInTurns(html: string, origin: PageOrigin, turn: () => Promise<void>): Promise<PageFacts> {
  const steps = stepsOf(html, origin);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await turn();
  }
}

function* stepsOf(html: string, { url, headers = {} }: PageOrigin): Generator<void, PageFacts> {
  const walk = new Walk(html);
  const addresses = new Addresses(url);
  const structured = readStructuredData(walk);
  const metadata = readMetadata(walk, addresses, headers);
  const outline = readOutline(walk);
  const resources = readResources(walk, addresses, structured.onData);
  const parts = [readLinks, readImages, readMedia, readControls, readForms, readReferences, readSlips].map((read) => read(walk, addresses));
  const tables = readTables(walk);
  yield;
  yield* walk.run();

  const { metaAuthor, ...said } = metadata();
  const { size, ...loaded } = resources();
  const { text, opening, middle, mainWords, sketch } = yield* walk.text.read();
  yield;
  const { headings, ...structure } = outline();
  const read = [];
  for (const part of parts) {
    read.push(part());
    yield;
  }
  return Object.assign(
    {
      hasDoctype: walk.hasDoctype,
      isFeed: walk.isFeed,
      ...said,
      readsAs: readsAs(opening, said.lang ?? said.xmlLang, middle),
      ...structured.read({ openGraph: said.meta.openGraph, author: metaAuthor }),
      headings,
      mainWords,
      sketch,
      text: { ...text, ...structure },
      size: { html: html.length, isAscii: !/[\u0080-\uFFFF]/.test(html), elements: walk.elements, depth: walk.depth, ...size },
      ...loaded,
      ...tables(),
    },
    ...read,
  ) as PageFacts;
}
