import { z } from 'zod';
import { Deleted, idOf, listOf, Paging } from '../schema/common.ts';
import { ChangedProject, NewProject, Project, ProjectPatch } from '../schema/projects.ts';
import { operation } from './operation.ts';

const Id = idOf('prj').describe('The project (prj_…).');

const project: z.input<typeof Project> = {
  id: 'prj_01997a3c5d2e7f10a4b8c6d2e4f60700',
  name: 'Default',
  siteUrl: 'https://www.example.com/',
  language: 'en',
  country: 'US',
  brandTerms: ['Example'],
  brandColours: { background: '#10243e' },
  tone: null,
  audience: null,
  styleGuide: null,
  timezone: 'UTC',
  eventWebhookUrl: 'https://hooks.example.com/copydesk',
  articleDefaults: { targetWordCount: 1200 },
  autoPublish: { mode: 'off', dailyCap: 3, minScore: 70, quietHours: null },
  schedules: { audit: 'off', rankings: 'off', searchConsole: 'off', visibility: 'off' },
  searchConsoleProperty: 'sc-domain:example.com',
  mentionOnlyWith: [],
  mentionNotWith: [],
  createdAt: '2026-05-01T08:00:00.000Z',
  updatedAt: '2026-05-01T08:00:00.000Z',
};

export const projects = [
  operation({
    name: 'projects_list',
    method: 'GET',
    path: '/projects',
    title: 'List projects',
    description:
      'Lists projects, newest first. Use it for the projectId that articles_create and others take; with one project they need none.',
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
      'Creates a project: a site with its own knowledge, articles and defaults. Use it for a second site or client; then knowledge_create with its id as projectId.',
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
    effect: 'destructive',
    idempotent: true,
    errors: ['conflict', 'https_required', 'address_refused'],
    title: 'Change a project',
    description: 'Changes what is given; null clears. Use it before articles_create.',
    input: ProjectPatch,
    output: ChangedProject,
    example: { input: { id: project.id, eventWebhookUrl: 'https://hooks.example.com/copydesk' }, output: { ...project, scheduled: [] } },
    handle: ({ projects }, input) => projects.update(input),
  }),
  operation({
    name: 'projects_delete',
    method: 'DELETE',
    path: '/projects/{id}',
    errors: ['conflict'],
    title: 'Delete a project',
    description:
      'Deletes a project with all that it holds, delivery records too, for good. Use it when a site is given up: without confirm (its name, see projects_get) it deletes nothing, and says how much there is. The last project cannot be deleted.',
    input: z.strictObject({ id: Id, confirm: z.string().max(100).optional().describe("The project's exact name.") }),
    output: Deleted,
    example: { input: { id: project.id, confirm: 'Default' }, output: { id: project.id, deleted: true } },
    handle: ({ projects }, { id, confirm }) => projects.delete(id, confirm),
  }),
];
