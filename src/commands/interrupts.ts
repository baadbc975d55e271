import { Stopped } from './terminal.ts';

export const stopSignals = ['SIGINT', 'SIGTERM'] as const;

/** Aborts `work` when the person wants it to end, and waits for it to have cleaned up. Rejects with `Stopped` then. */
export async function interruptible<Result>(message: string, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController();
  const stop = () => controller.abort(new Stopped(message));
  for (const signal of stopSignals) process.on(signal, stop);
  try {
    return await work(controller.signal);
  } finally {
    for (const signal of stopSignals) process.off(signal, stop);
  }
}

/** Resolves when the process is asked to end, or its output is no longer read. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of stopSignals) process.once(signal, () => resolve());
    process.stdout.once('error', () => resolve());
  });
}
