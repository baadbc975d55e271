import { listOf } from '../schema/common.ts';
import { ChangedSuppressions, LinkSuppression, SuppressionChanges, SuppressionQuery } from '../schema/link-suppressions.ts';
import { operation } from './operation.ts';

const suppression: LinkSuppression = { address: 'ann@guides.example', reason: 'opt_out', createdAt: '2026-05-05T09:00:00.000Z' };

export const linkSuppressions = [
  operation({
    name: 'link_suppressions_list',
    method: 'GET',
    path: '/link-building/suppressions',
    title: 'List suppressed addresses',
    description: 'Lists who gets no mail from any project. Use it to see why an address is refused; link_suppressions_set changes it.',
    input: SuppressionQuery,
    output: listOf(LinkSuppression),
    example: { input: { address: 'Ann+news@guides.example' }, output: { data: [suppression], nextCursor: null } },
    handle: ({ linkSuppressions }, input) => linkSuppressions.list(input),
  }),
  operation({
    name: 'link_suppressions_set',
    method: 'POST',
    path: '/link-building/suppressions',
    scope: 'admin',
    effect: 'destructive',
    idempotent: true,
    answersSecret: false,
    title: 'Change suppressed addresses',
    description:
      'Adds and removes who gets no mail from any project. Use it when somebody wants none, and remove only who asks for mail again; link_suppressions_list has them.',
    input: SuppressionChanges,
    output: ChangedSuppressions,
    example: {
      input: { add: ['ann@guides.example', '@closed.example'] },
      output: { added: 2, present: 0, removed: 0, absent: 0, stillSuppressed: [] },
    },
    handle: ({ linkSuppressions }, input) => linkSuppressions.set(input),
  }),
];
