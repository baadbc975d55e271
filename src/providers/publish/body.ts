import { createHash } from 'node:crypto';
import { slugOf } from '../../language/slug.ts';
import { escapeHtml, plainText } from './html.ts';
import type { ArticleImage, PublishableArticle } from './target.ts';

/** The mark that identifies an article's post. It survives editing and is visible only in the page source. */
export function markOf(articleId: string): string {
  return `copydesk:${articleId}`;
}

const mark = /<!-- (copydesk:[\w-]+) -->/;

/** Any article's mark in some HTML. */
export function markIn(html: string): string | null {
  return mark.exec(html)?.[1] ?? null;
}

/** The article's HTML, plus a section with those FAQ questions that it does not contain yet. */
export function bodyOf({ html, faq }: Pick<PublishableArticle, 'html' | 'faq'>): string {
  const text = plainText(html).toLowerCase();
  const missing = faq.filter(({ question }) => !text.includes(tidy(question).toLowerCase()));
  if (missing.length === 0) return html;
  const entries = missing.map(({ question, answer }) => `<h3>${escapeHtml(tidy(question))}</h3>\n<p>${escapeHtml(tidy(answer))}</p>`);
  return [html, '<h2>FAQ</h2>', ...entries].join('\n');
}

/** The JSON-LD script element. Escaped so that no text in the data can end it, open a comment or be taken for a shortcode. */
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

/** The file name without extension. Ends with part of the hash, so that an upload whose answer was lost is found again. */
export function imageStem({ filename }: ArticleImage, hash: string): string {
  return `${slugOf(filename.replace(/\.\w+$/, ''), { maxLength: 60 })}-${hash.slice(0, 12)}`;
}

function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
