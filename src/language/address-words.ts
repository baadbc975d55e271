/** Names of parts of a site, not of what a page is about. */
const part =
  /^(?:amp|archives?|articles?|artikel|beitrag|blog|content|default|detail|docs?|document|entry|guides?|home|index|item|learn|main|news|node|pages?|posts?|print|resources?|seite|show|story|topics?|view)$/u;
/** Numbers of a database, and what a machine has made up: a year, "300 dpi" and "mp3" are words. */
const number = /^\d{5,}$|^(?=[\da-z]*\d)(?=[\da-z]*[a-z])[\da-z]{8,}$/u;
const spoken = /\p{L}{3}|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]{2}/u;
const uuid = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/giu;
const maxLength = 120;

/**
 * What an address says of its page, by its last part: `/blog/restore-faded-prints.html` is on "restore faded prints". Null for one that says nothing,
 * such as `/`, `/p/1234` or `/index.php?id=7`.
 */
export function addressWords(url: string): string | null {
  const parts = URL.parse(url)?.pathname.split('/').filter(Boolean) ?? [];
  const last = parts.at(-1) ?? '';
  // The page of a folder is about what that is named for.
  const named = /^(?:index|default)\.\w{2,5}$/iu.test(last) ? (parts.at(-2) ?? '') : last;
  const words = decoded(named)
    .toLowerCase()
    .replace(/\.[a-z]{1,4}\d?$/u, '')
    .replace(uuid, '')
    .split(/[^\p{L}\p{M}\p{N}'’]+/u)
    .filter((word) => word !== '' && !number.test(word));
  const text = words.join(' ');
  return text.length > maxLength || !spoken.test(text) || words.every((word) => part.test(word)) ? null : text;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
