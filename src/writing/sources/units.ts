import { withoutReferenceMarks } from '../../documents/blocks.ts';
import { sentences } from '../../language/sentences.ts';
import { countWords, tidy } from '../../language/tokens.ts';
import { announcementStanding, isQuotable, standingOf, type Standing } from './standing.ts';
import { isInstruction } from '../../language/verbs.ts';

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

/** A shorter sentence says little on its own: within a paragraph it is quoted with the one before. */
const minWordsAlone = 6;
/** A longer list is reference material, not part of an article. */
const maxItems = 12;
const maxListWords = 240;

const item = /^(?:- |(\d{1,3})\. )/;
const glossed = /^(?:\S+|[\w.]+\([^\n]{0,80}\)):\s/;
/** At the start of a paragraph, these refer to the whole paragraph before, or to a listing in between that is not prose. */
const bareDemonstrative = /^(?:This|That|These|Those|Such) /;

/** "[needs update] Local bus companies …": an editor's mark, not part of the text. */
const editorial = /^(?:\[\p{Ll}[^\]]{2,40}\]\s*)+/u;

interface Block {
  text: string;
  isItem: boolean;
  number: number | null;
}

/** The units of a passage, in order. `names` are lower-case words that may open a sentence. */
export function unitsOf(text: string, language: string, names: ReadonlySet<string>): Unit[] {
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
    units.push(...listUnits(items, announced, language, names));
  }
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
  let before = '';
  return cleanSentences(text, language).map((clean, index): Unit => {
    const standing = standingOf(clean, language, names);
    const follows =
      index > 0 && standing === 'alone' && (countWords(clean) < minWordsAlone || (isInstruction(clean) && isInstruction(before)));
    const lost = index === 0 && standing === 'after' && bareDemonstrative.test(clean);
    before = clean;
    return {
      text: clean,
      lines: [clean],
      opensParagraph: index === 0,
      standing: lost ? 'never' : follows ? 'after' : standing,
      list: null,
    };
  });
}

/** Announced or numbered items form one unit; others are sentences that happen to have a bullet. */
function listUnits(blocks: readonly Block[], announced: Unit | null, language: string, names: ReadonlySet<string>): Unit[] {
  const ordered = blocks.some(({ number }) => number !== null);
  if (!announced && !ordered) return blocks.flatMap(({ text }) => looseItem(text, language, names));
  const items = blocks.map(({ text }) => cleanSentences(text, language));
  const lines = [...(announced?.lines ?? []), ...items.flat()];
  const list: QuotedList = { intro: announced?.text ?? null, ordered, items: items.map((parts) => parts.join(' ')) };
  const isWhole = !ordered || blocks.every(({ number }, index) => number === index + 1);
  const length = lines.reduce((sum, line) => sum + countWords(line), 0);
  const fits = blocks.length >= 2 && blocks.length <= maxItems && length <= maxListWords;
  const reads = list.items.every((text) => isItem(text, announced !== null, language));
  const lead = announced ? announcementStanding(announced.text, language) : 'alone';
  const standing = isWhole && fits && reads ? lead : 'never';
  return [{ text: lines.join(' '), lines, opensParagraph: announced?.opensParagraph ?? true, standing, list }];
}

/** An announced item may be a phrase; any other must be a sentence or an instruction. */
function isItem(text: string, announced: boolean, language: string): boolean {
  if (glossed.test(text) || countWords(text) === 0 || text.endsWith(':') || !isQuotable(text, language)) return false;
  return announced || (/^["“'(]?[\p{Lu}\p{N}]/u.test(text) && /[.!…。]["”'’)»]*$/u.test(text));
}

function looseItem(text: string, language: string, names: ReadonlySet<string>): Unit[] {
  // "connections: The maximum number …" explains a symbol that the article does not show.
  const isGlossed = glossed.test(text);
  return sentenceUnits(text, language, names).map((unit, index) => {
    // In a list there is no sentence before it on which it could depend.
    const lost = isGlossed || (index === 0 && unit.standing === 'after');
    return lost ? { ...unit, standing: 'never' } : unit;
  });
}
