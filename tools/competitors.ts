import { z } from 'zod';
import { Deleted, listOf, Paging, ProjectId } from '../schema/common.ts';
import { AddedCompetitor, Competitor, NewCompetitor, RemovedCompetitor } from '../schema/competitors.ts';
import { operation } from './operation.ts';

const competitor: Competitor = {
  id: 'cmp_01997a3c5d2e7f10a4b8c6d2e4f60751',
  projectId: 'prj_01997a3c5d2e7f10a4b8c6d2e4f60700',
  name: 'Example Rival',
  domain: 'rival.example',
  aliases: ['Rival Cloud'],
  mentionOnlyWith: [],
  mentionNotWith: [],
  feedUrl: null,
  createdAt: '2026-05-03T09:00:00.000Z',
};

export const competitors = [
  operation({
    name: 'competitors_list',
    method: 'GET',
    path: '/competitors',
    errors: ['not_found', 'project_required'],
    title: 'List competitors',
    description: 'Lists the competitors of a project, newest first. Use it before comparing with them; competitors_add adds one.',
    input: z.strictObject({ projectId: ProjectId, ...Paging }),
    output: listOf(Competitor),
    example: { input: {}, output: { data: [competitor], nextCursor: null } },
    handle: ({ competitors }, input) => competitors.list(input),
  }),
  operation({
    name: 'competitors_add',
    method: 'POST',
    path: '/competitors',
    status: 201,
    location: '/competitors',
    outward: true,
    errors: ['conflict', 'address_refused', 'not_found', 'project_required'],
    title: 'Add a competitor',
    description:
      'Adds a competitor and takes a first look at its site by a job; what it publishes later is news. Use it for each site that readers see beside yours; competitors_remove ends it.',
    input: NewCompetitor,
    output: AddedCompetitor,
    example: {
      input: { name: 'Example Rival', domain: 'https://www.rival.example/', aliases: ['Rival Cloud'] },
      output: { ...competitor, jobId: 'job_01997a3c5d2e7f10a4b8c6d2e4f60752' },
    },
    handle: ({ competitors }, input) => competitors.add(input),
  }),
  operation({
    name: 'competitors_remove',
    method: 'DELETE',
    path: '/competitors',
    errors: ['not_found', 'project_required'],
    title: 'Remove a competitor',
    description: 'Removes a competitor with all that was read of its site. Use it for one of competitors_list that no longer matters.',
    input: RemovedCompetitor,
    output: Deleted,
    example: { input: { domain: 'rival.example' }, output: { id: competitor.id, deleted: true } },
    handle: ({ competitors }, input) => competitors.remove(input),
  }),
];
