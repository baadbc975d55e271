import { folded } from './word-edges.ts';

interface Node<Entry> {
  next: Map<number, Node<Entry>>;
  /** Those whose name ends here. */
  entries: Entry[];
}

/** Names by their letters: a text is gone through once, however many names are looked for. */
export class NameTrie<Entry> {
  readonly #root: Node<Entry> = { next: new Map(), entries: [] };

  /** Changes what is known of a name. */
  add(name: string, change: (entries: Entry[]) => void): void {
    let node = this.#root;
    const text = folded(name);
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      let next = node.next.get(unit);
      if (!next) node.next.set(unit, (next = { next: new Map(), entries: [] }));
      node = next;
    }
    change(node.entries);
  }

  /** Tells of every place where the letters of a name stand, within a word too. `text` is folded. */
  find(text: string, tell: (entries: readonly Entry[], start: number, end: number) => void): void {
    const { next } = this.#root;
    if (next.size === 0) return;
    for (let start = 0; start < text.length; start++) {
      let node = next.get(text.charCodeAt(start));
      for (let at = start + 1; node; at++) {
        if (node.entries.length > 0) tell(node.entries, start, at);
        node = node.next.get(text.charCodeAt(at));
      }
    }
  }
}
