/** What a citation number refers to: a passage, or a document with everything quoted from it. */
export interface EvidenceItem {
  documentId: string;
  title: string;
  url: string | null;
  passages: readonly string[];
}

/** By the numbers used in the body. */
export type Evidence = ReadonlyMap<number, EvidenceItem>;
