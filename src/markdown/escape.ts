const active = /[\\`*[\]<>~|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;
const opensBlock = /^(?:#{1,6}(?=\s|$)|[-+](?=\s|$)|-{3,}|={2,}|:(?=\s))/;
const orderedItem = /^(\d{1,9})([.)])(?=\s|$)/;
const entity = /&(?=#?\w{1,31};)/g;
// Some renderers turn bare URLs into links; quoted text must not become one.
const bareAddress = /\b((?:https?|ftp):(?=\/\/)|(?:javascript|mailto|xmpp):(?=\w))|\b(www)\.(?=\w)/gi;

/** Plain text as Markdown that renders as exactly that text: nothing in it becomes a heading, a list, emphasis, code, a link or HTML. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(active, '\\$&')
    .replace(entity, '\\&')
    .replace(bareAddress, (_, scheme: string | undefined, www: string | undefined) => (scheme ? `${scheme.slice(0, -1)}\\:` : `${www}\\.`))
    .replace(opensBlock, '\\$&')
    .replace(orderedItem, '$1\\$2');
}

/** The same for a part of a line: the space around it stays. */
export function escapeInline(text: string): string {
  const core = escapeMarkdown(text);
  if (core === '') return /\s/.test(text) ? ' ' : '';
  return `${/^\s/.test(text) ? ' ' : ''}${core}${/\s$/.test(text) ? ' ' : ''}`;
}

/** Reverses the backslashes of `escapeMarkdown`. */
export function unescapeMarkdown(markdown: string): string {
  return markdown.replace(/\\([!-/:-@[-`{-~])/g, '$1');
}

/** A Markdown link target for an http(s) URL, or one of the given schemes; null for any other, which must never become a link. */
export function linkTarget(url: string | null, schemes = /^https?:\/\//i): string | null {
  if (!url || !schemes.test(url) || !URL.canParse(url)) return null;
  return new URL(url).href
    .replace(/[()<>\\\s*_`[\]|]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
    .replaceAll('%5F', '_');
}
