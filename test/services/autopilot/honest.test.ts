import { describe, expect, test } from 'vitest';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import type { Action, ActionPage } from '../../../schema/actions.ts';
import { startSite } from '../../providers/publish/support.ts';
import { rowsOf, type Row } from '../../support/rows.ts';
import { prospectRow } from '../links/planted-prospects.ts';
import { startBusyDesk } from './busy-desk.ts';
import { day, type BusyDesk } from './planted.ts';

type Desk = Pick<BusyDesk, 'desk'>;

const list = async ({ desk }: Desk, input: object) => (await desk.call('actions_list', { limit: 100, ...input })) as ActionPage;
const dismiss = async ({ desk }: Desk, actions: readonly Action[]) => {
  for (const { id } of actions) await desk.call('actions_dismiss', { id });
};

/** A quiet desk whose documents could not be read. */
async function startWithUnread(count: number): Promise<BusyDesk> {
  const quiet = await startBusyDesk({ quiet: true });
  const unread = { kind: 'url', status: 'failed', last_error: '{"message":"It answered 404."}', language: 'en', tags: '[]' };
  for (let nth = 1; nth <= count; nth++)
    await quiet.put('documents', {
      ...unread,
      project_id: quiet.fresh,
      id: `doc_${nth}`,
      title: `Manual ${nth}`,
      address: `https://a.example/${nth}`,
      fingerprint: `${nth}`,
      checked_at: quiet.now(),
      refreshed_at: quiet.now() - day,
    });
  return quiet;
}

describe('what is out of sight', () => {
  test('makes room for the next, and three of a reason are shown at a time', async () => {
    const quiet = await startWithUnread(8);
    const shown = async () => (await list(quiet, { projectId: quiet.fresh, type: 'refresh_document' })).data;
    const seen = new Set<string>();
    for (const count of [3, 3, 2, 0]) {
      const some = await shown();
      expect(some).toHaveLength(count);
      for (const { target } of some) seen.add(target.about);
      await dismiss(quiet, some);
    }
    expect([...seen].toSorted()).toEqual(Array.from({ length: 8 }, (_, nth) => `Manual ${nth + 1}`));
    expect((await list(quiet, { projectId: quiet.fresh, status: 'dismissed' })).data).toHaveLength(8);
  });

  test('comes back where its cause has gone and begins anew', async () => {
    const quiet = await startBusyDesk({ quiet: true });
    const rows = rowsOf(quiet.home);
    const lost = (since: number) => ({ link_state: 'removed', link_seen: JSON.stringify({ state: 'removed', since }) });
    const link = { id: 'lnk_1', project_id: quiet.fresh, host: 'a.example', status: 'link_placed', placed_url: 'https://a.example/' };
    await quiet.put('link_prospects', prospectRow({ ...link, ...lost(1) }));
    const failing = { project_id: quiet.fresh, provider: 'brave', healthy: 0, last_error: 'Brave answered 401.' };
    await quiet.put('integrations', { ...failing, last_checked_at: 1, failing_since: 1 });
    const open = async () => (await list(quiet, { projectId: quiet.fresh })).data;
    const types = (some: readonly Action[]) => some.map(({ type }) => type).toSorted();
    await dismiss(quiet, await open());
    expect(types(await open())).toEqual([]);
    // Another look that sees the same is no news.
    await rows.update('link_prospects', { link_checked_at: 5 });
    await rows.update('integrations', { last_checked_at: 5 }, { provider: 'brave' });
    expect(types(await open())).toEqual([]);
    // What was well in between, and is lost again in the same way, is.
    await rows.update('link_prospects', lost(2));
    await rows.update('integrations', { failing_since: 2 }, { provider: 'brave' });
    expect(types(await open())).toEqual(['review_prospect', 'test_integration']);
  });

  test('an integration that was well in between and fails in the same way is offered again', async () => {
    const quiet = await startBusyDesk({ quiet: true });
    let isWell = false;
    const site = await startSite(() => (isWell ? { body: { organic: [{ link: 'https://a.example/', title: 'A' }] } } : { status: 401 }));
    await quiet.desk.call('integrations_set', { projectId: quiet.fresh, provider: 'serper', apiKey: 'key', baseUrl: site.url });
    const failing = async () => (await list(quiet, { projectId: quiet.fresh, type: 'test_integration' })).data;
    const ask = () => quiet.desk.call('integrations_test', { projectId: quiet.fresh, provider: 'serper' });
    await ask();
    const [first] = await failing();
    await quiet.advance(1);
    expect(await quiet.desk.call('actions_run', { id: first!.id })).toMatchObject({ answer: { healthy: false } });
    expect(await failing()).toEqual([]);
    isWell = true;
    await ask();
    isWell = false;
    await ask();
    expect(await failing()).toEqual([{ ...first, evidence: expect.any(Array) }]);
  });

  test('an empty calendar is offered again once something was planned and it is empty anew', async () => {
    const quiet = await startBusyDesk({ quiet: true });
    await quiet.desk.call('knowledge_create', { projectId: quiet.fresh, markdown: '# Pools\n\nA pool keeps connections open.' });
    const filling = async () => (await list(quiet, { projectId: quiet.fresh, type: 'fill_calendar' })).data;
    await dismiss(quiet, await filling());
    expect(await filling()).toEqual([]);
    const slot = { project_id: quiet.fresh, date: '2026-05-02', time: '09:00', keyword: 'pools', keyword_key: 'en pool', request: '{}' };
    await quiet.put('calendar_slots', { ...slot, id: 'cal_1', status: 'begun', late: 0, sequence: 0, due_at: 1, write_at: 1 });
    expect(await filling()).toHaveLength(1);
  });
});

