import { indexedTokens } from './index-terms.ts';

/** Characters of the passage in an excerpt; marks and escapes come on top. */
const maxLength = 280;
/** Characters shown before the first match. */
const leadLength = 60;
/** Looked at in one passage. A passage of prose has fewer; one letter may be written so that it stands for four. */
const maxTerms = 500;

interface Span {
  start: number;
  end: number;
  term: string;
}

/**
 * The part of a passage that matches a query best: one line of some 300 characters, cut between words with `…`, with matching words between `**`.
 * Each `*` and `<` of the text, and each `&` that could begin a character reference, is escaped as one. So the `**` always pair up,
 * and no markup of the text takes effect, whether the excerpt is shown as Markdown or as HTML.
 */
export function excerptOf(text: string, language: string, wanted: ReadonlySet<string>): string {
  const matches = matchesIn(text, language, wanted);
  const { start, end } = windowOf(text, matches);
  let shown = start > 0 ? '…' : '';
  let at = start;
  for (const match of merged(matches)) {
    if (match.start < start || match.end > end) continue;
    shown += `${escaped(text.slice(at, match.start))}**${escaped(text.slice(match.start, match.end))}**`;
    at = match.end;
  }
  return shown + escaped(text.slice(at, end)).trimEnd() + (end < text.length ? '…' : '');
}

function matchesIn(text: string, language: string, wanted: ReadonlySet<string>): Span[] {
  const found: Span[] = [];
  let looked = 0;
  for (const { start, end, terms } of indexedTokens(text, language, wanted)) {
    if ((looked += terms.length) > maxTerms) break;
    const term = terms.find((one) => wanted.has(one));
    if (term !== undefined) found.push({ start, end, term });
  }
  return found;
}

/** The window with the most distinct matching terms; a tie goes to the one with more matches, then to the first. */
function windowOf(text: string, matches: readonly Span[]): { start: number; end: number } {
  if (text.length <= maxLength) return { start: 0, end: text.length };
  let best = { start: 0, value: 0 };
  for (const [index, { start }] of matches.entries()) {
    const terms = new Set<string>();
    let count = 0;
    for (let next = index; next < matches.length && matches[next]!.end - start <= maxLength - leadLength; next++) {
      terms.add(matches[next]!.term);
      count++;
    }
    const value = terms.size + count / 1000;
    if (value > best.value) best = { start, value };
  }
  const from = Math.min(Math.max(best.start - leadLength, 0), text.length - maxLength);
  const start = from === 0 ? 0 : wordStart(text, from, Math.min(best.start, from + leadLength));
  return { start, end: wordEnd(text, start + maxLength) };
}

/** Where the first word at or after `from` begins; `last` if none begins before it. */
function wordStart(text: string, from: number, last: number): number {
  for (let at = from; at < last; at++) if (/\s/.test(text[at - 1]!) && /\S/.test(text[at]!)) return at;
  return wholeCharacter(text, last);
}

function wordEnd(text: string, last: number): number {
  if (last >= text.length) return text.length;
  for (let at = last; at > last - leadLength; at--) if (/\s/.test(text[at]!) && /\S/.test(text[at - 1]!)) return at;
  return wholeCharacter(text, last);
}

/** Never between the halves of a surrogate pair, nor before an accent. */
function wholeCharacter(text: string, at: number): number {
  let whole = at;
  while (whole > 0 && /[\uDC00-\uDFFF\p{M}]/u.test(text[whole]!)) whole--;
  return whole;
}

/** Joins overlapping matches: the character pairs of unspaced scripts overlap. */
function merged(matches: readonly Span[]): { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = [];
  for (const { start, end } of matches) {
    const last = spans.at(-1);
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else spans.push({ start, end });
  }
  return spans;
}

const references: Readonly<Record<string, string>> = { '*': '&#42;', '<': '&lt;', '&': '&amp;' };

function escaped(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[*<]|&(?=#?\w{1,31};)/g, (character) => references[character]!);
}
