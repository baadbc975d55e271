import type { CitedSource } from '../sources/shapes.ts';
import type { Evidence } from './evidence.ts';

/** Numbers documents in order of appearance and collects the sentences that cite each. */
export class Numbering {
  readonly #evidence: Evidence;
  readonly #sources = new Map<string, CitedSource>();
  readonly #quoted = new Set<string>();

  constructor(evidence: Evidence) {
    this.#evidence = evidence;
  }

  /** The document's number; undefined if there is no such evidence. */
  numberOf(cited: number): number | undefined {
    return this.#sourceOf(cited)?.number;
  }

  quote(cited: number, text: string, section: string): void {
    const source = this.#sourceOf(cited);
    const key = `${source?.number}\n${section}\n${text}`;
    if (!source || this.#quoted.has(key)) return;
    this.#quoted.add(key);
    source.sentences.push({ text, passageId: String(cited), section });
  }

  sources(): CitedSource[] {
    return [...this.#sources.values()];
  }

  #sourceOf(cited: number): CitedSource | undefined {
    const item = this.#evidence.get(cited);
    if (!item) return undefined;
    let source = this.#sources.get(item.documentId);
    if (!source) {
      const { documentId, title, url } = item;
      this.#sources.set(documentId, (source = { number: this.#sources.size + 1, documentId, title, url, sentences: [] }));
    }
    return source;
  }
}
