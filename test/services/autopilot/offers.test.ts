import { describe, expect, test } from 'vitest';
import type { Action, ActionPage } from '../../../schema/actions.ts';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { actionWeights } from '../../../src/services/common/actions.ts';
import { catalogue } from '../../../tools/index.ts';
import { startBusyDesk } from './busy-desk.ts';
import { site, type BusyDesk } from './planted.ts';
import { plantGaps, plantSearch } from './shown.ts';

const operations = new Map(catalogue.flatMap((group) => group.operations).map((one) => [one.name, one]));
const list = async ({ desk }: Pick<BusyDesk, 'desk'>, input: object) =>
  (await desk.call('actions_list', { limit: 100, ...input })) as ActionPage;
const weightOf = ({ type, impact, effort, confidence }: Pick<Action, 'type' | 'impact' | 'effort' | 'confidence'>) =>
  `${type} ${impact} ${effort} ${confidence}`;

/** The reasons of some actions: no two of one type weigh the same. */
function reasonsOf(actions: readonly Action[]): string[] {
  const reasons = new Map(Object.entries(actionWeights).map(([reason, weight]) => [weightOf(weight), reason]));
  return [...new Set(actions.map((action) => reasons.get(weightOf(action))!))].toSorted();
}

describe('on a desk with something to do for every reason', () => {
  test('each reason is offered, once, with a call that its operation takes, in few tokens', async () => {
    const busy = await startBusyDesk();
    const asking = await list(busy, { projectId: busy.fresh });
    await plantSearch(busy);
    await plantGaps(busy);
    await busy.desk.runDue();
    const fresh = await list(busy, { projectId: busy.fresh });
    const old = await list(busy, { projectId: busy.old });
    const all = [...asking.data, ...fresh.data, ...old.data];
    expect(reasonsOf(all)).toEqual(Object.keys(actionWeights).toSorted());
    for (const { data } of [asking, fresh, old]) {
      expect(new Set(data.map(({ id }) => id)).size).toBe(data.length);
      expect(data.map(({ priority }) => priority)).toEqual(data.map(({ priority }) => priority).toSorted((one, other) => other - one));
    }
    for (const action of all) {
      expect([action.type, operations.get(action.operation)?.input.safeParse(action.arguments).error]).toEqual([action.type, undefined]);
      expect(action.priority).toBe(Math.round((100 * action.impact * action.confidence) / action.effort) / 100);
      expect(action.why).toMatch(/^\S.*[.!?…]$|\p{L}$/u);
      expect(action.evidence.length).toBeGreaterThan(0);
      expect(encode(JSON.stringify(action)).length, JSON.stringify(action)).toBeLessThanOrEqual(400);
    }
    const tokens = all.map((action) => encode(JSON.stringify(action)).length);
    expect(tokens.reduce((sum, one) => sum + one, 0) / tokens.length).toBeLessThanOrEqual(250);
  });

  test('a page that two groups speak of is one action with the evidence of both', async () => {
    const busy = await startBusyDesk();
    const tracked = { project_id: busy.fresh, engine: 'google', device: 'desktop', country: 'us', language: 'en', depth: 20, tags: '[]' };
    const fallen = {
      id: 'trk_9',
      keyword: 'near',
      keyword_key: 'near',
      status: 'ranked',
      position: 15,
      dropped: 1,
      checked_at: busy.now(),
    };
    const before = JSON.stringify({ last: { position: 4, depth: 20, url: `${site}/near` }, days: {} });
    await busy.put('tracked_keywords', { ...tracked, ...fallen, before, details: '{}', waiting: 0 });
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
