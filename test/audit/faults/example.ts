import type { AuditedPage } from '../../../src/audit/check.ts';
import { readPage } from '../../../src/pages/read-page.ts';

/** The parts of a page that has no fault. A case changes some of them. */
export const perfect = {
  doctype: '<!doctype html>',
  root: '<html lang="en">',
  charset: '<meta charset="utf-8">',
  viewport: '<meta name="viewport" content="width=device-width, initial-scale=1">',
  title: '<title>How a kiln fires clay – Potters’ Yard</title>',
  description: '<meta name="description" content="What happens to clay in a kiln, from the cold start to the morning it is opened.">',
  canonical: '<link rel="canonical" href="https://example.com/kilns/firing">',
  social:
    '<meta property="og:type" content="article"><meta property="og:title" content="How a kiln fires clay"><meta property="og:image" content="https://example.com/kiln.webp"><meta property="og:url" content="https://example.com/kilns/firing">',
  jsonLd: block({
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: 'How a kiln fires clay',
    author: { '@type': 'Person', name: 'Ada Clay' },
    datePublished: '2026-05-04T09:00:00+02:00',
    dateModified: '2026-06-01',
    image: 'https://example.com/kiln.webp',
  }),
  head: '',
  top: '<body><header><a href="/">Potters’ Yard</a><nav><a href="/kilns">Kilns</a></nav></header><main><article>',
  h1: '<h1>How does a kiln fire clay?</h1>',
  lead: '<p>A kiln heats clay slowly until its particles fuse, which takes about nine hours, and then cools for a day.</p>',
  text: '<h2>Why is it heated slowly?</h2><p>Water that is still in the clay turns to steam. If the kiln is heated too fast, the steam finds no way out and the pot bursts. Potters therefore leave the door open at first, and close it when no more steam is seen. Then the heat may rise by a hundred degrees an hour.</p>',
  more: '',
  end: '</article></main><footer><a href="/about">About the yard</a></footer></body></html>',
};

export type Parts = Partial<typeof perfect>;

export interface Answer {
  url?: string;
  headers?: Record<string, string>;
  bytes?: number;
  durationMs?: number;
  truncated?: boolean;
}

/** A fault, in a page that has no other, and a page much alike that has none. */
export interface Case {
  code: string;
  faulty: Parts | string;
  /** `perfect` if left out. */
  good?: Parts | string;
  /** How both were answered, or the faulty one alone. */
  answer?: Answer;
  faultyAnswer?: Answer;
  /** What else is told of the faulty page, because it is at fault as well. */
  companions?: string[];
}

export function block(value: unknown): string {
  return `<script type="application/ld+json">${typeof value === 'string' ? value : JSON.stringify(value)}</script>`;
}

/** A page as the crawl hands it to the checks. */
export function audited(source: Parts | string, answer: Answer = {}): AuditedPage {
  const html = typeof source === 'string' ? source : Object.values({ ...perfect, ...source }).join('\n');
  const url = answer.url ?? 'https://example.com/kilns/firing';
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-encoding': 'br',
    date: 'Tue, 24 Nov 2026 09:00:00 GMT',
    ...answer.headers,
  };
  return {
    url,
    status: 200,
    headers,
    bytes: answer.bytes ?? Buffer.byteLength(html),
    durationMs: answer.durationMs ?? 120,
    truncated: answer.truncated ?? false,
    depth: 1,
    facts: readPage(html, { url, headers }),
  };
}
