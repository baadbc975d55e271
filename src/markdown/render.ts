import type { IOptions } from 'sanitize-html';
import { linkSchemes } from '../documents/link-schemes.ts';

export { escapeMarkdown, unescapeMarkdown } from './escape.ts';

const options: IOptions = {
  allowedTags: 'h1 h2 h3 h4 h5 h6 p br hr blockquote ul ol li strong em s code pre a img table thead tbody tr th td'.split(' '),
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    img: ['src', 'alt', 'title', 'width', 'height', 'loading'],
    th: ['style'],
    td: ['style'],
    ol: ['start'],
    code: ['class'],
  },
  allowedStyles: { '*': { 'text-align': [/^(?:left|right|center)$/] } },
  allowedClasses: { code: [/^language-[\w+#-]{1,30}$/] },
  allowedSchemes: [...linkSchemes],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, attributes) => ({
      tagName,
      attribs: isOutside(attributes['href']) ? { ...attributes, rel: 'noopener nofollow' } : attributes,
    }),
    img: (tagName, attributes) => ({ tagName, attribs: { ...attributes, loading: 'lazy' } }),
  },
};

let renderer: { render(markdown: string): string } | undefined;

/**
 * Markdown → HTML fit to publish: headings, lists, links (of `linkSchemes`; `rel="noopener nofollow"` on external ones), images,
 * tables and code. HTML in the Markdown is shown as text, and the result is sanitised in case the renderer has a bug.
 */
export async function renderHtml(markdown: string): Promise<string> {
  const [{ default: Renderer }, { default: sanitize }] = await Promise.all([import('markdown-it'), import('sanitize-html')]);
  renderer ??= new Renderer({ html: false, linkify: false, typographer: false });
  return sanitize(renderer.render(markdown), options).trim();
}

/** URLs without a scheme and host stay within the site. */
function isOutside(href: string | undefined): boolean {
  return href !== undefined && /^https?:/i.test(href);
}
