import { countWords } from '../language/tokens.ts';
import { Sketch } from './sketch.ts';

/** The words of a text, told in one pass over its characters. */
export interface WordScan {
  /** How many words begin in this part of the text. */
  countIn(start: number, end: number): number;
  count: number;
  /** Without spaces. */
  characters: number;
}

/** Classes of characters, as `words` in `language/tokens.ts` has them. */
const other = 1;
const letter = 2;
const mark = 3;
const joiner = 4;
const unspaced = 5;

/** Segmenting by dictionary is slow: what stands beyond this many characters is counted in proportion. */
const maxSegmented = 20_000;
const charactersPerWord = 1.6;
/** A few milliseconds of work. */
const charactersPerStep = 128 * 1024;
/** Looking up a character in the dictionary takes as long as going over so many. */
const segmentingCost = 50;
/** Of scripts with spaces, the space included. */
const charactersOfWord = 6;

const classes = new Uint8Array(0x10000);

/** Counts as `countWords` does, many times as fast. That function counts the runs of scripts without spaces. A long text in steps. */
export function* scanWords(text: string): Generator<void, WordScan> {
  const starts = new Starts();
  let segmented = 0;
  let characters = 0;
  let step = charactersPerStep;
  for (let at = 0; at < text.length; at++) {
    if (at >= step) {
      yield;
      step = at + charactersPerStep;
    }
    const kind = classAt(text, at);
    if (kind === letter || kind === unspaced) {
      const endWithin = kind === letter ? endOfWord : endOfRun;
      let end = endWithin(text, at + 1, step);
      while (end === step && end < text.length) {
        yield;
        step += charactersPerStep;
        end = endWithin(text, end, step);
      }
      if (kind === letter) starts.push(at);
      else {
        const within = segmented + end - at <= maxSegmented;
        const words = within ? countWords(text.slice(at, end)) : Math.ceil((end - at) / charactersPerWord);
        segmented += end - at;
        if (within) step -= segmentingCost * (end - at);
        for (let word = 0; word < words; word++) starts.push(at + Math.floor((word * (end - at)) / words));
      }
      characters += end - at;
      at = end - 1;
    } else if (text.charCodeAt(at) > 32) {
      characters++;
    }
  }
  return { characters, count: starts.length, countIn: (start, end) => starts.before(end) - starts.before(start) };
}

/** The sketch of a part of a text: of lower-cased words; in scripts without spaces, of single characters. That of a long one in steps. */
export function* sketchOf(text: string, start: number, end: number): Generator<void, string> {
  const sketch = new Sketch(Math.floor((end - start) / charactersOfWord));
  let hash = 0;
  for (let at = start, step = start + charactersPerStep; at < end; at++) {
    if (at === step) {
      yield;
      step += charactersPerStep;
    }
    const code = text.charCodeAt(at);
    const kind = classes[code] || classify(code);
    if (kind === letter || kind === mark || kind === unspaced) {
      hash = Math.imul((hash || 0x811c9dc5) ^ lowerOf(code), 0x01000193) || 1;
      if (kind !== unspaced) continue;
    }
    if (hash !== 0) sketch.add(hash);
    hash = 0;
  }
  if (hash !== 0) sketch.add(hash);
  return sketch.toString();
}

/** Where the word ends that goes on from here; `limit` where it does not end before. */
function endOfWord(text: string, from: number, limit: number): number {
  const end = Math.min(limit, text.length);
  for (let at = from; at < end; at++) {
    const kind = classAt(text, at);
    if (kind === letter || kind === mark) continue;
    if (kind !== joiner || at + 1 >= text.length || classAt(text, at + 1) !== letter) return at;
  }
  return end;
}

/** The same of what is written without spaces. */
function endOfRun(text: string, from: number, limit: number): number {
  const end = Math.min(limit, text.length);
  for (let at = from; at < end; at++) {
    const kind = classAt(text, at);
    if (kind !== unspaced && kind !== mark) return at;
  }
  return end;
}

function classAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return classes[code] || classify(code);
}

const joiners = new Set(Array.from(".'’_-\u2010\u2011·\u200C\u200D", (char) => char.charCodeAt(0)));
const unspacedScript =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Halves of a surrogate pair are no letters: what is written with pairs is nearly always pictures. */
function classify(code: number): number {
  const char = String.fromCharCode(code);
  const kind = joiners.has(code)
    ? joiner
    : unspacedScript.test(char)
      ? unspaced
      : /\p{M}/u.test(char)
        ? mark
        : /[\p{L}\p{N}]/u.test(char)
          ? letter
          : other;
  classes[code] = kind;
  return kind;
}

const lowered = new Uint16Array(0x10000);

function lowerOf(code: number): number {
  return (lowered[code] ||= String.fromCharCode(code).toLowerCase().charCodeAt(0));
}

/** Places in a text, in order: in blocks, as one long row would have to be copied whenever it grows. */
class Starts {
  readonly #blocks: Uint32Array[] = [];
  #last = new Uint32Array(0);
  length = 0;

  push(place: number): void {
    const at = this.length++ % placesPerBlock;
    if (at === 0) this.#blocks.push((this.#last = new Uint32Array(placesPerBlock)));
    this.#last[at] = place;
  }

  /** How many stand before this place. */
  before(place: number): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#blocks[Math.floor(middle / placesPerBlock)]![middle % placesPerBlock]! < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const placesPerBlock = 4096;
