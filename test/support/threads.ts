import { createThreads, type Threads } from '../../src/threads/open.ts';
import { quietSystem } from './store.ts';

// Nothing lets go of them when idle: they end with the process.
const own = createThreads({ ...quietSystem(), after: () => () => {} });
const opened = new Map<string, unknown>();

function once<Opened>(kind: string, url: string, open: () => Opened): Opened {
  const name = `${kind} ${url}`;
  if (!opened.has(name)) opened.set(name, open());
  return opened.get(name) as Opened;
}

/** One thread and one pair of processes for each module, shared by the desks of a test file: starting one takes longer than most of what it is asked to do. */
export const sharedThreads: Threads = {
  openThread: (module, limits) => once('thread', module.url, () => own.openThread(module, limits)),
  openApart: (module, limits) => once('apart', module.url, () => own.openApart(module, limits)),
};
