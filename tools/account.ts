import { z } from 'zod';
import { Deleted, listOf, Paging, ProjectId } from '../schema/common.ts';
import { Integration } from '../schema/integrations.ts';
import { Job, JobStatus } from '../schema/jobs.ts';
import { NewProject, Project, ProjectPatch } from '../schema/projects.ts';
import { operation } from './operation.ts';

const Id = z.string().describe('The project (prj_…).');
const JobId = z.string().describe('The job (job_…).');

const project: z.input<typeof Project> = {
  id: 'prj_01997a3c5d2e7f10a4b8c6d2e4f60700',
  name: 'Default',
  siteUrl: 'https://www.example.com/',
  language: 'en',
  country: 'US',
  brandTerms: ['Example'],
  tone: null,
  audience: null,
  styleGuide: null,
  timezone: 'UTC',
  eventWebhookUrl: 'https://hooks.example.com/copydesk',
  articleDefaults: { targetWordCount: 1200 },
  createdAt: '2026-05-01T08:00:00.000Z',
  updatedAt: '2026-05-01T08:00:00.000Z',
};

const job: z.input<typeof Job> = {
  id: 'job_01997a3c5d2e7f10a4b8c6d2e4f60719',
  projectId: project.id,
  kind: 'article.write',
  status: 'succeeded',
  progress: 1,
  step: null,
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

export const account = [
  operation({
    name: 'projects_list',
    method: 'GET',
    path: '/projects',
    title: 'List projects',
    description:
      'Lists projects, newest first. Use it to find the projectId that knowledge_create, articles_create and others take; while there is just one project they need none.',
    input: z.strictObject({ ...Paging }),
    output: listOf(Project),
    example: { input: {}, output: { data: [project], nextCursor: null } },
    handle: ({ projects }, input) => projects.list(input),
  }),
  operation({
    name: 'projects_create',
    method: 'POST',
    path: '/projects',
    status: 201,
    errors: ['conflict', 'https_required', 'address_refused'],
    title: 'Create a project',
    description:
      'Creates a project: a site with its own knowledge, articles and defaults. Use it for a second site or client; then add documents with knowledge_create, naming its id as projectId.',
    input: NewProject,
    output: Project,
    example: { input: { name: 'Example blog', siteUrl: 'https://www.example.com/' }, output: { ...project, name: 'Example blog' } },
    handle: ({ projects }, input) => projects.create(input),
  }),
  operation({
    name: 'projects_get',
    method: 'GET',
    path: '/projects/{id}',
    title: 'Get a project',
    description: 'Returns one project with its settings. Use it before changing them with projects_update.',
    input: z.strictObject({ id: Id }),
    output: Project,
    example: { input: { id: project.id }, output: project },
    handle: ({ projects }, { id }) => projects.get(id),
  }),
  operation({
    name: 'projects_update',
    method: 'PATCH',
    path: '/projects/{id}',
    idempotent: true,
    errors: ['conflict', 'https_required', 'address_refused'],
    title: 'Change a project',
    description: 'Changes the fields given; null clears one. Use it to set the event webhook or defaults before articles_create.',
    input: ProjectPatch,
    output: Project,
    example: { input: { id: project.id, eventWebhookUrl: 'https://hooks.example.com/copydesk' }, output: project },
    handle: ({ projects }, input) => projects.update(input),
  }),
  operation({
    name: 'projects_delete',
    method: 'DELETE',
    path: '/projects/{id}',
    errors: ['conflict'],
    title: 'Delete a project',
    description:
      'Deletes a project with its knowledge, articles, jobs and events, for good. Use it when a site is given up: look its name up with projects_get first and repeat it in confirm. The last project cannot be deleted.',
    input: z.strictObject({ id: Id, confirm: z.string().max(100).describe("The project's exact name.") }),
    output: Deleted,
    example: { input: { id: project.id, confirm: 'Default' }, output: { id: project.id, deleted: true } },
    handle: ({ projects }, { id, confirm }) => projects.delete(id, confirm),
  }),
  operation({
    name: 'integrations_list',
    method: 'GET',
    path: '/integrations',
    title: 'List integrations',
    description:
      'Lists what this desk can write with and reach, whether each is ready, and how to set it up. Use it when a call answers integration_required, or to see which writers there are for articles_create.',
    input: z.strictObject({}),
    output: listOf(Integration),
    example: {
      input: {},
      output: {
        data: [
          {
            provider: 'extractive',
            capabilities: ['write'],
            configured: true,
            healthy: null,
            lastCheckedAt: null,
            lastError: null,
            howToConfigure: 'Built in, nothing to configure.',
          },
        ],
        nextCursor: null,
      },
    },
    handle: ({ integrations }) => integrations.list(),
  }),
  operation({
    name: 'jobs_get',
    method: 'GET',
    path: '/jobs/{id}',
    title: 'Follow a job',
    description:
      'Returns a job: status, progress, step, and its result or error. Use it after any call that answered with a jobId; waitSeconds holds the answer until the job ends, so that you need not poll. Then read the resource it names, such as with articles_get.',
    input: z.strictObject({
      id: JobId,
      waitSeconds: z.number().min(0).max(30).optional().describe('Wait up to this long for the job to end, 0–30. Default 0.'),
    }),
    output: Job,
    example: { input: { id: job.id, waitSeconds: 30 }, output: job },
    handle: ({ jobs }, { id, waitSeconds = 0 }, { signal }) => jobs.get(id, waitSeconds * 1000, signal),
  }),
  operation({
    name: 'jobs_list',
    method: 'GET',
    path: '/jobs',
    title: 'List jobs',
    description:
      'Lists jobs, newest first. Use it to see what is running or what failed (status=failed); jobs_get follows one, jobs_cancel stops one.',
    input: z.strictObject({ status: JobStatus.optional().describe('Only these.'), projectId: ProjectId, ...Paging }),
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
      'Cancels a job and what it works on. Use it for work no longer wanted: a queued job ends at once, a running one at its next step (follow it with jobs_get). It cannot be taken up again; ask anew.',
    input: z.strictObject({ id: JobId }),
    output: Job,
    example: { input: { id: job.id }, output: { ...job, status: 'canceled', progress: 0, result: null, cancelRequested: true } },
    handle: ({ jobs }, { id }) => jobs.cancel(id),
  }),
];
