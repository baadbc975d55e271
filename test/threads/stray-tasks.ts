import { setTimeout as sleep } from 'node:timers/promises';
import { BroadcastChannel } from 'node:worker_threads';
import { defineTasks } from '../../src/threads/tasks.ts';

const tasks = {
  /** Throws when told to on the channel, which is after this task has been answered. */
  async arm(channel: string) {
    new BroadcastChannel(channel).onmessage = () => {
      throw new Error('A stray error.');
    };
  },
  answer: async () => 42,
  loadsLong: async () => 42,
  environment: async () => ({ ...process.env }),
  echo: async (value: unknown) => value,
  unclonable: async () => () => {},
  fails: async () => {
    throw Object.assign(new Error('The real reason.'), { detail: () => {} });
  },
  async exit() {
    process.exit(3);
  },
};

export const strayTasks = defineTasks(import.meta.url, tasks, { loadsLong: () => sleep(1500) });
