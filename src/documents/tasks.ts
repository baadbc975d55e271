import { defineTasks } from '../threads/tasks.ts';
import type { DocumentSource } from './reading.ts';

/** Reading runs on a thread because even loading its libraries would block the event loop. */
export const readingTasks = defineTasks(
  import.meta.url,
  {
    read: async (source: DocumentSource) => (await import('./reading.ts')).readDocument(source),
    readBeginning: async (source: DocumentSource, maxProse: number) => (await import('./reading.ts')).readBeginning(source, maxProse),
    readAsMarkdown: async (source: DocumentSource, url: string) => (await import('../markdown/page.ts')).readAsMarkdown(source, url),
    /** `likenessOf` of two texts, 0–1. */
    compare: async (one: string, other: string) => (await import('./sketch.ts')).likenessOf(one, other),
  },
  {
    read: async ({ kind }) => (await import('./reading.ts')).loadFor(kind),
    readBeginning: async ({ kind }) => (await import('./reading.ts')).loadFor(kind),
    readAsMarkdown: async ({ kind }) => (await import('../markdown/page.ts')).loadForMarkdown(kind),
    compare: () => import('./sketch.ts'),
  },
);
