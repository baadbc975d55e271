import { withoutReferenceMarks } from '../../documents/blocks.ts';
import { sentences } from '../../language/sentences.ts';
import { countWords, tidy } from '../../language/tokens.ts';
import { isQuotable, leans, standingOf, type Standing } from './standing.ts';

/** A list as in its source: quoted whole, or not at all. */
export interface QuotedList {
  /** The sentence that announces it; null if there is none. */
  intro: string | null;
  ordered: boolean;
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
const maxListWords = 260;

const item = /^(?:- |(\d{1,3})\. )/;
/** "connections: The maximum number …" and table rows: what they explain or belong to is not shown. */
const glossed = /^(?:\S+|[\w.]+\([^\n]{0,80}\)):\s/;
const row = /^[^;:.]{1,40}: [^;]{0,200}; [^;:]{1,40}: /;

/** "[needs update] Local bus companies …": an editor's mark, not part of the text. */
const editorial = /^(?:\[\p{Ll}[^\]]{2,40}\]\s*)+/u;

interface Block {
  text: string;
  isItem: boolean;
  number: number | null;
}

/** The units of a passage, in order. `names` are lower-case words that may open a sentence; `leadsOn`: code follows the passage. */
export function unitsOf(text: string, language: string, names: ReadonlySet<string>, leadsOn = false): Unit[] {
  const blocks = text.split(/\n\s*\n|\n(?=- |\d{1,3}\. )/).map(blockOf);
  const units: Unit[] = [];
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index]!;
    if (!block.isItem) {
      units.push(...sentenceUnits(block.text, language, names));
      continue;
    }
    const items = [block];
    while (blocks[index + 1]?.isItem) items.push(blocks[++index]!);
    const announced = units.at(-1)?.text.endsWith(':') ? units.pop()! : null;
    units.push(listUnit(items, announced, language));
  }
  const last = units.at(-1);
  if (leadsOn && last && !last.list && last.text.endsWith(':'))
    units[units.length - 1] = { ...last, standing: standingOf(announcing(last.text), language, names) };
  return units;
}

function blockOf(raw: string): Block {
  const mark = item.exec(raw);
  return { text: raw.slice(mark?.[0].length ?? 0), isItem: mark !== null, number: mark?.[1] === undefined ? null : Number(mark[1]) };
}

function cleanSentences(text: string, language: string): string[] {
  return sentences(text, language).map((sentence) => tidy(withoutReferenceMarks(sentence)).replace(editorial, ''));
}

function sentenceUnits(text: string, language: string, names: ReadonlySet<string>): Unit[] {
  return cleanSentences(text, language).map((clean, index) => ({
    text: clean,
    lines: [clean],
    opensParagraph: index === 0,
    standing: row.test(clean) ? 'never' : standingOf(clean, language, names),
    list: null,
  }));
}

/** Announced or numbered items can be quoted; without either, nothing says what they are items of. */
function listUnit(blocks: readonly Block[], announced: Unit | null, language: string): Unit {
  const ordered = blocks.some(({ number }) => number !== null);
  const items = blocks.map(({ text }) => cleanSentences(text, language));
  const lines = [...(announced?.lines ?? []), ...items.flat()];
  const list: QuotedList = { intro: announced?.text ?? null, ordered, items: items.map((parts) => parts.join(' ')) };
  const length = lines.reduce((sum, line) => sum + countWords(line), 0);
  const isWhole = !ordered || blocks.every(({ number }, index) => number === index + 1);
  const fits = (announced !== null || ordered) && isWhole && blocks.length >= 2 && blocks.length <= maxItems && length <= maxListWords;
  const ends = list.items.filter((text) => /[.!…。]["”'’)»]*$/u.test(text)).length;
  // "Tip" among sentences is the head of a box that is not an item.
  const isEven = ends === blocks.length || ends < blocks.length / 2;
  const reads = isEven && list.items.every((text) => isItem(text, announced !== null, language));
  const standing = !fits || !reads ? 'never' : announced ? announcedStanding(announced.text, language) : 'alone';
  return { text: lines.join(' '), lines, opensParagraph: announced?.opensParagraph ?? true, standing, list };
}

/** An announced item may be a phrase; any other must be a sentence or an instruction. */
function isItem(text: string, announced: boolean, language: string): boolean {
  if (glossed.test(text) || countWords(text) === 0 || text.endsWith(':') || !isQuotable(text, language)) return false;
  return announced || (/^["“'(`]?[\p{Lu}\p{N}]/u.test(text) && /[.!…。]["”'’)»]*$/u.test(text));
}

function announcedStanding(sentence: string, language: string): Standing {
  if (countWords(sentence) < 2 || !isQuotable(announcing(sentence), language) || /^\p{Ll}/u.test(sentence)) return 'never';
  return leans(sentence, language) ? 'after' : 'alone';
}

/** Without what points at the list or code that is quoted with the sentence. */
function announcing(sentence: string): string {
  return sentence
    .replace(
      /(?<!\p{L})(?:(?:as|the|wie|comme) (?:following|follows|folgt|suit)|following|below|folgende[nrsm]?|suivante?s?|siguientes?|seguintes?|seguent[ei]|volgende)(?!\p{L})/giu,
      'x',
    )
    .replace(/:$/, '.');
}
