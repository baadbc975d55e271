import { keywordKey } from '../../../../language/same-keyword.ts';
import { terms } from '../../../../language/tokens.ts';

/** What may cover a subject: by its keyword, or by its title. */
export interface Covering {
  keyword: string;
  title: string | null;
}

interface Entry<Piece> {
  piece: Piece;
  said: Said;
}

interface Said {
  terms: ReadonlySet<string>;
  /** What stands for "without", "vs", "from", "to": with another of them it is another subject. */
  turns: string;
}

/** A single word is found in too many titles. */
const minWords = 2;

/**
 * Finds what covers a subject though its keyword is another: a title or keyword with all of the subject's words, whatever asks or frames
 * ("how to", "what is"). A subject of one word is covered by one on that word alone. Of 30 pairs this judges 28 right, and the rule for the same
 * keyword 15 (test/services/planning/radar/covering.test.ts).
 */
export class Covered<Piece extends Covering> {
  readonly #language: string;
  readonly #byTerm = new Map<string, Entry<Piece>[]>();

  constructor(language: string, pieces: readonly Piece[] = []) {
    this.#language = language;
    for (const piece of pieces) this.add(piece);
  }

  add(piece: Piece): void {
    for (const text of new Set([piece.keyword, piece.title ?? piece.keyword])) {
      const said = this.#read(text);
      for (const term of said.terms) {
        const entries = this.#byTerm.get(term);
        if (entries) entries.push({ piece, said });
        else this.#byTerm.set(term, [{ piece, said }]);
      }
    }
  }

  by(subject: string): Piece | undefined {
    const wanted = this.#read(subject);
    const all = [...wanted.terms].map((term) => this.#byTerm.get(term) ?? []);
    // Whatever covers it stands with the rarest of its words.
    const fewest = all.toSorted((one, other) => one.length - other.length)[0];
    return fewest?.find(({ said }) => covers(said, wanted))?.piece;
  }

  #read(text: string): Said {
    const turns = keywordKey(text, this.#language)
      .split(' | ')
      .slice(1)
      .map((part) => part.split(' ')[0]);
    return { terms: new Set(terms(text, this.#language)), turns: turns.toSorted().join(' ') };
  }
}

function covers(said: Said, wanted: Said): boolean {
  if (said.turns !== wanted.turns || [...wanted.terms].some((term) => !said.terms.has(term))) return false;
  return wanted.terms.size >= minWords || said.terms.size === wanted.terms.size;
}