describe('a slot that came to nothing', () => {
  async function startWithSlot(error: Row) {
    const quiet = await startBusyDesk({ quiet: true });
    const rows = rowsOf(quiet.home);
    const slot = { project_id: quiet.fresh, date: '2026-05-01', time: '09:00', keyword: 'pools', keyword_key: 'en pool', request: '{}' };
    const failed = { status: 'failed', error: JSON.stringify(error), updated_at: quiet.now() };
    await quiet.put('calendar_slots', { ...slot, ...failed, id: 'cal_1', late: 0, sequence: 0, due_at: 1, write_at: 1 });
    const offered = async () => (await list(quiet, { projectId: quiet.fresh })).data.filter(({ target }) => target.kind === 'slot');
    const fail = (date: string) => rows.update('calendar_slots', { ...failed, date, updated_at: quiet.now() });
    return { quiet, offered, fail };
  }

  test('is planned anew once, and not again where it fails the same way', async () => {
    const { quiet, offered, fail } = await startWithSlot({ code: 'integration_required', message: 'No model.' });
    const [first] = await offered();
    expect(first).toMatchObject({ type: 'replan_slot' });
    await quiet.desk.call('actions_run', { id: first!.id });
    expect(await offered()).toEqual([]);
    await fail('2026-05-05');
    expect(await offered()).toEqual([]);
  });

  test('for want of documents asks for those first, and is planned anew once there are more', async () => {
    const { quiet, offered } = await startWithSlot({ code: 'insufficient_sources', message: 'No document has any of its words.' });
    expect(await offered()).toMatchObject([
      {
        type: 'add_documents',
        why: expect.stringMatching(
          /^There is too little to write “pools” from: add documents on it with knowledge_create\. .*has any of its words\.$/,
        ),
        operation: 'knowledge_list',
        arguments: { q: 'pools' },
      },
    ]);
    await quiet.advance(1);
    await quiet.desk.call('knowledge_create', { projectId: quiet.fresh, markdown: '# Pools\n\nA pool keeps connections open.' });
    expect(await offered()).toMatchObject([{ type: 'replan_slot' }]);
  });
});

describe('what an audit found', () => {
  test('stays after one that was canceled, and takes more effort the more pages have it', async () => {
    const busy = await startBusyDesk();
    const rows = rowsOf(busy.home);
    const mend = async () => (await list(busy, { projectId: busy.old, type: 'mend_site' })).data;
    const before = await mend();
    expect(before.map(({ effort }) => effort).toSorted()).toEqual([2, 2, 3]);
    const [audit] = await rows.all('audits', { id: 'aud_1' });
    await rows.insert('audits', { ...audit, id: 'aud_2', job_id: 'job_81', ended_by: 'canceled', finished_at: busy.now() });
    expect(await mend()).toEqual(before);
    await rows.update('audit_issues', { count: 600 });
    expect((await mend()).map(({ effort, priority }) => [effort, priority])).toEqual([
      [5, 0.9],
      [5, 0.48],
      [5, 0.48],
    ]);
  });
});

