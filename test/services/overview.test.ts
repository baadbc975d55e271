import fc from 'fast-check';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import type { Overview } from '../../schema/overview.ts';
import { AppError } from '../../src/errors.ts';
import { catalogue } from '../../tools/index.ts';
import { insertMadeUp } from '../support/made-up.ts';
import { startReceiver } from '../support/receiver.ts';
import { rowsOf, type Rows } from '../support/rows.ts';
import { manual } from '../support/scenario.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const hour = 3_600_000;
const full = 'prj_01997a3c5d2e7f10a4b8c6d2e4f60700';
const overviewOf = async ({ desk }: TestApp, input = {}) => (await desk.call('overview_get', input)) as Overview;
const counts = (entries: Overview['needsYou']) => Object.fromEntries(entries.map(({ kind, count }) => [kind, count]));

describe('an overview', () => {
  test('of a new desk is empty and begins seven days ago, at a whole hour', async () => {
    const app = await createTestApp();
    const since = new Date(Math.floor(app.now() / hour - 7 * 24) * hour).toISOString();
    await app.advance(61_000);
    expect(await overviewOf(app)).toEqual({ since, doNext: [], needsYou: [], happened: [], comesNext: [] });
  });

  test('tells what is under way, and what happened since the time given', async () => {
    const app = await createTestApp();
    await app.desk.call('knowledge_create', { markdown: manual });
    await app.desk.call('articles_create', { keyword: 'connection pool', targetWordCount: 250 });
    expect(counts((await overviewOf(app)).comesNext)).toEqual({ jobs_queued: 1 });
    await app.desk.runDue();
    const { happened } = await overviewOf(app);
    expect(counts(happened)).toEqual({ documents_added: 1, articles_written: 1 });
    expect(happened.find(({ kind }) => kind === 'articles_written')!.latest[0]!.about).toMatch(/pool/i);
    expect((await overviewOf(app, { since: new Date(app.now() + 1).toISOString() })).happened).toEqual([]);
  });

  test('names a failing receiver with its last status and next attempt, and once that was the last, the delivery', async () => {
    const app = await createTestApp();
    const receiver = await startReceiver(503);
    const { data } = (await app.desk.call('projects_list')) as { data: { id: string }[] };
    await app.desk.call('projects_update', { id: data[0]!.id, eventWebhookUrl: receiver.url });
    await app.desk.call('knowledge_create', { markdown: manual });
    await app.desk.call('articles_create', { keyword: 'connection pool', targetWordCount: 250 });
    await app.desk.runDue();
    const next = new Date(app.now() + 60_000).toISOString();
    const first = await overviewOf(app);
    expect(first.needsYou).toMatchObject([
      {
        kind: 'receivers_failing',
        latest: [{ about: `${new URL(receiver.url).host}: answered 503, 1 in a row, 1 waiting, next attempt ${next}` }],
        arguments: { undelivered: true, dryRun: true },
      },
    ]);
    expect(first.comesNext).toMatchObject([{ kind: 'deliveries_waiting', latest: [{ about: `next attempt ${next}` }] }]);
    for (let attempt = 2; attempt <= 5; attempt++) await app.advance(6 * hour);
    const { needsYou } = await overviewOf(app);
    expect(needsYou).toMatchObject([
      { kind: 'deliveries_failed', count: 1, latest: [{ about: expect.stringMatching(/^article\.ready to .*: answered 503$/) }] },
    ]);
    expect(await app.desk.call(needsYou[0]!.operation, needsYou[0]!.arguments)).toMatchObject({ flagged: true });
  });

  test('of an unknown project is refused, and one of a project holds nothing of another', async () => {
    const app = await createTestApp();
    await fillWithTrouble(rowsOf(app.home), app.now(), () => 'Trouble');
    await expect(overviewOf(app, { projectId: 'prj_gone' })).rejects.toMatchObject({ code: 'not_found' });
    const { id } = (await app.desk.call('projects_create', { name: 'Quiet' })) as { id: string };
    const quiet = await overviewOf(app, { projectId: id });
    expect([...quiet.needsYou, ...quiet.happened, ...quiet.comesNext]).toEqual([]);
    const other = await overviewOf(app, { projectId: full });
    expect(counts(other.needsYou)).toEqual(counts((await overviewOf(app)).needsYou));
  });
});

