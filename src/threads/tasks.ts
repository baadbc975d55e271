/* oxlint-disable unicorn/require-post-message-target-origin -- A thread has no origin. */
import module from 'node:module';
import { dirname } from 'node:path';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';

/** What a thread can do, by name. Arguments and results are copied between threads (structured clone). */
export type TaskTable = Record<string, (...args: never[]) => Promise<unknown>>;

/** A module whose tasks a thread runs. */
export interface TaskModule<Tasks extends TaskTable> {
  url: string;
  tasks: Tasks;
}

export interface Asked {
  task: string;
  args: unknown[];
}

/** An error keeps its name, message and own fields, but not its class. */
export type Outcome = { result: unknown } | { failure: Pick<Error, 'name' | 'message' | 'stack'> };

/** Said before a task begins, where `workerData.tellsBeginning` asks for it: what loading takes is not the task's own time. */
export interface Begun {
  hasBegun: true;
}

/** What tasks load before they begin. */
type Loads<Tasks extends TaskTable> = { [Name in keyof Tasks]?: (...args: Parameters<Tasks[Name]>) => Promise<unknown> };

/** Defines the tasks of the module at `url`. A thread started from that module runs them; elsewhere they are only named. Tasks import what they need when they run. */
export function defineTasks<Tasks extends TaskTable>(url: string, tasks: Tasks, loads: Loads<Tasks> = {}): TaskModule<Tasks> {
  if (!isMainThread && workerData?.url === url) {
    // Uses the process's cache of compiled code, which lies in a folder for each version of Node.
    if (workerData.compiled) module.enableCompileCache(dirname(workerData.compiled));
    const run = async (task: string, args: never[]) => {
      await loads[task]?.(...(args as never));
      if (workerData.tellsBeginning) parentPort!.postMessage({ hasBegun: true } satisfies Begun);
      return tasks[task]!(...args);
    };
    parentPort!.on('message', async ({ task, args }: Asked) => answer(await outcomeOf(run(task, args as never[]))));
  }
  return { url, tasks };
}

function answer(outcome: Outcome): void {
  try {
    parentPort!.postMessage(outcome);
  } catch (error) {
    // A part of it cannot be cloned.
    const { name, message } = 'failure' in outcome ? outcome.failure : (error as Error);
    parentPort!.postMessage({ failure: { name, message } });
  }
}

async function outcomeOf(work: Promise<unknown>): Promise<Outcome> {
  try {
    return { result: await work };
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    return { failure: { ...error, name: error.name, message: error.message, stack: error.stack } };
  }
}
