import { expect, test } from 'vitest';
import { adminApiKey, startFakeGhost } from './providers/publish/fake-ghost.ts';
import { addManual } from './support/documents.ts';
import { startReceiver } from './support/receiver.ts';
import { createTestApp, type TestApp } from './support/test-app.ts';
const day = 86_400_000;
const any = (x: unknown) => x as any;
async function withGhost() {
  const app = await createTestApp();
  const ghost = await startFakeGhost();
  ghost.now = app.now;
  await addManual(app.desk);
  await app.desk.call('integrations_set', { provider: 'ghost', siteUrl: ghost.url, adminApiKey });
  return { app, ghost };
}
async function write({ desk }: TestApp, input: object = {}) {
  const { id } = any(await desk.call('articles_create', { keyword: 'connection pool', targetWordCount: 250, includeImage: false, ...input }));
  await desk.runDue();
  return any(await desk.call('articles_get', { id }));
}
function draftFrom({ outline, passages }: any) {
  const cited = (number: number) => passages.find((p: any) => p.number === number)!.text.replace(/([.!?])(\s|$)/g, ` [${number}]$1$2`);
  const sections = outline.map(({ heading, passages: numbers }: any) => `## ${heading}\n\n${numbers.map(cited).join('\n\n')}`);
  return { title: 'Connection Pool: A Guide', markdown: [cited(1), ...sections].join('\n\n') };
}
const tr = async (p: Promise<unknown>) => p.then((x) => any(x), (e) => `ERR ${e.code}: ${e.message}`);

test('A publish job of agent article while regenerating', async () => {
  const { app } = await withGhost();
  const a = await write(app, { writer: 'agent' });
  const brief = any(await app.desk.call('articles_brief', { id: a.id }));
  await app.desk.call('articles_submit_draft', { id: a.id, ...draftFrom(brief) });
  await app.desk.call('articles_publish', { id: a.id });
  await app.desk.call('articles_regenerate', { id: a.id });
  await app.desk.runDue();
  const after = any(await app.desk.call('articles_get', { id: a.id }));
  console.log('A status', after.status, after.draftDueAt, after.jobId);
  console.log('A job', any(await app.desk.call('jobs_get', { id: after.jobId })).status);
  const b2 = any(await tr(app.desk.call('articles_brief', { id: a.id })));
  console.log('A submit', await tr(app.desk.call('articles_submit_draft', { id: a.id, ...draftFrom(b2) })));
  console.log('A delete while waiting', await tr(app.desk.call('articles_delete', { id: a.id })));
});

test('B scheduled batch, cancel one item', async () => {
  const app = await createTestApp();
  await addManual(app.desk);
  const scheduledFor = new Date(app.now() + 7 * day).toISOString();
  const b = any(await app.desk.call('articles_create_batch', { items: ['connection pool', 'open connections', 'idle connection'].map((keyword) => ({ keyword })), defaults: { scheduledFor, targetWordCount: 250, includeImage: false }, concurrency: 1 }));
  const got = any(await app.desk.call('batches_get', { id: b.id }));
  const first = any(await app.desk.call('articles_get', { id: got.items[0].articleId }));
  await app.desk.call('jobs_cancel', { id: first.jobId });
  await app.desk.runDue();
  const g = any(await app.desk.call('batches_get', { id: b.id }));
  console.log('B', g.status, g.items.map((i: any) => i.status), g.finishedAt, 'scheduled', scheduledFor);
});

test('C delete item in running batch', async () => {
  const app = await createTestApp();
  const receiver = await startReceiver();
  await addManual(app.desk);
  const b = any(await app.desk.call('articles_create_batch', { items: ['volcano eruptions', 'connection pool', 'open connections'].map((keyword) => ({ keyword })), defaults: { writer: 'agent', targetWordCount: 250, includeImage: false }, concurrency: 1, webhookUrl: receiver.url }));
  await app.desk.runDue();
  let g = any(await app.desk.call('batches_get', { id: b.id }));
  console.log('C before', g.items.map((i: any) => i.status));
  const failed = g.items.find((i: any) => i.status === 'failed');
  if (failed) await app.desk.call('articles_delete', { id: failed.articleId });
  for (const i of g.items.filter((i: any) => i.status === 'awaiting_draft')) {
    const brief = any(await app.desk.call('articles_brief', { id: i.articleId }));
    await app.desk.call('articles_submit_draft', { id: i.articleId, ...draftFrom(brief), acceptFlags: true });
  }
  await app.desk.runDue();
  g = any(await app.desk.call('batches_get', { id: b.id }));
  console.log('C', g.status, 'total', g.total, 's/f/c', g.succeeded, g.failed, g.canceled, 'items', g.items.length);
  for (const { body } of receiver.arrivals) { const e = JSON.parse(body); if (e.type.startsWith('batch')) console.log('C event', e.type, JSON.stringify({ ...e.data, articles: e.data.articles.length })); }
});

test('D older publish job canceled after the newer succeeded', async () => {
  const { app } = await withGhost();
  const a = await write(app);
  const p1 = any(await app.desk.call('articles_publish', { id: a.id })).publications[0];
  const p2 = any(await app.desk.call('articles_publish', { id: a.id })).publications[0];
  await app.desk.call('jobs_cancel', { id: p1.jobId });
  let g = any(await app.desk.call('articles_get', { id: a.id }));
  console.log('D after cancel of first, second pending:', g.publications[0].status, g.publications[0].error, g.publications[0].jobId === p2.jobId);
  await app.desk.runDue();
  g = any(await app.desk.call('articles_get', { id: a.id }));
  console.log('D end', g.publications[0].status);
});

