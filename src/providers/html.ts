const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Escapes text for use between tags. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Decodes numeric character references and the common named ones; others stay as they are. */
export function decodeEntities(html: string): string {
  return html.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : whole;
  });
}

/**
 * What may be shown of a text that others wrote: in one line, without markup and without what nobody sees, such as characters that turn its direction or that
 * hide words in it. Single joiners stay: Persian, the scripts of India and emoji are written with them.
 */
export function visibleText(html: string): string {
  return plainText(html.toWellFormed())
    .replace(/[\u200C\u200D]{2,}|(?![\u200C\u200D])\p{Cf}|[\p{Co}\u{E0100}-\u{E01EF}]/gu, '')
    .trim();
}

/** The visible text of HTML, in one line. */
export function plainText(html: string): string {
  return decodeEntities(html.replace(/<[^<>]*>/g, ' '))
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}
