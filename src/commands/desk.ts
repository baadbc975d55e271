import { createCopydesk, type Copydesk, type CopydeskOptions } from '../app.ts';
import { Delivery } from '../../schema/deliveries.ts';
import type { Article } from '../../schema/articles.ts';
import type { Job } from '../../schema/jobs.ts';
import { stopSignals } from './interrupts.ts';
import { note, paint, progressLine, Stopped, type Progress } from './terminal.ts';

export interface GlobalFlags {
  home?: string;
  logLevel?: CopydeskOptions['logLevel'];
  json?: boolean;
}

/** Opens the desk for one command and always closes it again. One-shot commands log nothing routine. */
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

/**
 * Works until the job has ended and its event was tried once, or the job waits for someone. Rejects like `workUntil`.
 * `tell` is asked each time what there is to say besides.
 */
export function followJob(desk: Copydesk, id: string, tell: () => Promise<string[]> = async () => []): Promise<Job> {
  return workUntil(desk, 'job', async (show, say) => {
    const job = await desk.services.jobs.get(id);
    for (const line of await tell()) say(line);
    if (await isOver(desk, job)) return job;
    show(job.step ?? job.status, job.progress);
    return undefined;
  });
}

/** Follows the writing of an article, with a line for every completed stage. */
export function followArticle(desk: Copydesk, { id, jobId }: { id: string; jobId: string }): Promise<Job> {
  let told = 0;
  return followJob(desk, jobId, async () => {
    const { stages } = await desk.services.articles.get(id, ['stages']);
    const lines = (stages ?? []).filter(({ status }) => status === 'done').map(stageLine);
    const fresh = lines.slice(told);
    told = lines.length;
    return fresh;
  });
}

function stageLine({ stage, startedAt, finishedAt }: NonNullable<Article['stages']>[number]): string {
  const seconds = finishedAt === null ? 0 : (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000;
  return `${paint('32', '✓')} ${stage.padEnd(8)} ${seconds.toFixed(1)} s`;
}

/** Works until the delivery was tried once, successfully or not, or will not be tried. Rejects like `workUntil`. */
export function followDelivery(desk: Copydesk, id: string): Promise<Delivery> {
  return workUntil(desk, 'delivery', async (show) => {
    const delivery = Delivery.parse(await desk.services.deliveries.get(id));
    if (delivery.attemptCount > 0 || delivery.status !== 'pending') return delivery;
    show(`sending to ${delivery.url}`, 0);
    return undefined;
  });
}

/**
 * Works until `look` finds an end, with a progress line on a terminal.
 * Rejects with `Stopped` on SIGINT or SIGTERM; closing the desk then puts running work back.
 */
async function workUntil<End>(
  desk: Copydesk,
  what: string,
  look: (show: Progress['show'], say: (line: string) => void) => Promise<End | undefined>,
): Promise<End> {
  desk.work();
  const line = progressLine();
  let isAskedToStop = false;
  const hear = () => void (isAskedToStop = true);
  for (const signal of stopSignals) process.on(signal, hear);
  const say = (text: string) => {
    line.end();
    note(text);
  };
  try {
    for (;;) {
      const end = await look(line.show, say);
      if (end !== undefined) return end;
      if (isAskedToStop) throw new Stopped(`Stopped; the ${what} goes on with the next copydesk command that works (serve, stdio, write).`);
      await desk.system.pause(50);
    }
  } finally {
    for (const signal of stopSignals) process.off(signal, hear);
    line.end();
  }
}

/** An event is tried once before the process ends; the next process retries it. */
async function isOver({ services }: Copydesk, { waitsFor, finishedAt, resource }: Job): Promise<boolean> {
  const isTold = async () => resource === null || !(await services.deliveries.awaitsFirstAttempt(resource.id));
  return waitsFor !== null || (finishedAt !== null && (await isTold()));
}
