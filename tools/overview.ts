import { z } from 'zod';
import { idOf } from '../schema/common.ts';
import { Overview } from '../schema/overview.ts';
import { operation } from './operation.ts';

const article = 'art_01997a3c5d2e7f10a4b8c6d2e4f60718';

const example: z.input<typeof Overview> = {
  since: '2026-05-03T09:30:00.000Z',
  doNext: [
    {
      id: 'act_3f9c1b7ad0e24c6b8a51f2d7c9e0b364',
      priority: 2.8,
      why: 'Two messages to hooks.example.com were given up; the last answer was 500.',
    },
  ],
  needsYou: [
    {
      kind: 'deliveries_failed',
      count: 2,
      latest: [{ id: 'dlv_01997a3c5d2e7f10a4b8c6d2e4f60720', about: 'article.ready to hooks.example.com: answered 500' }],
      operation: 'webhook_deliveries_list',
      arguments: { flagged: true },
    },
  ],
  happened: [
    {
      kind: 'articles_written',
      count: 12,
      latest: [{ id: article, about: 'Connection Pools in Practice' }],
      operation: 'articles_list',
      arguments: { since: '2026-05-03T09:30:00.000Z' },
    },
  ],
  comesNext: [],
};

export const overview = [
  operation({
    name: 'overview_get',
    method: 'GET',
    path: '/overview',
    title: 'See what matters now',
    description:
      'Returns, over all projects, what needs you, what happened and what comes next, each with the call that continues, and the first actions to do next. Use it first, and to answer what the desk did; jobs_list and articles_list tell more.',
    input: z.strictObject({
      since: z.iso.datetime({ offset: true }).optional().describe('ISO 8601. Default: 7 days ago.'),
      projectId: idOf('prj').optional().describe('Only this one (prj_…).'),
    }),
    output: Overview,
    errors: ['not_found'],
    example: { input: {}, output: example },
    handle: ({ overviews }, input) => overviews.get(input),
  }),
];
