import { z } from 'zod';
import { idOf } from '../schema/common.ts';
import { Months, Usage } from '../schema/usage.ts';
import { operation } from './operation.ts';

const spent = { calls: 42, cost: 0.63 };
const unknown = { calls: 7, cost: null, why: { cost: 'prices_missing' } } as const;

export const usage = [
  operation({
    name: 'usage_get',
    method: 'GET',
    path: '/usage',
    title: 'Usage and cost by month',
    description:
      'Tells what providers were asked and what that cost, by provider and month, with their caps. Use it before a task that bills, or when a call answers cap_reached; integrations_set changes prices and caps.',
    input: z.strictObject({ projectId: idOf('prj').optional().describe('Default: the whole desk.'), ...Months }),
    output: Usage,
    example: {
      input: { since: '2026-05' },
      output: {
        projectId: null,
        since: '2026-05',
        until: '2026-05',
        total: { calls: 49, cost: null, why: unknown.why, months: [{ month: '2026-05', calls: 49, cost: null, why: unknown.why }] },
        providers: [
          {
            provider: 'openai',
            paidBy: 'project',
            ...unknown,
            caps: { calls: null, cost: null },
            months: [{ month: '2026-05', ...unknown }],
          },
          { provider: 'serper', paidBy: 'project', ...spent, caps: { calls: 1000, cost: null }, months: [{ month: '2026-05', ...spent }] },
        ],
        projects: [{ projectId: 'prj_01997a3c5d2e7f10a4b8c6d2e4f60700', name: 'Default', calls: 49, cost: null, why: unknown.why }],
      },
    },
    handle: ({ usage }, input) => usage.get(input),
  }),
];
