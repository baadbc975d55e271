import { bodyOf, jsonLdScript, markOf } from '../body.ts';
import type { PublishableArticle } from '../target.ts';

/** In an HTML block, WordPress adds no paragraphs or line breaks of its own. */
export function contentOf(article: PublishableArticle, withJsonLd: boolean): string {
  const last = [...(withJsonLd ? [jsonLdScript(article.jsonLd)] : []), `<!-- ${markOf(article.id)} -->`];
  return `${inert(bodyOf(article))}\n\n<!-- wp:html -->\n${last.join('\n')}\n<!-- /wp:html -->`;
}

/** Escapes what WordPress would act on: shortcodes, URLs alone on a line (embeds), comments (blocks). */
export function inert(html: string): string {
  return html
    .replaceAll('<!--', '&lt;!--')
    .replaceAll('[', '&#91;')
    .replace(/(^|>)(\s*https?):(?=\/\/)/gim, '$1$2&#58;');
}
