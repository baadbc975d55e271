import { z } from 'zod';
import { idOf, listOf, Paging, ProjectId } from '../schema/common.ts';
import { Job, JobStatus } from '../schema/jobs.ts';
import { Period } from '../schema/period.ts';
import { operation } from './operation.ts';

const JobId = idOf('job').describe('The job (job_…).');

const job: z.input<typeof Job> = {
  id: 'job_01997a3c5d2e7f10a4b8c6d2e4f60719',
  projectId: 'prj_01997a3c5d2e7f10a4b8c6d2e4f60700',
  kind: 'article.write',
  status: 'succeeded',
  progress: 1,
  step: null,
  waitsFor: null,
  resource: { type: 'article', id: 'art_01997a3c5d2e7f10a4b8c6d2e4f60718' },
  result: { articleId: 'art_01997a3c5d2e7f10a4b8c6d2e4f60718' },
  error: null,
  attempts: 1,
  cancelRequested: false,
  createdAt: '2026-05-03T09:30:00.000Z',
  startedAt: '2026-05-03T09:30:00.010Z',
  finishedAt: '2026-05-03T09:30:02.000Z',
  updatedAt: '2026-05-03T09:30:02.000Z',
};

export const jobs = [
  operation({
    name: 'jobs_get',
    method: 'GET',
    path: '/jobs/{id}',
    title: 'Follow a job',
    description:
      'Returns a job: status, progress, result or error. Use it after any call that answers a jobId, with waitSeconds rather than polling. Where waitsFor is draft it waits for you: next names the brief. Then read what it names, such as with articles_get.',
    input: z.strictObject({
      id: JobId,
      waitSeconds: z.number().min(0).max(30).optional().meta({
        description: 'Wait up to this long for the job to end, 0–30. Default 0.',
        inTool: 'How long to wait for its end. Default 0.',
      }),
    }),
    output: Job,
    example: { input: { id: job.id, waitSeconds: 30 }, output: job },
    handle: ({ jobs }, { id, waitSeconds = 0 }, caller) => jobs.get(id, waitSeconds * 1000, caller),
  }),
  operation({
    name: 'jobs_list',
    method: 'GET',
    path: '/jobs',
    title: 'List jobs',
    description: 'Lists jobs, newest first. Use it to see what is running or failed; jobs_get follows one, jobs_cancel stops one.',
    input: z.strictObject({ status: JobStatus.optional().describe('Only these.'), since: Period.since, projectId: ProjectId, ...Paging }),
    output: listOf(Job),
    example: { input: { status: 'succeeded' }, output: { data: [job], nextCursor: null } },
    handle: ({ jobs }, input) => jobs.list(input),
  }),
  operation({
    name: 'jobs_cancel',
    method: 'POST',
    path: '/jobs/{id}/cancel',
    effect: 'destructive',
    idempotent: false,
    errors: ['conflict'],
    title: 'Cancel a job',
    description:
      'Cancels a job and what it works on, for good. Use it for work no longer wanted: a queued job ends at once, a running one at its next step (see jobs_get).',
    input: z.strictObject({ id: JobId }),
    output: Job,
    example: { input: { id: job.id }, output: { ...job, status: 'canceled', progress: 0, result: null, cancelRequested: true } },
    handle: ({ jobs }, { id }) => jobs.cancel(id),
  }),
];
