/** Longer texts are heard in part. */
const maxHeard = 60_000;
const minLetters = 4;

/** The word that comes most often in a text, of those of some letters. */
export function commonestIn(text: string): { word: string; count: number } | null {
  const counts = new Map<string, number>();
  let found: { word: string; count: number } | null = null;
  for (const written of text.slice(0, maxHeard).match(/\p{L}+/gu) ?? []) {
    if (written.length < minLetters) continue;
    const word = written.toLowerCase();
    const count = (counts.get(word) ?? 0) + 1;
    counts.set(word, count);
    if (count > (found?.count ?? 0)) found = { word, count };
  }
  return found;
}

const server =
  /(?:Fatal error|Warning|Notice|Parse error|Deprecated)\s?:[^\f]{1,300}? in \S{1,200}\.php(?:\(\d+\))? on line \d+|Fatal error\s?: Uncaught \w+|You have an error in your SQL syntax|SQLSTATE\[\w{2,8}\]|Traceback \(most recent call last\)|\bORA-\d{5}:|Microsoft OLE DB Provider for|Server Error in '\/[^'\f]{0,60}' Application|Unclosed quotation mark after the character string|Error establishing a database connection|mysqli?_(?:connect|query|fetch_\w{1,12})\(\)|pg_query\(\)|java\.lang\.\w{1,40}(?:Exception|Error)\b/;
const variable =
  /\{\{\s{0,3}[a-z_$][\w.$[\]']{0,60}(?:\s{0,3}\|[^{}\f]{0,60})?\s{0,3}\}\}|\$\{[a-z_][\w.]{0,60}\}|%%[A-Z][A-Z_]{2,40}%%|(?<![\w%])%(?:TITLE|NAME|FIRST_?NAME|LAST_?NAME|CITY|DATE|YEAR|KEYWORD|COMPANY|SITE_?NAME|PRODUCT|PRICE|AUTHOR|DESCRIPTION|URL|EMAIL)%|<%=?\s[^%<>\f]{1,80}%>/i;
const maxShown = 160;

/** What a server says when it fails, or a variable that no template has filled. */
export function leftoverIn(text: string): { what: 'server' | 'variable'; text: string } | null {
  if (!/[{%:$]|SQL|_(?:query|connect|fetch)|rror\b/.test(text)) return null;
  const failed = server.exec(text)?.[0];
  if (failed !== undefined) return { what: 'server', text: failed.slice(0, maxShown) };
  const unfilled = variable.exec(text)?.[0];
  return unfilled === undefined ? null : { what: 'variable', text: unfilled.slice(0, maxShown) };
}
