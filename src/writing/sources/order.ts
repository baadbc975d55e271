import type { SourcePassage } from './shapes.ts';

/** The retrieval's score, of which nothing is known; one that is no number would leave the order of all open. */
export function scoreOf({ score }: SourcePassage): number {
  return Number.isFinite(score) ? Math.max(0, score) : 0;
}

/** By document, then as they stand in it. */
export function compareSources(a: SourcePassage, b: SourcePassage): number {
  if (a.documentId !== b.documentId) return a.documentId < b.documentId ? -1 : 1;
  return a.position - b.position || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}
