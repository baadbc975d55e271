import type { z } from 'zod';
import { AutofillPlan, AutofillRequest } from '../schema/autofill.ts';
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

const plan: z.input<typeof AutofillPlan> = {
  projectId: 'prj_01997a3c5d2e7f10a4b8c6d2e4f60700',
  planId: 'pln_01997a3c5d2e7f10a4b8c6d2e4f60790',
  status: 'planned',
  expiresAt: '2026-05-04T09:30:00.000Z',
  from: '2026-05-04',
  to: '2026-06-02',
  slots: [
    {
      date: '2026-05-04',
      time: '09:00',
      keyword: 'connection pooling',
      topicId: 'top_01997a3c5d2e7f10a4b8c6d2e4f60741',
      source: 'topic',
      value: 71,
      why: 'The main page of the topic "Pools", and nothing is for it; 1200 searches a month.',
    },
  ],
  refused: [],
  leftOut: [{ why: 'taken', count: 1, examples: ['pool sizes'] }],
  basedOn: { topic: 2, content_gap: 0, radar: 0 },
  hint: null,
  next: { operation: 'autoblog_autofill', arguments: { planId: 'pln_01997a3c5d2e7f10a4b8c6d2e4f60790' } },
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
      'Sets what is given, and answers what is held from WordPress and Ghost and when it goes. Use it without fields to look; articles_publish sends at once.',
    input: AutoPublishPatch,
    output: AutoPublishState,
    example: { input: { mode: 'auto', dailyCap: 2, quietHours: { from: '22:00', to: '07:00' } }, output: state },
    handle: ({ autoPublishing }, input) => autoPublishing.set(input),
  }),
  operation({
    name: 'autoblog_autofill',
    method: 'POST',
    path: '/autoblog/autofill',
    errors: ['conflict', 'not_found', 'plan_stale', 'project_required'],
    title: 'Fill the calendar',
    description:
      'Plans slots from topics, content gaps and radar, spaced, without duplicates. Use it for the next weeks: judge slots and leftOut, then call it with planId; calendar_update moves one.',
    input: AutofillRequest,
    output: AutofillPlan,
    example: { input: { days: 30, perWeek: 3 }, output: plan },
    handle: ({ autofill }, input) => autofill.fill(input),
  }),
];
