import type { Face } from './fonts.ts';

/** A grapheme and a face that has all of it. */
export interface Glyph {
  text: string;
  face: Face;
  /** In em. */
  advance: number;
}

export interface Setting {
  glyphs: Glyph[];
  /** False if so many letters are in no face that the rest would no longer be the text. */
  isWhole: boolean;
}

/** A picture has room for far less. */
const maxLength = 600;
/** More stacked marks than any script uses; more would run into other lines. */
const maxMarks = 3;
/** The share of letters that may be missing. */
const maxMissingShare = 0.1;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const joiners = /[\u200c\u200d]/u;
const invisible = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}]/gu;
const unprintable = /(?![\u200c\u200d])[\p{Cf}\p{Variation_Selector}]/gu;
const stackedMarks = new RegExp(`(\\p{M}{${maxMarks}})\\p{M}+`, 'gu');

/** One line of text without what cannot be drawn: controls, lone surrogates, direction marks, runs of white space. */
function cleanText(raw: string): string {
  return (
    raw
      .slice(0, maxLength)
      .replace(invisible, ' ')
      .replace(unprintable, '')
      .normalize('NFC')
      // The renderer takes the two parts of sara am as one, as wide as the wider part.
      .replace(/([\u0e48-\u0e4b]?)\u0e33/g, '\u0e4d$1\u0e32')
      .replace(stackedMarks, '$1')
      .replace(/\s+/g, ' ')
      .trim()
  );
}

/** An omitted character leaves no gap before these; a space that the language itself puts there, as in French, stays. */
const closing = /^[,.:;!?)\]]/;

/**
 * Finds the first face that has each grapheme. One that no face has is set in its compatibility form (𝐀 as A), without its marks, or,
 * like emoji, left out: no picture shows the boxes of missing glyphs.
 */
export function setText(raw: string, faces: readonly Face[]): Setting {
  const glyphs: Glyph[] = [];
  let [letters, missing, isLeftOut] = [0, 0, false];
  for (const { segment } of graphemes.segment(cleanText(raw))) {
    const isLetter = /[\p{L}\p{N}]/u.test(segment);
    const glyph = setGrapheme(segment, inOrder(faces, isLetter ? undefined : glyphs.at(-1)?.face));
    const isAfterGap = glyphs.at(-1)?.text === ' ';
    if (glyph && isAfterGap && isLeftOut && closing.test(glyph.text)) glyphs.pop();
    isLeftOut = !glyph;
    if (glyph && !(glyph.text === ' ' && isAfterGap)) glyphs.push(glyph);
    if (isLetter) letters++;
    if (isLetter && !glyph) missing++;
  }
  return { glyphs: trimmed(glyphs), isWhole: glyphs.length > 0 && missing <= letters * maxMissingShare };
}

/** Spaces and punctuation keep the face of the word before them, so that faces change only with scripts. */
function inOrder(faces: readonly Face[], first: Face | undefined): readonly Face[] {
  return first ? [first, ...faces] : faces;
}

function setGrapheme(grapheme: string, faces: readonly Face[]): Glyph | undefined {
  const plain = grapheme.normalize('NFKC');
  for (const text of [grapheme, plain, plain.normalize('NFKD').replace(/\p{M}/gu, ''), grapheme.replace(joiners, '')]) {
    for (const face of text === '' ? [] : faces) {
      const advance = advanceOf(text, face);
      if (advance !== undefined) return { text, face, advance };
    }
  }
  return undefined;
}

function advanceOf(text: string, face: Face): number | undefined {
  let sum = 0;
  for (const character of text) {
    const advance = face.advanceOf(character.codePointAt(0)!);
    if (advance === undefined && !joiners.test(character)) return undefined;
    sum += advance ?? 0;
  }
  return sum;
}

function trimmed(glyphs: Glyph[]): Glyph[] {
  const isInk = ({ text }: Glyph) => text !== ' ';
  return glyphs.slice(Math.max(0, glyphs.findIndex(isInk)), glyphs.findLastIndex(isInk) + 1);
}

/** The width of glyphs in one line, in em. */
export function widthOf(glyphs: readonly Glyph[], tracking: number): number {
  return glyphs.reduce((sum, { advance }) => sum + advance + tracking, 0);
}

const strong = /\p{L}/u;
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Whether text runs right to left: by its first letter (Unicode Standard Annex 9, P2), or without letters by the language's script. */
export function isRightToLeft(text: string, language: string): boolean {
  const letter = strong.exec(text)?.[0];
  if (letter !== undefined) return rightToLeft.test(letter);
  return ['ar', 'fa', 'he', 'iw', 'ps', 'sd', 'ug', 'ur', 'yi'].includes(language.toLowerCase().split(/[-_]/)[0]!);
}
