/** What a number stands for: a passage, or a document with all that was quoted of it. */
export interface EvidenceItem {
  documentId: string;
  title: string;
  url: string | null;
  passages: readonly string[];
}

/** By the numbers that the body cites. */
export type Evidence = ReadonlyMap<number, EvidenceItem>;
