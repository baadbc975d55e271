import { withoutReferenceMarks } from '../../documents/blocks.ts';
import { quantitiesIn } from '../../language/quantities.ts';
import { sentences } from '../../language/sentences.ts';
import { countWords, tidy } from '../../language/tokens.ts';
import { isBalanced, isPointer, isQuotable, leans, standingOf, type Standing } from './standing.ts';

/** A list as in its source: quoted whole, or not at all. */
export interface QuotedList {
  /** The sentence that announces it; null if there is none. */
  intro: string | null;
  /** Its first number; null for a list in no order. */
  start: number | null;
  /** From the passage before. */
  goesOn: boolean;
  items: string[];
}

/** What is quoted or left out as a whole: a sentence, or a list with the sentence that announces it. */
export interface Unit {
  text: string;
  /** Its sentences as in the passage. */
  lines: string[];
  opensParagraph: boolean;
  standing: Standing;
  list: QuotedList | null;
}

/** A longer list is reference material, not part of an article. */
const maxItems = 15;
const maxListWords = 300;
const maxLabelledWords = 400;
/** So many sentences may stand in one quotation. */
const maxJoined = 4;

/** In words. */
const maxCaption = 12;

const item = /^(?:- |(\d{1,3})\. )/;
/** "connections: The maximum number …" and table rows: what they explain or belong to is not shown. */
const glossed = /^(?:\S+|[\w.]+\([^\n]{0,80}\)):\s/;
/** "Typical use: …", "Effect: …". */
const labelled = /^\p{Lu}[\p{L} -]{1,30}: \S/u;
const row = /^[^;:.]{1,40}: [^;]{0,200}; [^;:]{1,40}: /;
/** "Mode; Opacity; Size: These options are …": names on end. */
const heap = /^(?:[^;:.]{1,40}; ){2,}[^;:.]{1,40}: /;
/** Marks of editors: "[needs update] Local bus companies …", "Ibid. [nb 1]", "[27]". */
const editorial = /(?:(?:^|(?<=[.!?] ))\[\p{Ll}+ [^\]]{2,40}\]\s*)+|\s*\[(?:\d{1,3}|\p{Ll}|nb \d+|note \d+|[†‡] ?\d*)\](?!\()/gu;
/** "(see Section 20.5.5)", "(Tabelle 3)": nothing that the article shows. */
const reference =
  /\s*\((?:(?:see|siehe|vgl\.|voir|cf\.|véase|vedi|zie)\s(?!\S+\))[^()]*|(?:Section|Chapter|Table|Figure|Appendix|Example|Abschnitt|Kapitel|Tabelle|Abbildung|Anhang|chapitre|tableau|annexe|sección|capítulo|tabla|figura|sezione|hoofdstuk|tabel)\s(?:\d|\p{Lu}\b)[^()]{0,20})\)/giu;
const sentenceEnd = /[.!…。]["”'’)»]*$/u;

interface Block {
  text: string;
  isItem: boolean;
  number: number | null;
}

/** What stands around a passage, and the lower-case words that may open its sentences. */
interface Surroundings {
  names?: ReadonlySet<string>;
  /** Code stands before it, and a sentence may go on below. */
  followsCode?: boolean;
  /** An item of a list stands before it. */
  followsItem?: boolean;
  leadsToCode?: boolean;
}

/** The units of a passage, in order. */
export function unitsOf(text: string, language: string, around: Surroundings = {}): Unit[] {
  const { names, followsCode = false, followsItem = false, leadsToCode = false } = around;
  const blocks = text.split(/\n\s*\n|\n(?=- |\d{1,3}\. )/).map(blockOf);
  const units: Unit[] = [];
  // Of a list of definitions, each term stands before what explains it.
  let isExplained = false;
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index]!;
    const isOnly = block.isItem && !blocks[index + 1]?.isItem;
    // A step before its code is an item by itself.
    const isStep =
      isOnly &&
      !units.at(-1)?.text.endsWith(':') &&
      !(followsItem && index === 0) &&
      (block.number !== null || (/[.:]$/.test(block.text) && !glossed.test(block.text)));
    if (block.isItem && !isStep) {
      const items = [block];
      while (blocks[index + 1]?.isItem) items.push(blocks[++index]!);
      const announced = units.at(-1)?.text.endsWith(':') ? units.pop()! : null;
      const goesOn = block.number === null ? followsItem && announced === null && units.length === 0 : block.number > 1;
      units.push(listUnit(items, announced, { isBelow: units.length > 0, goesOn }, language));
      isExplained = isOnly;
      continue;
    }
    const all = wholeOf(sentences(block.text, language).map(clean));
    for (const [at, lines] of all.entries()) {
      const sentence = lines.join(' ');
      const isLast = index === blocks.length - 1 && at === all.length - 1;
      const goesOn = followsCode && index === 0 && at === 0 && /^\p{Ll}/u.test(sentence);
      const told = goesOn ? sentence.replace(/^./u, (letter) => letter.toUpperCase()) : sentence;
      const own = row.test(sentence) ? 'never' : standingOf(told, language, names, isLast && leadsToCode && announcesCode(sentence, at));
      const standing = ((isExplained && at === 0) || goesOn) && own === 'alone' ? 'after' : own;
      units.push({ text: sentence, lines, opensParagraph: at === 0 && !goesOn, standing, list: null });
    }
    isExplained = false;
  }
  return units;
}