describe('of a desk full of trouble', () => {
  test('everything is told, what failed for good first, each with a call that exists', async () => {
    const app = await createTestApp();
    await fillWithTrouble(rowsOf(app.home), app.now(), (place) => `Trouble at ${place}`);
    const overview = await overviewOf(app);
    expect(overview.needsYou[0]!.kind).toBe('deliveries_failed');
    expect(overview.doNext).toHaveLength(5);
    expect(counts(overview.needsYou)).toEqual({
      deliveries_failed: 3,
      integrations_failing: 2,
      receivers_failing: 3,
      pages_unread: 3,
      documents_unread: 3,
      publications_failed: 3,
      articles_gated: 3,
      drafts_awaited: 3,
      slots_unwritten: 6,
    });
    expect(Object.keys(counts(overview.happened))).toEqual([
      'deliveries_delivered',
      'documents_added',
      'articles_written',
      'articles_failed',
      'articles_published',
      'batches_completed',
      'slots_begun_late',
    ]);
    expect(Object.keys(counts(overview.comesNext))).toEqual(['jobs_running', 'jobs_queued', 'deliveries_waiting', 'slots_planned']);
    const operations = new Map(catalogue.flatMap((group) => group.operations).map((one) => [one.name, one]));
    for (const { kind, latest, operation, arguments: given } of [...overview.needsYou, ...overview.happened, ...overview.comesNext]) {
      expect([kind, operations.get(operation)?.input.safeParse(given).error]).toEqual([kind, undefined]);
      if (overview.needsYou.some((one) => one.kind === kind)) expect(latest.length, kind).toBeGreaterThan(0);
    }
  });

  test('each call can be made as it is, also where there are other projects', async () => {
    const app = await createTestApp();
    await fillWithTrouble(rowsOf(app.home), app.now(), () => 'Trouble');
    await app.desk.call('projects_create', { name: 'Quiet' });
    const { needsYou, happened, comesNext } = await overviewOf(app);
    const reading = [...needsYou, ...happened, ...comesNext].filter(({ operation }) => /_(list|get)$/.test(operation));
    expect(reading.length).toBeGreaterThan(8);
    for (const { operation, arguments: given } of reading) {
      // The rows made up below hold too little to be shown whole; what counts is that the call itself is right.
      const answer = await app.desk.call(operation, given).catch((thrown: unknown) => thrown);
      const refusal = answer instanceof AppError ? answer.code : 'none';
      expect(refusal, `${operation} ${JSON.stringify(given)}`).not.toMatch(/^(invalid_input|project_required)$/);
    }
  });

  test('it costs at most 2,000 tokens, whatever the names', async () => {
    const hostile = fc.string({
      unit: fc.oneof(
        fc.nat(0x2fff).map((code) => String.fromCharCode(code)),
        fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
        fc.integer({ min: 0x1d400, max: 0x1d7ff }).map((code) => String.fromCodePoint(code)),
        fc.constantFrom('ཨ', 'ሀ', '𐎀', '🀄', '"', '\\', '\u202e', '<|im_start|>', 'ﷺ', '中', 'q', 'Ж'),
      ),
      minLength: 40,
      maxLength: 400,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(hostile, { minLength: 5, maxLength: 5 }), async (names) => {
        const app = await createTestApp();
        await fillWithTrouble(rowsOf(app.home), app.now(), (place, index) =>
          names[(place.length + index) % names.length]!.replaceAll('\0', ''),
        );
        const overview = await overviewOf(app);
        expect(overview.needsYou).toHaveLength(9);
        expect(encode(JSON.stringify(overview), { disallowedSpecial: new Set() }).length).toBeLessThanOrEqual(2_000);
      }),
      { numRuns: 20, endOnFailure: true },
    );
  });
});

