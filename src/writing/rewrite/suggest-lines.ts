import { coverage } from '../../language/retrieval.ts';
import { clipAtWord } from '../../language/slug.ts';
import { countWords, normalise, terms } from '../../language/tokens.ts';
import { metaDescriptionOf } from '../compose/titles.ts';
import { isWithin, metaDescriptionLength, metaTitleLength } from '../score/formula.ts';
import { withoutNumber } from '../sources/headings.ts';
import { standingOf, type Standing } from '../sources/standing.ts';
import type { OptimizedPage } from '../optimize/shapes.ts';
import type { ReadPage } from './page.ts';

export interface NewLine {
  part: 'title' | 'h1' | 'metaDescription';
  text: string;
}

/** A page that says less of the keyword is not about it, and must not say so in its title. */
const minAbout = 1;

/** Title, first heading and meta description, where the page's own words and the keyword make better ones. */
export function newLines(page: OptimizedPage, read: ReadPage, keyword: string): NewLine[] {
  const lines = new Lines(page, read, keyword);
  return [lines.title(), lines.h1(), lines.metaDescription()].flatMap((line) => line ?? []);
}

/** "Pumps | Acme": the page's own part, and the site's. */
const site = /^(.{3,}?)(\s+(?:[|–—·]|-)\s+[^|–—·]{2,40})$/u;

class Lines {
  readonly #page: OptimizedPage;
  readonly #read: ReadPage;
  readonly #wanted: ReadonlySet<string>;
  /** The keyword as the page spells it, if its text has all of its words. */
  readonly #said: string | null;
  /** The first words of its lines and sentences, as they are written. */
  readonly #openers: ReadonlySet<string>;