/** Whether code below belongs to it: "For example:", "Extract of `/etc/hosts`", "and" between two listings. */
function announcesCode(sentence: string, at: number): boolean {
  return sentence.endsWith(':') || (at === 0 && !sentenceEnd.test(sentence) && countWords(sentence) <= maxCaption);
}

/** Sentences, those within one quotation or bracket together. */
function wholeOf(lines: readonly string[]): string[][] {
  const whole: string[][] = [];
  for (let at = 0; at < lines.length; at++) {
    const longest = lines.slice(at, at + maxJoined);
    const count = longest.findIndex((_, last) => isBalanced(longest.slice(0, last + 1).join(' '))) + 1;
    whole.push(lines.slice(at, at + Math.max(1, count)));
    at += Math.max(1, count) - 1;
  }
  return whole;
}

function clean(sentence: string): string {
  return tidy(withoutReferenceMarks(sentence).replace(editorial, '').replace(reference, ''));
}

function blockOf(raw: string): Block {
  const mark = item.exec(raw);
  return { text: raw.slice(mark?.[0].length ?? 0), isItem: mark !== null, number: mark?.[1] === undefined ? null : Number(mark[1]) };
}

/** Announced or numbered items can be quoted; without either, nothing says what they are items of. */
function listUnit(
  blocks: readonly Block[],
  announced: Unit | null,
  { isBelow, goesOn }: { isBelow: boolean; goesOn: boolean },
  language: string,
): Unit {
  const start = blocks[0]!.number;
  const ordered = start !== null;
  const read = blocks.map(({ text }) => sentences(text, language).map(clean));
  // Of items in no order, those that only point elsewhere are left out, unless somebody counts them: "three formats".
  const isCounted = quantitiesIn(announced?.text ?? '', language).length > 0;
  const parts = ordered || isCounted ? read : read.filter((own) => !own.some((line) => isPointer(line, language)));
  const lines = [...(announced?.lines ?? []), ...parts.flat()];
  const list: QuotedList = { intro: announced?.text ?? null, start, goesOn, items: parts.map((own) => own.join(' ')) };
  // "Typical use: …" and "Effect: …" say themselves what they are.
  const isLabelled = list.items.every((text) => labelled.test(text));
  const isWhole = blocks.every(({ number }, index) => number === (ordered ? start + index : null));
  const fits =
    isWhole &&
    parts.length >= (announced || goesOn ? 1 : 2) &&
    parts.length <= maxItems &&
    countWords(lines.join(' ')) <= (isLabelled ? maxLabelledWords : maxListWords);
  const ends = list.items.filter((text) => sentenceEnd.test(text)).length;
  // "Tip" among sentences is the head of a box that is not an item.
  const isEven = isLabelled || ends === parts.length || ends < parts.length / 2;
  const reads = isEven && list.items.every((text) => isItem(text, announced !== null || !ordered || isLabelled, language));
  // Nothing says what the items of an unnumbered list are but the sentence before it.
  const isTold = announced !== null || ordered || goesOn || isLabelled || (isBelow && ends === parts.length);
  const own = goesOn || (announced === null && !ordered) ? 'after' : announcedStanding(announced?.text ?? null, language);
  const standing = fits && reads && isTold ? own : 'never';
  return { text: lines.join(' '), lines, opensParagraph: announced?.opensParagraph ?? true, standing, list };
}

/** An announced item may be a phrase; any other must be a sentence or an instruction. */
function isItem(text: string, announced: boolean, language: string): boolean {
  if (countWords(text) === 0 || heap.test(text) || text.endsWith(':') || !isQuotable(text, language)) return false;
  return announced || (!glossed.test(text) && /^["“'(`]?[\p{Lu}\p{N}]/u.test(text) && sentenceEnd.test(text));
}

function announcedStanding(sentence: string | null, language: string): Standing {
  if (sentence === null) return 'alone';
  if (countWords(sentence) < 2 || !isQuotable(sentence, language) || /^\p{Ll}/u.test(sentence)) return 'never';
  return leans(sentence, language) ? 'after' : 'alone';
}
