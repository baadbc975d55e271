import type { System } from '../system.ts';
import { Lane, type LaneLimits, type Turn } from './lane.ts';
import type { TaskModule, TaskTable } from './tasks.ts';
import { Overrun, Thread, type OpenThread } from './thread.ts';

/** Runs tasks on input that nobody vouches for, in processes of their own. */
export interface Apart<Tasks extends TaskTable> {
  /** Rejects as `Lane.run` does. */
  run<Name extends keyof Tasks & string>(task: Name, args: Parameters<Tasks[Name]>, turn: Turn): Promise<Awaited<ReturnType<Tasks[Name]>>>;
}

export interface ApartLimits {
  /** Larger input, in characters or bytes, waits in the long line from the start. */
  maxSmallSize: number;
  small: LaneLimits;
  large: LaneLimits;
}

/** Creates the processes for the tasks of a module. */
export type OpenApart = <Tasks extends TaskTable>(module: TaskModule<Tasks>, limits: ApartLimits) => Apart<Tasks>;

/** Computing beside the event loop: on a thread, or apart in processes that can be killed whatever they are doing. */
export interface Threads {
  openThread: OpenThread;
  openApart: OpenApart;
}

export function createThreads(system: Pick<System, 'after' | 'pause'>): Threads & { close(): Promise<void> } {
  const opened: { close(): Promise<void> }[] = [];
  const kept = <One extends { close(): Promise<void> }>(one: One): One => {
    opened.push(one);
    return one;
  };
  return {
    openThread: (module, limits) => kept(new Thread(system, module, limits)),
    openApart({ url }, { maxSmallSize, ...limits }) {
      const [small, large] = [kept(new Lane(system, url, limits.small)), kept(new Lane(system, url, limits.large))];
      return {
        /** What is small has a lane of its own; if it proves costly it takes turns with what is large. */
        async run(task, args, turn) {
          let { key } = turn;
          if (turn.size <= maxSmallSize) {
            try {
              return (await small.run(task, args, turn)) as never;
            } catch (error) {
              if (!(error instanceof Overrun)) throw error;
              key = `${key} small`;
            }
          }
          return (await large.run(task, args, { ...turn, key })) as never;
        },
      };
    },
    close: async () => void (await Promise.all(opened.map((one) => one.close()))),
  };
}
