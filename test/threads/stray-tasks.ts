import { defineTasks } from '../../src/threads/tasks.ts';

export const strayTasks = defineTasks(import.meta.url, {
  /** Throws after the task has been answered. */
  stray: async () => void setImmediate(() => Promise.reject(new Error('A stray error.'))),
  answer: async () => 42,
});
