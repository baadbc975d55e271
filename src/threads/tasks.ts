/* oxlint-disable unicorn/require-post-message-target-origin -- A thread has no origin. */
import module from 'node:module';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';

/** What a thread can do, by name. Arguments and results cross as structured clones. */
export type TaskTable = Record<string, (...args: never[]) => Promise<unknown>>;

/** A module whose tasks a thread does. */
export interface TaskModule<Tasks extends TaskTable> {
  url: string;
  tasks: Tasks;
}

export interface Asked {
  task: string;
  args: unknown[];
}

/** An error keeps its name, its message and its own fields, but not its class. */
export type Outcome = { result: unknown } | { failure: Pick<Error, 'name' | 'message' | 'stack'> };

/** For the module at `url`, which the thread starts as its own: asked for a task there, it does it. Each task loads what it takes when it is first asked for. */
export function defineTasks<Tasks extends TaskTable>(url: string, tasks: Tasks): TaskModule<Tasks> {
  if (!isMainThread && workerData?.url === url) {
    // What the process keeps of compiled code serves its threads too.
    if (workerData.compiled) module.enableCompileCache(workerData.compiled);
    parentPort!.on('message', async ({ task, args }: Asked) =>
      parentPort!.postMessage(await outcomeOf(tasks[task]!(...(args as never[])))),
    );
  }
  return { url, tasks };
}

async function outcomeOf(work: Promise<unknown>): Promise<Outcome> {
  try {
    return { result: await work };
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    return { failure: { ...error, name: error.name, message: error.message, stack: error.stack } };
  }
}
