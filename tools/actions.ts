import type { Action } from '../schema/actions.ts';
import {
  Action as ActionShape,
  ActionDismissal,
  ActionPage,
  ActionQuestion,
  ActionRun,
  DismissedAction,
  RunAction,
} from '../schema/actions.ts';
import { operation } from './operation.ts';

const id = 'act_3f9c1b7ad0e24c6b8a51f2d7c9e0b364';

const action: Action = ActionShape.parse({
  id,
  type: 'publish_article',
  status: 'open',
  priority: 4.5,
  impact: 5,
  effort: 1,
  confidence: 0.9,
  why: '“Connection Pools in Practice” is ready since 2 May and was never sent anywhere.',
  target: { kind: 'article', id: 'art_01997a3c5d2e7f10a4b8c6d2e4f60718', about: 'Connection Pools in Practice' },
  evidence: [{ what: 'Ready, score 81, no quality gate objects', source: 'articles', at: '2026-05-02T09:30:00.000Z' }],
  operation: 'articles_publish',
  arguments: { id: 'art_01997a3c5d2e7f10a4b8c6d2e4f60718' },
  expiresAt: null,
});

export const actions = [
  operation({
    name: 'actions_list',
    method: 'GET',
    path: '/actions',
    title: 'List what to do next',
    description:
      'Lists what to do next, computed from all that is known, the first to do first: why, evidence, and the call that does it. Use it for “what should I do?”; actions_run carries one out, actions_dismiss puts it off.',
    input: ActionQuestion,
    output: ActionPage,
    errors: ['not_found', 'project_required'],
    example: {
      input: { type: 'publish_article' },
      output: {
        data: [action],
        nextCursor: null,
        hint: null,
        notes: [],
        scale: 'priority = impact × confidence ÷ effort.',
        next: { operation: 'actions_run', arguments: { id } },
      },
    },
    handle: ({ actions: service }, input) => service.list(input),
  }),
  operation({
    name: 'actions_run',
    method: 'POST',
    path: '/actions/{id}/run',
    effect: 'destructive',
    outward: true,
    errors: [
      'conflict',
      'integration_required',
      'insufficient_sources',
      'site_required',
      'provider_refused',
      'provider_failed',
      'rate_limited',
      'cap_reached',
      'prices_missing',
      'address_refused',
    ],
    title: 'Do an action',
    description:
      "Makes the action's call with your rights and returns its answer; next names the call that waits for a job. Use it after actions_list. If the call fails, the action stays open.",
    input: ActionRun,
    output: RunAction,
    example: {
      input: { id },
      output: {
        id,
        operation: 'audit_start',
        answer: { id: 'aud_01997a3c5d2e7f10a4b8c6d2e4f60741', jobId: 'job_01997a3c5d2e7f10a4b8c6d2e4f60742', status: 'queued' },
        next: { operation: 'jobs_get', arguments: { id: 'job_01997a3c5d2e7f10a4b8c6d2e4f60742', waitSeconds: 30 } },
      },
    },
    handle: ({ actions: service }, input, caller) => service.run(input.id, caller),
  }),
  operation({
    name: 'actions_dismiss',
    method: 'POST',
    path: '/actions/{id}/dismiss',
    errors: ['conflict'],
    title: 'Dismiss an action',
    description:
      'Puts an action of actions_list out of sight: until a time, or until its cause changes. Use it for what nobody wants to do.',
    input: ActionDismissal,
    output: DismissedAction,
    example: {
      input: { id, until: '2026-05-10T09:00:00Z' },
      output: { id, status: 'snoozed', until: '2026-05-10T09:00:00.000Z' },
    },
    handle: ({ actions: service }, input) => service.dismiss(input),
  }),
];
