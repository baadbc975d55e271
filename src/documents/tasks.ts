import { defineTasks } from '../threads/tasks.ts';
import type { DocumentSource } from './reading.ts';

/** Reading runs on a thread because even loading its libraries would hold up others. */
export const readingTasks = defineTasks(import.meta.url, {
  read: async (source: DocumentSource) => (await import('./reading.ts')).readDocument(source),
  /** How alike two texts are, 0–1, as `likenessOf` has it. */
  compare: async (one: string, other: string) => (await import('./sketch.ts')).likenessOf(one, other),
});
