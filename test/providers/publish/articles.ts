import { Resvg } from '@resvg/resvg-js';
import type { PublishableArticle } from '../../../src/providers/publish/target.ts';

export function articleOf(changes: Partial<PublishableArticle> = {}): PublishableArticle {
  return {
    id: 'art_0199aa',
    title: 'How to Dredge a Harbour',
    slug: 'how-to-dredge-a-harbour',
    metaTitle: 'Dredging a Harbour',
    metaDescription: 'What it takes to keep a harbour deep.',
    html: '<p>A harbour silts up.</p>\n<h2>Why it silts</h2>\n<p>Rivers carry sand\nand leave it.</p>',
    markdown: 'A harbour silts up.\n\n## Why it silts\n\nRivers carry sand\nand leave it.\n',
    language: 'en',
    keyword: 'harbour dredging',
    jsonLd: { '@context': 'https://schema.org', '@type': 'Article', headline: 'How to Dredge a Harbour' },
    faq: [],
    categories: [],
    tags: [],
    image: null,
    ...changes,
  };
}

/** A small picture of one colour. */
export function pngOf(colour: string): Uint8Array {
  return new Resvg(`<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9"><rect width="16" height="9" fill="${colour}"/></svg>`)
    .render()
    .asPng();
}

export const firstTime = { status: 'publish', previous: null, overwrite: false } as const;
