import { GatheredText } from './gathered-text.ts';
import type { Located, TextFacts } from './page-facts.ts';
import { placeOf, region } from './regions.ts';
import { commonestIn, leftoverIn } from './wording.ts';
import { scanWords, sketchOf, type WordScan } from './word-scan.ts';

/** The text of a page as it is shown: the content, and the furniture around it. */
export class VisibleText {
  readonly #content = new GatheredText();
  readonly #furniture = new GatheredText();
  /** Where the last text of the content ends: what stands behind it are edges. */
  #end = 0;
  #lineIsEmpty = false;
  readonly #html: { broken: boolean; filler: boolean };
  /** Patterns of dates at the beginning of a block, each with the first text that has it. */
  readonly #patterns = new Map<string, Located & { text: string }>();
  readonly #line: () => number;
  readonly #main = new Runs();
  readonly #links = new Runs();
  readonly #code = new Runs();
  readonly #unquotable = new Runs();
  readonly #apart = new Runs();
  readonly #paragraphs: (Located & { start: number })[] = [];
  readonly #tables = new Runs();
  readonly #brokenCharacters: (Located & { text: string })[] = [];
  #filler: (Located & { text: string }) | null = null;
  /** Where the text after the first heading of the content begins. */
  #afterHeading: number | undefined;

  /** `line` tells where the walk stands. */
  constructor(html: string, line: () => number) {
    this.#html = { broken: brokenSign.test(html), filler: fillerText.test(html) || html.includes('YYYY') };
    this.#line = line;
  }

  /** What stands in the content by now. */
  get content(): string {
    return this.#content.toString();
  }

  /** The content, then the furniture. */
  get all(): string {
    return `${this.content}\n${this.#furniture.toString()}`;
  }

  /** Of the content, in characters. */
  get length(): number {
    return this.#content.length;
  }

