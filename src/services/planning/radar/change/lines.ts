import { datesIn } from '../../../../language/dates.ts';
import { sentences } from '../../../../language/sentences.ts';
import { hashOf, mix } from '../../../../language/near-duplicates.ts';
import { countWords, normalise } from '../../../../language/tokens.ts';

/** A line of a page's main text: a heading, a sentence, an item of a list, a line of code. Pages are compared by them. */
export interface Line {
  text: string;
  /** Equal for lines that say the same; empty for one that says nothing about the page's subject. */
  key: string;
}

/** A longer line is cut into sentences. */
const maxWholeLength = 60;
/** Of a page, from its top, where the author and the day stand alone. */
const bylineLines = 5;
/** A date with a label such as "Last updated on" has no more words than this. */
const maxLabelWords = 4;

type Turn = () => Promise<void>;

/** The lines of a text as `ReadDocument` has it. `turn` is awaited between steps, here and below. */
export function linesOf(text: string, language: string, turn: Turn): Promise<Line[]> {
  return keyed(text, (line) => (line.length > maxWholeLength ? sentences(line, language) : [line.trim()]), language, turn);
}

/** The lines of a text that was kept as lines. */
export function keptLines(text: string, language: string, turn: Turn): Promise<Line[]> {
  return keyed(text, (line) => [line], language, turn);
}

async function keyed(text: string, cut: (line: string) => string[], language: string, turn: Turn): Promise<Line[]> {
  const lines: Line[] = [];
  for (const whole of text.split('\n')) {
    for (const line of cut(whole)) if (line) lines.push({ text: line, key: keyOf(line, language, lines.length < bylineLines) });
    await turn();
  }
  return lines;
}

function keyOf(line: string, language: string, isAtTop: boolean): string {
  const key = counterless(normalise(line));
  const onlyCounts = key.includes('#') && !/[\p{L}\d]/u.test(key);
  return onlyCounts || copyright.test(key) || isDateline(line, key, language, isAtTop) ? '' : key;
}

const unit = {
  en: 'seconds?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?',
  de: 'sekunden?|minuten?|stunden?|tag(?:en)?|wochen?|monat(?:en)?|jahr(?:en)?',
  fr: 'secondes?|minutes?|heures?|jours?|semaines?|mois|ans?',
  es: 'segundos?|minutos?|horas?|días?|semanas?|mes(?:es)?|años?',
};
const some = String.raw`(?:\d+|an?|one|eine[mrn]?|une?|una?)`;
/** "3 days ago", in the languages that many sites are written in. */
const ago = new RegExp(
  String.raw`\b(?:${some} (?:${unit.en}) ago|vor ${some} (?:${unit.de})|il y a ${some} (?:${unit.fr})|hace ${some} (?:${unit.es}))(?![\p{L}])|\bjust now\b`,
  'gu',
);
const amount = String.raw`\d[\d.,]*\s?[km]?`;
const counted =
  'views?|reads?|shares?|likes?|comments?|claps?|reactions?|replies|aufrufe|kommentare?|vues?|commentaires?|vistas|comentarios?';
/** What counts readers, not what the page says: "1,024 views", "Comments (3)". */
const counter = new RegExp(
  String.raw`(?<![\p{L}\d])${amount}\s(?:${counted})(?![\p{L}])|(?<![\p{L}])(?:${counted})\s?[:(]\s?${amount}\)?`,
  'gu',
);
const readingTime =
  /\b\d+[- ]min(?:ute)?s?\.? (?:read|lesezeit|de lecture|de lectura)\b|\b(?:reading time|lesezeit):? (?:ca\. )?\d+ \p{L}+/gu;
const copyright = /^(?:copyright|©|\(c\)).{0,80}$|©\s?\d{4}/u;

function counterless(key: string): string {
  return key.replace(ago, '#').replace(counter, '#').replace(readingTime, '#');
}

const label =
  /^(?:(?:last |first |originally )?(?:updated|published|modified|reviewed|posted|revised)|zuletzt|aktualisiert|veröffentlicht|stand|publié|mis à jour|modifié|publicado|actualizado|última actualización)(?![\p{L}])/u;

/** A line that only says when the page was written: with a label anywhere, bare at the top alone. */
function isDateline(line: string, key: string, language: string, isAtTop: boolean): boolean {
  if (line.length > 100) return false;
  const dates = datesIn(line, language).filter(({ readings }) => readings.some(({ year, day }) => year !== undefined || day !== undefined));
  if (dates.length === 0) return label.test(key) && key.includes('#');
  const rest = dates.reduce((left, { text }) => left.replace(text, ' '), line).replace(/\b\d{1,2}:\d{2}\b|\bby\b.*$/gi, ' ');
  return label.test(key) ? countWords(rest) <= maxLabelWords + 1 : isAtTop && countWords(rest) === 0;
}

/** 32 bits of a key. Of a thousand pages with a hundred lines each, one line in 40,000 is taken for another. */
export function hashOfKey(key: string): number {
  return mix(hashOf(key)) >>> 0;
}

/** The same line but for its numbers. */
export function numberless(key: string): string {
  return key.replace(/\d+(?:[.,:]\d+)*/g, '0');
}
