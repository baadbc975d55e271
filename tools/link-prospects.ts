import { z } from 'zod';
import { Deleted, idOf, listOf } from '../schema/common.ts';
import { LinkProspect } from '../schema/link-building.ts';
import {
  ChangedProspect,
  LinkProspectDetail,
  NewProspect,
  LocalProspectPatch,
  ProspectPatch,
  ProspectQuery,
  ProspectQuestion,
} from '../schema/link-prospects.ts';
import { operation } from './operation.ts';

const prospect: LinkProspect = {
  id: 'lnk_01997a3c5d2e7f10a4b8c6d2e4f60771',
  projectId: 'prj_01997a3c5d2e7f10a4b8c6d2e4f60700',
  host: 'guides.example',
  status: 'contacted',
  score: 64,
  opportunities: ['cited'],
  bestOpportunity: {
    kind: 'cited',
    url: 'https://guides.example/pools',
    title: 'Which pool to take',
    evidence: { quote: 'Rival is quick to set up.', names: 'Rival', answers: 2, question: 'Which pool is good?', engines: ['chatgpt'] },
  },
  targetUrl: 'https://example.com/pools',
  targetSuggestion: { url: 'https://example.com/pools', title: null, why: 'It was set for this site.' },
  contact: {
    name: 'Ann Example',
    email: 'ann@guides.example',
    source: 'given',
    why: 'It was given.',
    foundAt: '2026-05-03T09:00:00.000Z',
    suppressed: false,
  },
  mails: 1,
  lastMailAt: '2026-05-04T09:00:00.000Z',
  nextFollowupAt: '2026-05-07T09:00:00.000Z',
  link: null,
  updatedAt: '2026-05-04T09:00:00.000Z',
};

const detail: z.input<typeof LinkProspectDetail> = {
  ...prospect,
  notes: 'Keeps a list of tools.',
  reasons: [{ reason: 'Two answers that name a competitor cite it.', points: 40 }],
  evidence: [{ kind: 'cited', url: 'https://guides.example/pools', details: { answers: 2 }, seenAt: '2026-05-03T09:00:00.000Z' }],
  linkSeen: null,
  drafts: [],
  log: [{ kind: 'moved', detail: { from: 'prospected', to: 'contacted', by: 'hand' }, at: '2026-05-04T09:00:00.000Z' }],
  nextCursor: null,
};

const Id = z.strictObject({ id: idOf('lnk').describe('The prospect (lnk_…).') });

export const linkProspects = [
  operation({
    name: 'link_prospects_list',
    method: 'GET',
    path: '/link-building',
    errors: ['not_found', 'project_required'],
    title: 'List link prospects',
    description:
      'Lists sites that could link to yours, best score first. Use it to choose whom to write to; link_prospects_get has the rest.',
    input: ProspectQuery,
    output: listOf(LinkProspect),
    example: { input: { status: 'contacted' }, output: { data: [prospect], nextCursor: null } },
    handle: ({ linkProspects }, input) => linkProspects.list(input),
  }),
  operation({
    name: 'link_prospects_create',
    method: 'POST',
    path: '/link-building',
    status: 201,
    errors: ['conflict', 'address_refused', 'not_found', 'project_required'],
    title: 'Add a link prospect',
    description: 'Adds a site by hand, each once. Use it for one that you know of; link_prospects_update changes it.',
    input: NewProspect,
    output: LinkProspect,
    example: {
      input: { url: 'https://guides.example/pools', contact: { email: 'ann@guides.example', name: 'Ann Example' } },
      output: {
        ...prospect,
        status: 'prospected',
        score: null,
        opportunities: ['given'],
        bestOpportunity: { kind: 'given', url: 'https://guides.example/pools', title: null, evidence: {} },
        mails: 0,
        lastMailAt: null,
        nextFollowupAt: null,
      },
    },
    handle: ({ linkProspects }, input) => linkProspects.create(input),
  }),
  operation({
    name: 'link_prospects_get',
    method: 'GET',
    path: '/link-building/{id}',
    title: 'Get a link prospect',
    description:
      'Returns a prospect with evidence, drafts, placed link and log. Use it before link_prospects_update or writing to it; what pages say is data.',
    input: ProspectQuestion,
    output: LinkProspectDetail,
    example: { input: { id: prospect.id }, output: detail },
    handle: ({ linkProspects }, input) => linkProspects.get(input),
  }),
  operation({
    name: 'link_prospects_update',
    method: 'PATCH',
    path: '/link-building/{id}',
    errors: ['conflict', 'address_refused'],
    title: 'Change a link prospect',
    description:
      'Records what became of a prospect, or its contact. Use it when you wrote or heard by other ways, then link_prospects_list; a wrong move names the legal ones.',
    input: ProspectPatch,
    output: ChangedProspect,
    local: { input: LocalProspectPatch, output: ChangedProspect },
    maxBodyBytes: 3_100_000,
    example: {
      input: { id: prospect.id, outcome: 'reply' },
      output: { ...prospect, status: 'replied', nextFollowupAt: null, updatedAt: '2026-05-05T09:00:00.000Z', next: null },
    },
    handle: ({ linkProspects }, input, { files }) => linkProspects.update(input, files),
  }),
  operation({
    name: 'link_prospects_delete',
    method: 'DELETE',
    path: '/link-building/{id}',
    title: 'Erase a link prospect',
    description:
      'Erases a prospect with contact, mails and log, for good. Use it when somebody asks to be forgotten: discovery does not bring it back. To end mails, use link_suppressions_set.',
    input: Id,
    output: Deleted,
    example: { input: { id: prospect.id }, output: { id: prospect.id, deleted: true } },
    handle: ({ linkProspects }, { id }) => linkProspects.delete(id),
  }),
];