  add(text: string, flags: number): void {
    if (this.#lineIsEmpty && solid.test(text)) this.#lineIsEmpty = false;
    if (this.#html.broken || this.#html.filler) this.#inspect(text, flags);
    if (placeOf(flags) !== 'content') {
      this.#furniture.add(text);
      return;
    }
    const start = this.length;
    this.#content.add(text);
    const end = this.length;
    const before = this.#end;
    this.#end = end;
    if ((flags & noted) === 0) return;
    if (flags & region.main) this.#main.add(start, end, before);
    if (flags & region.link) this.#links.add(start, end, before);
    if (flags & region.apart || (flags & listLink) === listLink) this.#apart.add(start, end, before);
    if (flags & region.code) this.#code.add(start, end, before);
    if (flags & region.table) this.#tables.add(start, end, before);
    if (flags & region.unquotable) this.#unquotable.add(start, end, before);
  }

  /** Words on both sides of a block's edge are two. */
  break(): void {
    this.#content.add(edge);
    this.#furniture.add(edge);
  }

  /** The same at the end of a line within a block. An empty line is the edge of a block. */
  endLine(): void {
    if (this.#lineIsEmpty) return this.break();
    this.#lineIsEmpty = true;
    this.#content.add('\n');
    this.#furniture.add('\n');
  }

  /** Notes that a first heading has ended. */
  headed(): void {
    this.#afterHeading ??= this.length;
  }

  /** Notes that a paragraph begins. It ends at the edge of the next block, wherever its tag is closed. */
  paragraph(line: number): void {
    if (this.#paragraphs.length < maxParagraphs) this.#paragraphs.push({ line, start: this.length });
  }

  /** In steps, as a long text takes some milliseconds at each. */
  *read(): Generator<
    void,
    { mainWords: number; sketch: string; opening: string; middle: string; text: Omit<TextFacts, keyof ReadElsewhere> }
  > {
    const scan = yield* scanWords(this.content);
    yield;
    const furniture = yield* scanWords(this.#furniture.toString());
    const [start, end] = this.#mainPart(scan);
    const within = (runs: Runs) => runs.countIn(scan, start, end);
    const main = this.content.slice(start, end);
    const paragraphs = this.#paragraphs
      .filter((one) => one.start >= start && one.start < end)
      .map((one) => ({ ...one, end: this.#edgeAfter(one.start) }))
      .filter((one) => scan.countIn(one.start, one.end) > 0);
    yield;
    const sketch = yield* sketchOf(this.content, start, end);
    yield;
    const codeWords = within(this.#code);
    const leftover = codeWords === 0 ? leftoverIn(this.content) : null;
    yield;
    const commonest = codeWords === 0 ? commonestIn(main) : null;
    yield;
    const answer = yield* this.#answer(scan, start, end);
    yield;
    return {
      mainWords: scan.countIn(start, end),
      sketch,
      opening: main.slice(0, maxStretch),
      middle: main.length > 2 * maxStretch ? main.slice(main.length >> 1, (main.length >> 1) + maxStretch) : '',
      text: {
        words: scan.count + furniture.count,
        characters: scan.characters + furniture.characters,
        linkedWords: within(this.#links),
        ownWords: scan.countIn(start, end) - within(this.#apart),
        codeWords,
        leftover,
        commonest,
        tableWords: within(this.#tables),
        unquotableWords: within(this.#unquotable),
        paragraphs: paragraphs.length,
        longestParagraph: this.#longest(paragraphs, scan),
        ...answer,
        brokenCharacters: this.#brokenCharacters,
        filler: this.#filler,
      },
    };
  }

  /** What stands in `<main>`, unless most of the text stands elsewhere. */
  #mainPart(scan: WordScan): [number, number] {
    const [start, end] = this.#main.bounds;
    const isMain = scan.countIn(start, end) >= scan.count * minMainShare;
    return isMain ? [start, end] : [0, this.content.length];
  }

  #longest(paragraphs: readonly (Located & { start: number; end: number })[], scan: WordScan): TextFacts['longestParagraph'] {
    let longest: TextFacts['longestParagraph'] = null;
    for (const { line, start, end } of paragraphs) {
      const words = scan.countIn(start, end);
      if (words > (longest?.words ?? 0)) longest = { line, words, text: this.content.slice(start, Math.min(end, start + maxText)) };
    }
    return longest;
  }

  /** The words of whole sentences, and how many stand before the first. */
  *#answer(scan: WordScan, mainStart: number, mainEnd: number): Generator<void, Pick<TextFacts, 'sentenceWords' | 'wordsBeforeAnswer'>> {
    const from = Math.max(this.#afterHeading ?? 0, mainStart);
    let sentenceWords = 0;
    let wordsBeforeAnswer: number | null = null;
    for (let start = mainStart, end, blocks = 1; start < mainEnd; start = end + 1, blocks++) {
      if (blocks % blocksPerStep === 0) yield;
      end = this.#edgeAfter(start);
      const words = scan.countIn(start, end);
      if (words < minAnswerWords || !isSaying(this.content.slice(start, end))) continue;
      sentenceWords += words;
      if (wordsBeforeAnswer !== null || start < from) continue;
      // A table of contents leads to the answer, and code shows it.
      const passed = [this.#links, this.#code].reduce((sum, runs) => sum + runs.countIn(scan, from, start), 0);
      wordsBeforeAnswer = Math.max(0, scan.countIn(from, start) - passed);
    }
    return { sentenceWords, wordsBeforeAnswer };
  }

  #edgeAfter(start: number): number {
    const end = this.content.indexOf(edge, start);
    return end < 0 ? this.content.length : end;
  }

  #inspect(text: string, flags: number): void {
    if (flags & region.code) return;
    const at = this.#html.broken ? text.search(brokenWord) : -1;
    if (at >= 0 && this.#brokenCharacters.length < maxBroken) {
      this.#brokenCharacters.push({ line: this.#line(), text: text.slice(Math.max(0, at - 40), at + 40) });
    }
    if (!this.#html.filler || this.#filler) return;
    const found = { line: this.#line(), text: text.trim().slice(0, maxText) };
    if (fillerText.test(text)) this.#filler = found;
    const pattern = datePattern.exec(found.text)?.[1];
    if (pattern === undefined || !blockStart.test(this.content.slice(-20))) return;
    // Once it may tell how dates are written; one after the other, nobody wrote them.
    const first = this.#patterns.get(pattern);
    if (first) this.#filler = first;
    else this.#patterns.set(pattern, found);
  }
}

/** What is told of the text by those who know the elements. */
export interface ReadElsewhere {
  listItems: number;
  terms: number;
  hasMain: boolean;
  hasArticle: boolean;
  emptyRoot: unknown;
  noscript: string;
}

/** Stands between two blocks. */
const edge = '\f';
const noted = region.main | region.link | region.code | region.table | region.unquotable | region.apart;
const listLink = region.link | region.item;
const solid = /\S/;
const minMainShare = 0.25;
const maxParagraphs = 5000;
const maxBroken = 20;
const maxText = 200;
/** Of the text, at its beginning and in its middle. */
const maxStretch = 2500;
/** In a word: a text may speak of the character itself. The rest is UTF-8 that was read as Windows-1252, such as `Ã¼` and `â€™`. */
const brokenSign = /\uFFFD|[ÃÂÐÑ][\u0080-\u00BF\u0152-\u2122]|â€/;
const brokenWord =
  /\p{L}\uFFFD|\uFFFD\p{L}|\p{L}(?:Ã[\u0080-\u00BF‚ƒ„…†‡ˆ‰Š‹ŒŽ‘-•–—˜™š›œžŸ]|â€[™œ“”˜¦\u009D])|(?:Ã[\u0080-\u00BF‚ƒ„…†‡ˆ‰Š‹ŒŽ‘-•–—˜™š›œžŸ]|â€[™œ“”˜¦\u009D])\p{L}|(?<!\p{L})Â[©®°£«»·\u00A0]|(?:[ÐÑ][\u0080-\u00BF‚ƒ„…†‡ˆ‰Š‹ŒŽ‘-•–—˜™š›œžŸ]){2}/u;
/** Known beginnings of sentences from Cicero's passage, and of what printers made of it. */
const fillerText =
  /\b(?:lorem ipsum dolor sit amet|(?:sed ut perspiciatis,? unde omnis|nemo enim ipsam voluptatem|neque porro quisquam est|ut enim ad minim(?:a)? veniam|quis autem vel eum iure|at vero eos et accusamus|et harum quidem rerum facilis|nam libero tempore|temporibus autem quibusdam|itaque earum rerum hic|duis aute irure dolor|excepteur sint occaecat))\b/i;
/** In place of a date, with what happened on it. */
const datePattern = /^(YYYY([-/.]?)MM\2DD|(?:DD([-/.])MM|MM([-/.])DD)(?:\3|\4)YYYY)[\s:|–—-]+\S/;
const blockStart = /(?:^|\f)\s*$/;

const minAnswerWords = 8;
const blocksPerStep = 5000;
const endOfSentence = /[.!?:;。！？।…؟][\p{Pf}\p{Pe}"'”’\s]*$/u;

/** Whether a block of fair length says something: a sentence, no date, byline or crumb. */
function isSaying(text: string): boolean {
  return endOfSentence.test(text.slice(-40).trimEnd().slice(-20));
}

/** Parts of a text, in order, neighbours joined. */
class Runs {
  readonly #edges: number[] = [];

  /** `before`: where the text before it ends. If that is of the run too, no word stands between them. */
  add(start: number, end: number, before: number): void {
    if (this.#edges.at(-1) === before) this.#edges[this.#edges.length - 1] = end;
    else this.#edges.push(start, end);
  }

  get bounds(): [number, number] {
    return [this.#edges[0] ?? 0, this.#edges.at(-1) ?? 0];
  }

  countIn(scan: WordScan, from: number, to: number): number {
    let words = 0;
    for (let at = 0; at < this.#edges.length; at += 2) {
      const start = Math.max(this.#edges[at]!, from);
      const end = Math.min(this.#edges[at + 1]!, to);
      if (start < end) words += scan.countIn(start, end);
    }
    return words;
  }
}
