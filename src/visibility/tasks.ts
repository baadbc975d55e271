import { defineTasks } from '../threads/tasks.ts';
import type { Thread } from '../threads/thread.ts';
import type { Brand, GivenAnswer } from './shapes.ts';

/** The parts of reading answers that take long enough to block the event loop. */
export const visibilityTasks = defineTasks(import.meta.url, {
  readAnswers: async (answers: readonly GivenAnswer[], brands: readonly Brand[]) =>
    (await import('./answer.ts')).readAnswers(answers, brands),
});

export type VisibilityThread = Pick<Thread<(typeof visibilityTasks)['tasks']>, 'run'>;