test('E supersede: three sends while the first is under way', async () => {
  const app = await createTestApp();
  await addManual(app.desk);
  let release: () => void = () => {};
  const http = await import('node:http');
  const log: string[] = [];
  const server = http.createServer((req, res) => {
    let body = '';
    req.on('data', (c) => (body += c)).on('end', () => {
      const t = JSON.parse(body).title;
      log.push('arrive ' + t);
      const fin = () => { log.push('done ' + t); res.end('ok'); };
      if (log.length === 1) release = fin; else fin();
    });
  });
  await new Promise<void>((r) => server.listen(0, '127.0.0.1', r));
  const url = `http://127.0.0.1:${(server.address() as any).port}/`;
  const a = await write(app);
  await app.desk.call('publishing_webhook_set', { url });
  await app.desk.call('articles_publish', { id: a.id });
  const running = app.desk.runDue();
  while (log.length === 0) await new Promise((r) => setTimeout(r, 10));
  await app.desk.call('articles_update', { id: a.id, title: 'Second title' });
  await app.desk.call('articles_publish', { id: a.id });
  await app.desk.call('articles_update', { id: a.id, title: 'Third title' });
  const p3 = any(await app.desk.call('articles_publish', { id: a.id })).publications[0];
  const d3 = any(await app.desk.call('webhook_deliveries_get', { id: p3.deliveryId }));
  console.log('E third nextAttemptAt', d3.nextAttemptAt, 'now', new Date(app.now()).toISOString());
  const r2 = app.desk.runDue();
  await new Promise((r) => setTimeout(r, 500));
  release();
  await running; await r2;
  console.log('E order', log);
  const list = any(await app.desk.call('webhook_deliveries_list', {}));
  console.log('E deliveries', list.data.map((d: any) => [d.status, d.attemptCount, d.supersededBy, d.deliveredAt]));
  server.close();
});

test('F webhook url A->B->A: old send after new', async () => {
  const app = await createTestApp();
  await addManual(app.desk);
  const http = await import('node:http');
  const log: string[] = [];
  let fail = true;
  const server = http.createServer((req, res) => {
    let body = '';
    req.on('data', (c) => (body += c)).on('end', () => { log.push(`${req.url} ${JSON.parse(body).title} ${fail ? 500 : 200}`); res.statusCode = fail ? 500 : 200; res.end('ok'); });
  });
  await new Promise<void>((r) => server.listen(0, '127.0.0.1', r));
  const base = `http://127.0.0.1:${(server.address() as any).port}`;
  const a = await write(app);
  await app.desk.call('publishing_webhook_set', { url: base + '/a' });
  await app.desk.call('articles_publish', { id: a.id });
  await app.desk.runDue();
  await app.desk.call('publishing_webhook_set', { url: base + '/b' });
  await app.desk.call('publishing_webhook_set', { url: base + '/a' });
  fail = false;
  await app.desk.call('articles_update', { id: a.id, title: 'NEW title' });
  await app.desk.call('articles_publish', { id: a.id });
  await app.desk.runDue();
  await app.advance(60_000);
  await app.advance(600_000);
  console.log('F', log);
  server.close();
});

test('G batch cancel timing with 100', async () => {
  const app = await createTestApp();
  await addManual(app.desk);
  const b = any(await app.desk.call('articles_create_batch', { items: Array.from({ length: 100 }, (_, i) => ({ keyword: 'connection pool ' + i })), defaults: { targetWordCount: 250, includeImage: false }, concurrency: 10 }));
  let held = 0, last = performance.now();
  const watch = setInterval(() => { held = Math.max(held, performance.now() - last); last = performance.now(); }, 1);
  await new Promise((r) => setTimeout(r, 20)); held = 0; last = performance.now();
  const t = performance.now();
  await app.desk.call('batches_cancel', { id: b.id });
  console.log('G cancel', performance.now() - t, 'held', Math.max(held, performance.now() - last));
  clearInterval(watch);
});

test('H items counts: item published mid-batch / project delete / jobs_cancel batch', async () => {
  const app = await createTestApp();
  await addManual(app.desk);
  const b = any(await app.desk.call('articles_create_batch', { items: ['connection pool', 'open connections'].map((keyword) => ({ keyword })), defaults: { targetWordCount: 250, includeImage: false }, concurrency: 10 }));
  console.log('H cancel', any(await app.desk.call('jobs_cancel', { id: b.jobId })).status);
  console.log('H batch job', any(await app.desk.call('jobs_get', { id: b.jobId })));
  const p = any(await app.desk.call('projects_list', {})).data[0];
  const b2 = any(await app.desk.call('articles_create_batch', { items: ['connection pool', 'open connections'].map((keyword) => ({ keyword })), defaults: { targetWordCount: 250, includeImage: false }, concurrency: 1 }));
  console.log('H2', await tr(app.desk.call('projects_create', { name: 'second' })).then((x) => x.id ?? x));
  console.log('H3', await tr(app.desk.call('projects_delete', { id: p.id, confirm: p.name })));
  await app.desk.runDue();
  console.log('H4', await tr(app.desk.call('batches_get', { id: b2.id })), await tr(app.desk.call('jobs_get', { id: b2.jobId })));
});
