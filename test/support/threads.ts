import { Thread, type OpenThread } from '../../src/threads/thread.ts';
import { quietSystem } from './store.ts';

const shared = new Map<string, ReturnType<OpenThread>>();

/** One thread for each module, shared by the desks of a test file: starting one takes longer than most of what it is asked to do. */
export const openSharedThread: OpenThread = (module, limits) => {
  // Nothing lets go of it when idle: it ends with the process.
  const system = { ...quietSystem(), after: () => () => {} };
  if (!shared.has(module.url)) shared.set(module.url, new Thread(system, module, limits));
  return shared.get(module.url) as never;
};
