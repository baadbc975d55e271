import { createCopydesk, type Copydesk, type CopydeskOptions } from '../app.ts';
import type { Job } from '../../schema/jobs.ts';
import { progressLine, Stopped } from './terminal.ts';

export interface GlobalFlags {
  home?: string;
  logLevel?: CopydeskOptions['logLevel'];
  json?: boolean;
}

/** Opens the desk of the home for one command and closes it whatever happens. A command that only asks and answers logs no routine. */
export async function withDesk<Result>(
  flags: GlobalFlags,
  options: CopydeskOptions,
  use: (desk: Copydesk) => Promise<Result>,
): Promise<Result> {
  const desk = await createCopydesk({ home: flags.home, logLevel: flags.logLevel ?? 'warn', ...options });
  try {
    return await use(desk);
  } finally {
    await desk.close();
  }
}

/** Works until the job has ended and its event has been tried once, showing a line of progress on a terminal. Rejects with `Stopped` on SIGINT or SIGTERM; closing the desk then puts the job back. */
export async function followJob(desk: Copydesk, jobId: string): Promise<Job> {
  desk.work();
  const line = progressLine();
  const stop = listenForStop();
  try {
    for (;;) {
      const job = await desk.services.jobs.get(jobId);
      if (job.finishedAt !== null && !(await eventUnsent(desk, job))) return job;
      if (stop.asked()) throw new Stopped('Stopped; the job goes on with the next copydesk command that works (serve, stdio, write).');
      line.show(job.step ?? job.status, job.progress);
      await desk.system.pause(50);
    }
  } finally {
    stop.release();
    line.end();
  }
}

/** An event is tried once before the process ends; what fails then is tried again by the next. */
async function eventUnsent({ services }: Copydesk, { resource }: Job): Promise<boolean> {
  return resource !== null && (await services.deliveries.awaitsFirstAttempt(resource.id));
}

const stopSignals = ['SIGINT', 'SIGTERM'] as const;

/** Holds back the signals that would end the process, until released. */
function listenForStop(): { asked(): boolean; release(): void } {
  let asked = false;
  const hear = () => {
    asked = true;
  };
  for (const signal of stopSignals) process.on(signal, hear);
  return {
    asked: () => asked,
    release() {
      for (const signal of stopSignals) process.off(signal, hear);
    },
  };
}

/** Resolves when the person or the system asks the process to end. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of stopSignals) process.once(signal, () => resolve());
  });
}