test('where searches have no page, none is named, and it is said what would make it known', async () => {
  const quiet = await startBusyDesk({ quiet: true });
  await quiet.desk.call('projects_update', { id: quiet.fresh, siteUrl: 'https://www.acme.example/' });
  const csv = 'Top queries,Clicks,Impressions,CTR,Position\nfine,300,1000,30%,1\nother,200,1000,20%,2\nnear,10,5000,0.2%,11\n';
  await quiet.desk.call('search_console_import', {
    projectId: quiet.fresh,
    base64: Buffer.from(csv).toString('base64'),
    since: '2026-04-03',
    until: '2026-04-30',
  });
  const [found] = (await list(quiet, { projectId: quiet.fresh, type: 'find_pages' })).data;
  expect(found).toMatchObject({
    why: expect.stringMatching(/for “near”, and no page is known .* search_console_sync/),
    operation: 'search_console_query',
  });
  expect((await list(quiet, { projectId: quiet.fresh, type: 'improve_page' })).data).toEqual([]);
});

test('a part of the desk that cannot answer is named, and the others are heard', async () => {
  const busy = await startBusyDesk();
  const all = (await list(busy, { projectId: busy.fresh })).data;
  const rows = rowsOf(busy.home);
  const [topic] = await rows.all('topic_plans', {});
  await rows.update('topic_plans', { plan: 'no JSON' });
  const page = await list(busy, { projectId: busy.fresh });
  expect(page.notes).toEqual([expect.stringMatching(/^What topics would have done is missing/)]);
  const types = page.data.map(({ type }) => type);
  expect(types).not.toContain('research_topic');
  expect(new Set(all.map(({ type }) => type))).toEqual(new Set([...types, 'research_topic']));
  await rows.update('topic_plans', { plan: topic!['plan'] });
  expect((await list(busy, { projectId: busy.fresh })).notes).toEqual([]);
});

test('an overview and a list write nothing, also where articles have no key yet', async () => {
  const busy = await startBusyDesk();
  const rows = rowsOf(busy.home);
  await rows.update('articles', { keyword_key: '' });
  const before = await rows.writes();
  await busy.desk.call('overview_get', {});
  const { data } = await list(busy, { projectId: busy.fresh });
  expect(data.length).toBeGreaterThan(0);
  expect(await rows.writes()).toBe(before);
});

describe('in tokens', () => {
  test('a page of no given length has at most 2,500, and all are on some page', async () => {
    const busy = await startBusyDesk();
    const all = (await list(busy, { projectId: busy.fresh })).data;
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = (await busy.desk.call('actions_list', { projectId: busy.fresh, ...(cursor && { cursor }) })) as ActionPage;
      expect(encode(JSON.stringify(page)).length).toBeLessThanOrEqual(2_500);
      expect(page.next).toEqual({ operation: 'actions_run', arguments: { id: page.data[0]!.id } });
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(all.map(({ id }) => id));
  });

  test('what is sent again is named and answered in few', async () => {
    const busy = await startBusyDesk();
    const rows = rowsOf(busy.home);
    const [failed] = await rows.all('deliveries', { id: 'dlv_2' });
    const [attempt] = await rows.all('attempts', { delivery_id: 'dlv_2' });
    const response = JSON.stringify({ status: 500, headers: {}, body: 'It says a lot. '.repeat(400), truncated: false, durationMs: 5 });
    const ids = Array.from({ length: 60 }, (_, nth) => `dlv_m${10 + nth}`);
    await rows.insert('deliveries', ids.map((id) => ({ ...failed, id }))); // prettier-ignore
    await rows.insert('attempts', ids.map((id) => ({ ...attempt, delivery_id: id, response }))); // prettier-ignore
    const toSend = async () =>
      (await list(busy, { projectId: busy.fresh, type: 'send_again' })).data.find(({ target }) => target.id.includes('two'));
    const first = (await toSend())!;
    expect(first).toMatchObject({ operation: 'webhook_deliveries_retry_many', why: expect.stringContaining('the newest 5 again') });
    expect(encode(JSON.stringify(first)).length).toBeLessThanOrEqual(400);
    const ran = await busy.desk.call('actions_run', { id: first.id });
    expect(encode(JSON.stringify(ran)).length).toBeLessThanOrEqual(500);
  });
});
