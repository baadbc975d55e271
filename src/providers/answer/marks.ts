import { clipAtWord } from '../../language/slug.ts';
import { visibleText } from '../html.ts';
import { text, webAddress } from '../json.ts';
import type { AnswerCitation } from './answer.ts';

const maxCitations = 100;
const maxTitle = 300;
const maxText = 100_000;
const maxMarks = 1000;

/** The pages that an answer cites, each once, in the order of their first mention. */
export class Sources {
  readonly list: AnswerCitation[] = [];
  readonly #numbers = new Map<string, number>();

  /** Its number, from 1; null for what is no web page, and for more than are kept. */
  add(url: unknown, title: unknown): number | null {
    const address = webAddress(url);
    if (address === null) return null;
    const known = this.#numbers.get(address);
    if (known !== undefined) return known;
    if (this.list.length === maxCitations) return null;
    const shown = clipAtWord(visibleText(text(title).slice(0, 4 * maxTitle)), maxTitle);
    this.list.push({ url: address, ...(shown !== '' && { title: shown }) });
    this.#numbers.set(address, this.list.length);
    return this.list.length;
  }

  /** The mark of a source in a text. */
  link(number: number): string {
    return `[${number}](${this.list[number - 1]!.url.replaceAll('(', '%28').replaceAll(')', '%29')})`;
  }
}

/** Where in a text sources are cited, by their numbers. */
export interface Mark {
  /** After so many UTF-16 units. */
  at: number;
  numbers: readonly number[];
}

/** The text with its marks: each after the words it stands for, before the white space that follows them. */
export function withMarks(words: string, marks: readonly Mark[], sources: Sources): string {
  let marked = '';
  let from = 0;
  const cited = marks.filter(({ numbers }) => numbers.length > 0).slice(0, maxMarks);
  for (const { at, numbers } of cited.toSorted((one, other) => one.at - other.at)) {
    const to = Math.max(from, words.slice(0, at).trimEnd().length);
    marked += `${words.slice(from, to)} ${[...new Set(numbers)].map((number) => sources.link(number)).join(' ')}`;
    from = to;
  }
  return marked + words.slice(from);
}

const code = /(```[\s\S]*?(?:```|$)|`[^`\n]*`)/;

/** The text with each mark such as `[3]` or `[web:3]` as a link to the source that `numberOf` knows for it; in code nothing is a mark. */
export function withLinks(words: string, numberOf: (mark: number) => number | undefined, sources: Sources): string {
  const linked = (part: string) =>
    part.replace(/\[(?:web:)?(\d{1,4})\](?!\()/g, (mark, digits: string) => {
      const number = numberOf(Number(digits));
      return number === undefined ? mark : sources.link(number);
    });
  return words
    .split(code)
    .map((part, at) => (at % 2 === 1 ? part : linked(part)))
    .join('');
}

/** As much of an engine's text as is read at all. Marks lengthen it, and what nobody sees shortens it, before it is cut to what is kept. */
export function readText(value: unknown): string {
  return text(value).slice(0, 2 * maxText);
}

/** An engine's text as it is kept: Markdown without what nobody sees, such as the marks that OpenAI's models use among themselves. */
export function keptText(words: string): string {
  const seen = words
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/\uE200[^\uE201]{0,300}\uE201/g, '')
    .replace(/[\u200C\u200D]{2,}|(?![\u200C\u200D])\p{Cf}|(?![\n\t])\p{Cc}|[\p{Co}\u{E0100}-\u{E01EF}]/gu, '')
    .trim();
  if (seen.length <= maxText) return seen;
  const cut = seen.slice(0, maxText);
  // After a whole word: half of it, or of a link, would be something else.
  return cut.slice(0, Math.max(cut.lastIndexOf('\n'), cut.lastIndexOf(' '), 0) || maxText).toWellFormed();
}
