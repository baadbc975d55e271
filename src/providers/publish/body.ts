import { createHash } from 'node:crypto';
import { slugOf } from '../../language/slug.ts';
import { escapeHtml, plainText } from './html.ts';
import type { ArticleImage, PublishableArticle } from './target.ts';

/** The mark by which an article's own post is known. It survives editing, and shows to nobody but who reads the page's source. */
export function markOf(articleId: string): string {
  return `copydesk:${articleId}`;
}

const mark = /<!-- (copydesk:[\w-]+) -->/;

/** The mark in some HTML, whoever's it is. */
export function markIn(html: string): string | null {
  return mark.exec(html)?.[1] ?? null;
}

/** The article's HTML, and the questions that it does not answer yet in a section of their own. */
export function bodyOf({ html, faq }: Pick<PublishableArticle, 'html' | 'faq'>): string {
  const text = plainText(html).toLowerCase();
  const missing = faq.filter(({ question }) => !text.includes(tidy(question).toLowerCase()));
  if (missing.length === 0) return html;
  const entries = missing.map(({ question, answer }) => `<h3>${escapeHtml(tidy(question))}</h3>\n<p>${escapeHtml(tidy(answer))}</p>`);
  return [html, '<h2>FAQ</h2>', ...entries].join('\n');
}

/** The element that search engines read. No text within the data ends it, opens a comment or is taken for a shortcode. */
export function jsonLdScript(jsonLd: Record<string, unknown>): string {
  const json = JSON.stringify(jsonLd).replace(/"(?:[^"\\]|\\.)*"/g, (string) =>
    string.replaceAll('<', String.raw`\u003c`).replaceAll('[', String.raw`\u005b`),
  );
  return `<script type="application/ld+json">${json}</script>`;
}

/** SHA-256 in hex. */
export function hashOf({ png }: ArticleImage): string {
  return createHash('sha256').update(png).digest('hex');
}

/** The name without its ending; it ends in a piece of the hash, so that an upload whose answer was lost is found again. */
export function imageStem({ filename }: ArticleImage, hash: string): string {
  return `${slugOf(filename.replace(/\.\w+$/, ''), { maxLength: 60 })}-${hash.slice(0, 12)}`;
}

function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
