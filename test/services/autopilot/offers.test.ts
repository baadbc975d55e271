import { describe, expect, test } from 'vitest';
import type { Action, ActionPage } from '../../../schema/actions.ts';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { actionWeights, type ActionReason } from '../../../src/services/common/actions.ts';
import { catalogue } from '../../../tools/index.ts';
import { manual } from '../../support/scenario.ts';
import { startBusyDesk } from './busy-desk.ts';
import { site, trackedRow, type BusyDesk } from './planted.ts';
import { plantGaps, plantSearch } from './shown.ts';

const operations = new Map(catalogue.flatMap((group) => group.operations).map((one) => [one.name, one]));
const list = async ({ desk }: Pick<BusyDesk, 'desk'>, input: object) =>
  (await desk.call('actions_list', { limit: 100, ...input })) as ActionPage;
const weightOf = ({ type, impact, confidence }: Pick<Action, 'type' | 'impact' | 'confidence'>) => `${type} ${impact} ${confidence}`;

/** The reasons of some actions: no two of one type weigh the same. */
function reasonsOf(actions: readonly Action[]): string[] {
  const reasons = new Map(Object.entries(actionWeights).map(([reason, weight]) => [weightOf(weight), reason]));
  return [...new Set(actions.map((action) => reasons.get(weightOf(action))!))].toSorted();
}

/** Reasons by the situation that gives them. */
const ofGoogle: ActionReason[] = ['page_decaying', 'page_near_top', 'page_unclicked'];
const ofAnswers: ActionReason[] = ['answers_cite_others', 'answers_without_you'];
const ofAge: ActionReason[] = [
  'answers_old',
  'audit_old',
  'document_old',
  'issue_critical',
  'issue_warning',
  'page_old',
  'posts_old',
  'rankings_old',
];
/** It needs answers, and `engines_unasked` none: see links/actions.test.ts. */
const ofLinks: ActionReason[] = ['prospects_unsought'];
/** It needs searches without pages: see honest.test.ts. */
const ofImports: ActionReason[] = ['pages_unknown'];
const others = (Object.keys(actionWeights) as ActionReason[]).filter(
  (reason) => ![...ofGoogle, ...ofAnswers, ...ofAge, ...ofLinks, ...ofImports].includes(reason),
);

/** Each once, the first to do first, with a call that its operation takes, in few tokens. */
function expectSound(actions: readonly Action[]): void {
  expect(new Set(actions.map(({ id }) => id)).size).toBe(actions.length);
  const priorities = actions.map(({ priority }) => priority);
  expect(priorities).toEqual(priorities.toSorted((one, other) => other - one));
  for (const action of actions) {
    expect([action.type, operations.get(action.operation)?.input.safeParse(action.arguments).error]).toEqual([action.type, undefined]);
    expect(action.priority).toBe(Math.round((100 * action.impact * action.confidence) / action.effort) / 100);
    expect(action.why).toMatch(/[.]$/);
    expect(action.evidence.length).toBeGreaterThan(0);
  }
  const tokens = actions.map((action) => encode(JSON.stringify(action)).length);
  expect(tokens.reduce((sum, one) => sum + one, 0) / tokens.length).toBeLessThanOrEqual(250);
  expect(Math.max(...tokens)).toBeLessThanOrEqual(400);
}

describe('on a desk with something to do for every reason', () => {
  test('what fails, waits or was never looked at is offered', async () => {
    const busy = await startBusyDesk();
    const { data } = await list(busy, { projectId: busy.fresh });
    expectSound(data);
    expect(reasonsOf(data)).toEqual(others.toSorted());
    // What goes by itself in its turn is not for anybody to send.
    expect(data.map(({ target }) => target.about)).not.toContain('In its turn');
    const old = (await list(busy, { projectId: busy.old })).data;
    expectSound(old);
    expect(reasonsOf(old)).toEqual(expect.arrayContaining(ofAge));
  });

  test('so are pages that could win clicks, and those that lose them', async () => {
    const quiet = await startBusyDesk({ quiet: true });
    await plantSearch(quiet);
    const { data } = await list(quiet, { projectId: quiet.fresh });
    expectSound(data);
    expect(reasonsOf(data)).toEqual(ofGoogle);
  });

  test('so are questions that answer engines answer with competitors', async () => {
    const quiet = await startBusyDesk({ quiet: true });
    await plantGaps(quiet);
    const { data: bare } = await list(quiet, { projectId: quiet.fresh });
    // An article would have nothing to stand on.
    expect(reasonsOf(bare)).toEqual(['answers_cite_others', 'documents_missing']);
    // Of those who miss documents, the one that knows what for speaks.
    expect(bare.find(({ type }) => type === 'add_documents')!.why).toBe(
      'There is no document to write “backup rotation scheme” from: add some with knowledge_create, by url, sitemapUrl or text. This call only lists them.',
    );
    await quiet.desk.call('knowledge_create', { projectId: quiet.fresh, markdown: manual });
    const { data } = await list(quiet, { projectId: quiet.fresh });
    expectSound(data);
    expect(reasonsOf(data)).toEqual([...ofAnswers, 'calendar_empty']);
  });

  test('a page that two groups speak of is one action with the evidence of both', async () => {
    const busy = await startBusyDesk();
    const before = JSON.stringify({ last: { position: 4, depth: 20, url: `${site}/near` }, days: {} });
    const fallen = { project_id: busy.fresh, id: 'trk_9', keyword: 'near', status: 'ranked', position: 15, dropped: 1 };
    await busy.put('tracked_keywords', trackedRow({ ...fallen, before, checked_at: busy.now() }));
    await plantSearch(busy);
    const { data } = await list(busy, { projectId: busy.fresh, type: 'improve_page' });
    const near = data.filter(({ target }) => target.about === `${site}/near`);
    expect(near).toHaveLength(1);
    expect(new Set(near[0]!.evidence.map(({ source }) => source))).toEqual(new Set(['search-console', 'rankings']));
  });

  test('a page that is being rewritten is not to be improved again', async () => {
    const busy = await startBusyDesk();
    const fallen = async () => (await list(busy, { projectId: busy.fresh })).data.filter(({ target }) => target.about === `${site}/fallen`);
    expect(await fallen()).toHaveLength(1);
    await busy.put('optimizations', {
      project_id: busy.fresh,
      id: 'opt_9',
      job_id: 'job_90',
      url: `${site}/fallen/`,
      writer: 'agent',
      status: 'rewriting',
      request: '{}',
    });
    // Rows that were planted beside the desk are another process's.
    expect(await fallen()).toHaveLength(0);
  });
});
