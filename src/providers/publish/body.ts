import { createHash } from 'node:crypto';
import { slugOf } from '../../language/slug.ts';
import { escapeHtml, plainText } from '../html.ts';
import type { ArticleImage, PublishableArticle, Remote } from './target.ts';

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

/** An image's hash, its file name without extension, and its id there if these very bytes were sent before. */
export function knownImage(image: ArticleImage, previous: Remote | null): { imageHash: string; stem: string; known: string | null } {
  const imageHash = createHash('sha256').update(image.png).digest('hex');
  const known = previous?.imageHash === imageHash ? (previous.imageId ?? null) : null;
  return { imageHash, stem: imageStem(image, imageHash), known };
}

/** The file name without extension. Ends with part of the hash, so that an upload whose answer was lost is found again. */
export function imageStem({ filename }: ArticleImage, hash: string): string {
  return `${slugOf(filename.replace(/\.\w+$/, ''), { maxLength: 60 })}-${hash.slice(0, 12)}`;
}

/** Each name once, in its first spelling; empty ones are left out. */
export function distinctNames(names: readonly string[]): string[] {
  return names.filter((name, index) => name !== '' && index === names.findIndex((other) => sameName(name, other)));
}

/** Whether two spellings are one name to a content system. */
export function sameName(one: string, other: string): boolean {
  const [key, otherKey] = [one, other].map((name) => name.normalize('NFC').toLowerCase());
  return key === otherKey;
}

function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