  constructor(page: OptimizedPage, read: ReadPage, keyword: string) {
    [this.#page, this.#read] = [page, read];
    this.#wanted = new Set(terms(keyword, page.language));
    const isAbout = this.#wanted.size > 0 && this.#share(read.text.body.blocks.map(({ text }) => text).join('\n')) >= minAbout;
    this.#said = isAbout ? spelled(keyword, read.evidence.passages) : null;
    const opened = [page.title, ...read.evidence.passages, ...read.text.sentences.map(({ text }) => text)];
    this.#openers = new Set(opened.flatMap((text) => /[\p{L}\p{N}][\p{L}\p{N}_.-]*/u.exec(text) ?? []));
  }

  title(): NewLine | null {
    const { title, h1 } = this.#page;
    const own = h1 !== null && this.#share(h1) === 1 && isWithin(h1.length, metaTitleLength) ? h1 : null;
    const text = this.#better(title, own);
    return text === null ? null : { part: 'title', text };
  }

  h1(): NewLine | null {
    const { h1 } = this.#page;
    const text = h1 === null ? null : this.#better(h1, null);
    return text === null ? null : { part: 'h1', text };
  }

  /**
   * The line with what it lacks of the keyword before its own part; the keyword alone where it says all that the line did. Null where that would
   * say words twice, and before a number: "1. Syntax" names a part of the page.
   */
  #better(line: string, own: string | null): string | null {
    if (this.#said === null || this.#share(line) === 1) return null;
    const [, core = line, tail = ''] = site.exec(line) ?? [];
    const held = new Set(terms(core, this.#page.language));
    const isSaid = [...held].every((term) => this.#wanted.has(term));
    const whole = isSaid ? this.#capital(this.#said) : withoutNumber(core) === core ? this.#before(core, held) : null;
    if (whole === null) return own;
    // What is too long loses the site's name, never its own words.
    const short = this.#isSite(tail) ? whole : null;
    return [own, `${whole}${tail}`, short].find((text) => text !== null && text.length <= metaTitleLength[1]) ?? null;
  }

  /** "Apache" before "Reverse Proxy Guide"; "Memory leak: " before "The Valgrind Guide". */
  #before(core: string, held: ReadonlySet<string>): string | null {
    const words = this.#said!.split(' ');
    const isHeld = (word: string) => terms(word, this.#page.language).some((term) => held.has(term));
    const isLacking = (word: string) => !isHeld(word) && terms(word, this.#page.language).length > 0;
    const isNew = !words.some(isHeld);
    const [start, end] = isNew ? [0, words.length] : [words.findIndex(isLacking), words.findLastIndex(isLacking) + 1];
    const lacking = words.slice(start, end);
    const rest = words.slice(end).join(' ');
    if (rest !== '' && normalise(core).startsWith(normalise(rest)))
      return start === 0 ? `${this.#capital(lacking.join(' '))} ${core}` : null;
    return lacking.some(isHeld) || lacking.length <= minBefore * words.length ? null : `${this.#capital(lacking.join(' '))}: ${core}`;
  }

  /** The page's own sentence that says most of the keyword, with the next one where there is room. */
  metaDescription(): NewLine | null {
    const { metaDescription: old, language } = this.#page;
    const fits = (text: string) => (isWithin(text.length, metaDescriptionLength) ? 0.5 : 0);
    // Nothing of the keyword is worth no description, of whatever length.
    const worth = (text: string) => (this.#share(text) > 0 ? this.#share(text) + fits(text) : 0);
    // With a point: "git-rebase - Reapply commits" stands alone, but as a name.
    const isTelling = (sentence: string, some: readonly Standing[]) =>
      /[.!…]$/u.test(sentence) && some.includes(standingOf(sentence, language));
    const sentences = this.#read.text.sentences.filter(({ kind }) => kind === 'paragraph').map(({ text }) => text);
    let best = { text: '', worth: worth(old ?? '') };
    for (const [at, sentence] of sentences.entries()) {
      if (!isTelling(sentence, ['alone'])) continue;
      if (countWords(sentence) < minSentence || sentence.length > metaDescriptionLength[1]) continue;
      const next = sentences[at + 1] ?? '';
      const text = metaDescriptionOf(isTelling(next, ['alone', 'after']) ? [sentence, next] : [sentence]);
      if (worth(text) > best.worth) best = { text, worth: worth(text) };
    }
    if (best.text === '' || normalise(best.text) === normalise(old ?? '')) return null;
    return { part: 'metaDescription', text: best.text };
  }

  /** “Connection pool”, but “npm” and “iPhone”: a name keeps its form where nothing on the page opens with a capital one. */
  #capital(text: string): string {
    const word = /^\S+/.exec(text)![0];
    const upper = `${word[0]!.toUpperCase()}${word.slice(1)}`;
    const isName = this.#openers.has(word) || !/^\p{L}\p{Ll}*$/u.test(word);
    return isName && !this.#openers.has(upper) ? text : `${upper}${text.slice(word.length)}`;
  }

  /** Half of the words of a site's name are in its host. */
  #isSite(tail: string): boolean {
    const host = URL.parse(this.#page.url)?.hostname ?? '';
    const words = normalise(tail).match(/[\p{L}\p{N}]{3,}/gu) ?? [];
    return words.filter((word) => host.includes(word)).length * 2 >= Math.max(1, words.length);
  }

  #share(text: string): number {
    return coverage(this.#wanted, new Set(terms(text, this.#page.language)));
  }
}

/** In words. A shorter sentence describes nothing. */
const minSentence = 6;

/** Of the keyword's words: so few before a line are no subject ("Commit: git-revert"). */
const minBefore = 0.5;

/** As the page writes it most often within its text, else by the longest pieces that it has: "SQLite", "CREATE INDEX". */
function spelled(keyword: string, passages: readonly string[]): string {
  return clipAtWord(inPieces(keyword.trim().split(/\s+/), passages).join(' '), metaTitleLength[1]);
}

function inPieces(words: readonly string[], passages: readonly string[]): string[] {
  for (let size = words.length; size > 0; size--) {
    for (let at = 0; at + size <= words.length; at++) {
      const piece = mostOften(words.slice(at, at + size).join(' '), passages);
      if (piece !== null) return [...inPieces(words.slice(0, at), passages), piece, ...inPieces(words.slice(at + size), passages)];
    }
  }
  return [...words];
}

function mostOften(wanted: string, passages: readonly string[]): string | null {
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}_])${wanted.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s+')}(?![\\p{L}\\p{N}_])`,
    'giu',
  );
  const counts = new Map<string, number>();
  for (const passage of passages) for (const [found] of passage.matchAll(pattern)) counts.set(found, (counts.get(found) ?? 0) + 1);
  const [best] = [...counts].toSorted(([, one], [, other]) => other - one);
  return best?.[0].replace(/\s+/g, ' ') ?? null;
}
