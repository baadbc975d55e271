import { Parser } from 'htmlparser2';
import type { Email } from 'postal-mime';

/** What a mail says, line by line, without what it quotes in marked lines. */
export interface Written {
  /** The writer's own words. */
  own: string[];
  /** What stands below a signature, or below the head of a mail that is answered: most often not the writer's. */
  below: string[];
}

/** In characters: who answers in more says what matters at the beginning. */
const maxText = 32 * 1024;
/** No mail program nests deeper; what lies deeper is not read. The parser looks through all that is open at each closing tag. */
const maxDepth = 200;

export function writtenIn({ text, html }: Email): Written {
  const plain = text !== undefined && text.trim() !== '' ? text.slice(0, maxText) : linesOfHtml((html ?? '').slice(0, 2 * maxText));
  return apart(plain.split(/\r?\n|\r/).map((line) => line.replaceAll(/\p{Cf}/gu, '').trim()));
}

/** `Label: value`, as mail programs write the head of a mail that they quote, in any language. */
const headLine = /^\*?\p{L}[\p{L} -]{0,14}\s?:\*?\s\S/u;
/** "-----Original Message-----", and the rule that stands for it. */
const divider = /^(?:-{3,}[^-]{1,60}-{3,}|_{8,})$/;

function apart(lines: readonly string[]): Written {
  const own: string[] = [];
  for (const [at, line] of lines.entries()) {
    const isHead = headLine.test(line) && headLine.test(lines[at + 1] ?? '') && headLine.test(lines[at + 2] ?? '');
    if (isHead || line === '--' || divider.test(line)) return { own, below: lines.slice(at).filter((one) => !one.startsWith('>')) };
    if (!line.startsWith('>')) own.push(line);
    else if (!lines[at - 1]?.startsWith('>')) dropIntroduction(own);
  }
  return { own, below: [] };
}

/** "On 4 May 2026 Ben <ben@example.com> wrote:", which may be broken into lines. */
function dropIntroduction(own: string[]): void {
  while (own.at(-1) === '') own.pop();
  if (!own.at(-1)?.endsWith(':')) return;
  const last = own.pop()!;
  if (!/@|\d{4}/.test(last) && /@|\d{4}/.test(own.at(-1) ?? '')) own.pop();
}

const unseen = new Set(['title', 'style', 'script', 'template']);
const blocks = /^(?:p|div|br|li|ul|ol|h\d|hr|table|tr|td|blockquote|body|pre)$/;
const quotes = /\b(?:gmail_quote|yahoo_quoted|moz-cite-prefix|protonmail_quote)\b/;
/** What Outlook puts above the mail that is answered, which follows it. */
const headsOfAnswered = new Set(['divRplyFwdMsg', 'appendonsend', 'mail-editor-reference-message-container']);

/** The lines of a page, a quote as one that is marked. */
function linesOfHtml(html: string): string {
  const pieces: string[] = [];
  let depth = 0;
  /** How deep the element is that is left out. */
  let leftOut = Infinity;
  const parser = new Parser({
    onopentag(name, { class: names = '', id = '' }) {
      if (++depth > maxDepth) parser.pause();
      if (leftOut !== Infinity) return;
      const isQuote = name === 'blockquote' || quotes.test(names);
      if (isQuote || unseen.has(name)) leftOut = depth;
      if (isQuote) pieces.push('\n>\n');
      else if (headsOfAnswered.has(id)) pieces.push(`\n${'_'.repeat(8)}\n`);
      else if (blocks.test(name)) pieces.push('\n');
    },
    ontext: (text) => leftOut === Infinity && pieces.push(text.replaceAll(/\s+/g, ' ')),
    onclosetag(name) {
      if (depth-- === leftOut) leftOut = Infinity;
      if (leftOut === Infinity && blocks.test(name)) pieces.push('\n');
    },
  });
  parser.write(html);
  parser.end();
  return pieces.join('');
}
