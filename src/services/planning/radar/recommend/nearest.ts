import { keywordTerms, nearnessOf } from '../../../../language/similar-keyword.ts';
import { fieldLimits } from '../relevance.ts';
import type { OwnPiece } from './refresh.ts';

interface Entry {
  piece: OwnPiece;
  terms: ReadonlySet<string>;
}

/** Finds the piece whose keyword or title is nearest to a subject. */
export class Nearest {
  readonly #language: string;
  readonly #byTerm = new Map<string, Entry[]>();

  constructor(language: string, pieces: readonly OwnPiece[]) {
    this.#language = language;
    for (const piece of pieces) {
      for (const text of new Set([piece.keyword, piece.title ?? piece.keyword])) {
        const terms = keywordTerms(text, language);
        for (const term of terms) {
          const entries = this.#byTerm.get(term);
          if (entries) entries.push({ piece, terms });
          else this.#byTerm.set(term, [{ piece, terms }]);
        }
      }
    }
  }

  to(subject: string): OwnPiece | undefined {
    const wanted = keywordTerms(subject, this.#language);
    let best: { piece: OwnPiece; nearness: number } | undefined;
    for (const term of wanted)
      for (const { piece, terms } of this.#byTerm.get(term) ?? []) {
        const nearness = this.#tells(terms, wanted) ? nearnessOf(terms, wanted) : 0;
        if (nearness > (best?.nearness ?? 0)) best = { piece, nearness };
      }
    return best?.piece;
  }

  /** Pieces that share a word with a subject. */
  sharing(subject: string): OwnPiece[] {
    const entries = Array.from(keywordTerms(subject, this.#language), (term) => this.#byTerm.get(term) ?? []);
    return [...new Set(entries.flat().map(({ piece }) => piece))];
  }

  /** A single word that many pieces have is what the site is about: "git" says nothing of "git bisect". */
  #tells(terms: ReadonlySet<string>, wanted: ReadonlySet<string>): boolean {
    const shared = [...terms].filter((term) => wanted.has(term));
    return shared.length > 1 || terms.size === wanted.size || this.#byTerm.get(shared[0]!)!.length < fieldLimits.titles;
  }
}
