import type { z } from 'zod';
import { AutoPublishPatch, AutoPublishState } from '../schema/auto-publish.ts';
import { operation } from './operation.ts';

const state: z.input<typeof AutoPublishState> = {
  projectId: 'prj_01997a3c5d2e7f10a4b8c6d2e4f60700',
  mode: 'auto',
  dailyCap: 2,
  minScore: 70,
  quietHours: { from: '22:00', to: '07:00' },
  publishedToday: 2,
  held: [
    {
      articleId: 'art_01997a3c5d2e7f10a4b8c6d2e4f60718',
      title: 'Connection Pooling',
      score: 84,
      waitsFor: 'turn',
      goesAt: '2026-05-04T07:00:00.000Z',
    },
  ],
  heldCount: { turn: 1, person: 0 },
  warnings: [],
};

export const autopilot = [
  operation({
    name: 'auto_publish_set',
    method: 'POST',
    path: '/settings/auto-publish',
    effect: 'destructive',
    idempotent: true,
    errors: ['not_found', 'project_required'],
    title: 'Set what is published by itself',
    description:
      'Sets what goes to WordPress and Ghost by itself, as far as it is given, and answers what is held and when it goes. Use it without fields to look. The publish of a request wins.',
    input: AutoPublishPatch,
    output: AutoPublishState,
    example: { input: { mode: 'auto', dailyCap: 2, quietHours: { from: '22:00', to: '07:00' } }, output: state },
    handle: ({ autoPublishing }, input) => autoPublishing.set(input),
  }),
];
