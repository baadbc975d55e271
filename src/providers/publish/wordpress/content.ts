import { bodyOf, jsonLdScript, markOf } from '../body.ts';
import type { PublishableArticle } from '../target.ts';

/** Blocks keep WordPress from making paragraphs and line breaks of its own: the page shows the article's HTML as it is. */
export function contentOf(article: PublishableArticle, withJsonLd: boolean): string {
  const last = [...(withJsonLd ? [jsonLdScript(article.jsonLd)] : []), `<!-- ${markOf(article.id)} -->`];
  return `${inert(bodyOf(article))}\n\n<!-- wp:html -->\n${last.join('\n')}\n<!-- /wp:html -->`;
}

/** What WordPress would act on shows as the text that it is: shortcodes, addresses alone in their line (which it embeds), comments (its blocks). */
export function inert(html: string): string {
  return html
    .replaceAll('<!--', '&lt;!--')
    .replaceAll('[', '&#91;')
    .replace(/(^|>)(\s*https?):(?=\/\/)/gim, '$1$2&#58;');
}
