import { coverage } from '../../language/retrieval.ts';
import { clipAtWord } from '../../language/slug.ts';
import { countWords, normalise, terms } from '../../language/tokens.ts';
import { metaDescriptionOf } from '../compose/titles.ts';
import { isWithin, metaDescriptionLength, metaTitleLength } from '../score/formula.ts';
import { isQuotable, leans } from '../sources/standing.ts';
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

  constructor(page: OptimizedPage, read: ReadPage, keyword: string) {
    [this.#page, this.#read] = [page, read];
    this.#wanted = new Set(terms(keyword, page.language));
    const isAbout = this.#wanted.size > 0 && this.#share(read.text.body.blocks.map(({ text }) => text).join('\n')) >= minAbout;
    this.#said = isAbout ? spelled(keyword, read.evidence.passages) : null;
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

  /** The line with the keyword before its own part; the keyword alone where it says all that the line did. */
  #better(line: string, own: string | null): string | null {
    if (this.#said === null || this.#share(line) === 1) return null;
    const [, core = line, tail = ''] = site.exec(line) ?? [];
    const isSaid = terms(core, this.#page.language).every((term) => this.#wanted.has(term));
    const named = `${this.#said[0]!.toUpperCase()}${this.#said.slice(1)}`;
    const whole = isSaid ? named : `${named}: ${core}`;
    // What is too long loses the site's name, never its own words.
    return [own, `${whole}${tail}`, whole].find((text) => text !== null && text.length <= metaTitleLength[1]) ?? null;
  }

  /** The page's own sentence that says most of the keyword, with the next one where there is room. */
  metaDescription(): NewLine | null {
    const { metaDescription: old, language } = this.#page;
    const worth = (text: string) => (text === '' ? -1 : this.#share(text) + (isWithin(text.length, metaDescriptionLength) ? 0.5 : 0));
    const sentences = this.#read.text.sentences.filter(({ kind }) => kind === 'paragraph').map(({ text }) => text);
    let best = { text: '', worth: worth(old ?? '') };
    for (const [at, sentence] of sentences.entries()) {
      if (sentence.endsWith(':') || leans(sentence, language) || !isQuotable(sentence, language) || countWords(sentence) < minSentence)
        continue;
      if (sentence.length > metaDescriptionLength[1]) continue;
      const text = metaDescriptionOf(sentences.slice(at, at + 2));
      if (worth(text) > best.worth) best = { text, worth: worth(text) };
    }
    if (best.text === '' || normalise(best.text) === normalise(old ?? '')) return null;
    return { part: 'metaDescription', text: best.text };
  }

  #share(text: string): number {
    return coverage(this.#wanted, new Set(terms(text, this.#page.language)));
  }
}

/** In words. A shorter sentence describes nothing. */
const minSentence = 6;

/** As the page writes it most often within its text, else as given. */
function spelled(keyword: string, passages: readonly string[]): string {
  const wanted = keyword.trim().replace(/\s+/g, ' ');
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}])${wanted.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s+')}(?![\\p{L}\\p{N}])`,
    'giu',
  );
  const counts = new Map<string, number>();
  for (const passage of passages) for (const [found] of passage.matchAll(pattern)) counts.set(found, (counts.get(found) ?? 0) + 1);
  const [best] = [...counts].toSorted(([, one], [, other]) => other - one);
  return clipAtWord(best?.[0] ?? wanted, metaTitleLength[1]);
}