/** Three of everything that may go wrong, and of everything else, in the project `full`. `words`: what people and others call it. */
async function fillWithTrouble(rows: Rows, now: number, words: (place: string, index: number) => string): Promise<void> {
  const long = (kind: string, index: number) => `${kind}_01997a3c5d2e7f10a4b8c6d2e4f6${String(index).padStart(4, '0')}`;
  const put = (table: string, row: Record<string, unknown>) =>
    insertMadeUp(rows, table, { created_at: now, updated_at: now, project_id: full, ...row });
  const quality = JSON.stringify([{ code: 'keyword_stuffing', gate: true, detail: '' }]);
  const error = (place: string, index: number) => JSON.stringify({ code: 'provider_failed', message: words(place, index) });
  const plain = { timezone: 'UTC', language: 'en', brand_terms: '[]', mention_only_with: '[]', mention_not_with: '[]', schedules: '{}' };
  await put('projects', { id: full, name: words('project', 0), ...plain });
  for (const [index, provider] of ['wordpress', 'ghost'].entries())
    await put('integrations', { provider, healthy: 0, last_error: words('integration', index), last_checked_at: now });
  for (const index of [0, 1, 2]) {
    const url = `https://receiver-${index}.example/${encodeURIComponent(words('receiver', index).toWellFormed()).slice(0, 300)}`;
    const response = JSON.stringify({ error: { code: 'timeout', message: words('answer', index) }, durationMs: 5 });
    const article = { job_id: long('job', index), keyword: words('keyword', index), title: words('title', index), request: '{}' };
    for (const [at, status] of ['failed', 'pending', 'delivered'].entries()) {
      const id = long('dlv', 10 * index + at);
      const standing = status === 'pending' ? 'retrying' : status;
      await put('deliveries', {
        id,
        kind: 'event',
        event_type: 'article.ready',
        url,
        status,
        standing,
        attempts_made: 1,
        attempt_count: 1,
        next_attempt_at: status === 'pending' ? now + hour : null,
        delivered_at: status === 'delivered' ? now : null,
        settled_at: status === 'pending' ? null : now,
        last_attempt_at: now,
      });
      await insertMadeUp(rows, 'attempts', { delivery_id: id, number: 1, started_at: now, response });
    }
    for (const [at, status] of ['failed', 'missed', 'begun', 'planned'].entries()) {
      const slot = { date: '2026-05-03', time: '09:00', due_at: now, write_at: now + hour, late: 1, sequence: 0 };
      const failure = status === 'failed' ? error('slot', index) : null;
      await put('calendar_slots', {
        id: long('cal', 10 * index + at),
        ...slot,
        status,
        error: failure,
        keyword: words('slot', index),
        request: '{}',
      });
    }
    const lane = { kind: 'webhook.deliver', lane: new URL(url).origin };
    await insertMadeUp(rows, 'work', { ...lane, key: long('dlv', 10 * index + 1), payload: '{}', due_at: now + hour, late: 1 });
    await insertMadeUp(rows, 'lanes', { ...lane, waits_since: now + hour, pending: 1 });
    await put('documents', {
      id: long('doc', index),
      title: words('document', index),
      last_error: error('document', index),
      status: 'failed',
      fingerprint: String(index),
    });
    await insertMadeUp(rows, 'sitemap_pages', {
      sitemap_id: long('doc', index),
      url: `${url}/page`,
      outcome: 'failed',
      error: error('page', index),
    });
    await put('articles', {
      id: long('art', index),
      ...article,
      status: 'published',
      gated: 1,
      quality,
      publish_held: 1,
      published_at: now,
    });
    await put('articles', { id: long('art', 10 + index), ...article, status: 'awaiting_draft', draft_due_at: now + hour });
    await put('publications', { article_id: long('art', index), target: 'ghost', status: 'failed', error: error('target', index) });
    for (const [at, status] of ['running', 'queued'].entries())
      await put('jobs', { id: long('job', 10 * index + at), kind: 'article.write', status, step: words('step', index) });
    for (const [at, type] of ['article.ready', 'article.failed', 'batch.completed'].entries())
      await put('events', {
        id: long('evt', 10 * index + at),
        type,
        resource_id: long(type === 'batch.completed' ? 'bat' : 'art', index),
        body: '{}',
      });
  }
  await rows.update('lanes', { health: 1, failures: 3 });
}
