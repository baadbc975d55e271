import { expect, test } from 'vitest';
import { adminApiKey, startFakeGhost } from './providers/publish/fake-ghost.ts';
import { addManual } from './support/documents.ts';
import { startReceiver } from './support/receiver.ts';
import { createTestApp, type TestApp } from './support/test-app.ts';
const day = 86_400_000;
const any = (x: unknown) => x as any;
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
async function held(work: () => Promise<unknown>) {
  let h = 0, last = performance.now();
  const watch = setInterval(() => { h = Math.max(h, performance.now() - last); last = performance.now(); }, 1);
  await new Promise((r) => setTimeout(r, 30)); h = 0; last = performance.now();
  const t = performance.now();
  const out = await work().catch((e) => `ERR ${e.code ?? ''} ${e.message}`);
  h = Math.max(h, performance.now() - last);
  clearInterval(watch);
  return { ms: Math.round(performance.now() - t), held: Math.round(h), out: any(out) };
}

test('A publish retry success while awaiting draft', async () => {
  const app = await createTestApp();
  const ghost = await startFakeGhost(); ghost.now = app.now;
  await addManual(app.desk);
test('K diff', async () => {
  const app = await createTestApp();
  await addManual(app.desk);
  const a = await write(app);
  const words = (seed: number, n: number) => Array.from({ length: n }, (_, i) => String((i * 7919 + seed * 104729) % 99991)).join('\n\n').slice(0, 99_000);
  await app.desk.call('articles_update', { id: a.id, markdown: words(1, 3000) });
  await app.desk.call('articles_update', { id: a.id, markdown: words(2, 3000) });
  let r = await held(() => app.desk.call('articles_versions', { id: a.id, from: 2, to: 3 }));
  console.log('K 3000 lines', r.ms, 'held', r.held, 'answer', JSON.stringify(r.out).length);
  await app.desk.call('articles_update', { id: a.id, markdown: words(3, 14000) });
  await app.desk.call('articles_update', { id: a.id, markdown: words(4, 14000) });
  r = await held(() => app.desk.call('articles_versions', { id: a.id, from: 4, to: 5 }));
  console.log('K 14000 lines', r.ms, 'held', r.held, 'answer', JSON.stringify(r.out).length);
}, 120_000);
test('L submit brackets', async () => {
  const app = await createTestApp();
  await addManual(app.desk);
  const a = await write(app, { writer: 'agent' });
  const brief = any(await app.desk.call('articles_brief', { id: a.id }));
  const d = draftFrom(brief);
  let r = await held(() => app.desk.call('articles_submit_draft', { id: a.id, ...d, markdown: d.markdown + '\n\n' + '['.repeat(50_000) }));
  console.log('L', r.ms, 'held', r.held, typeof r.out === 'string' ? r.out : r.out.accepted);
  const b = '\n\n' + '['.repeat(20_000);
  r = await held(() => app.desk.call('knowledge_create', { markdown: b + ' some words of text here for a doc ' + b }));
  console.log('L knowledge', r.ms, 'held', r.held, typeof r.out === 'string' ? r.out : 'ok');
}, 120_000);
test('M two submits at once, cancel while submitting', async () => {
  const app = await createTestApp();
  await addManual(app.desk);
  const a = await write(app, { writer: 'agent', includeImage: true });
  const brief = any(await app.desk.call('articles_brief', { id: a.id }));
  const rs = await Promise.all([1, 2, 3].map((i) => tr(app.desk.call('articles_submit_draft', { id: a.id, ...draftFrom(brief), title: 'T' + i }))));
  console.log('M', rs.map((r) => (typeof r === 'string' ? r.slice(0, 100) : r.status)));
  const b = await write(app, { writer: 'agent', keyword: 'open connections' });
  const bb = any(await app.desk.call('articles_brief', { id: b.id }));
  const s = tr(app.desk.call('articles_submit_draft', { id: b.id, ...draftFrom(bb) }));
  await app.desk.call('jobs_cancel', { id: b.jobId });
  console.log('M cancel', await s, any(await app.desk.call('articles_get', { id: b.id })).status);
  // deadline job begins while submitting
  const c = await write(app, { writer: 'agent', keyword: 'idle connection' });
  const cb = any(await app.desk.call('articles_brief', { id: c.id }));
  console.log('M submit w/ number out of range', await tr(app.desk.call('articles_submit_draft', { id: c.id, ...draftFrom(cb), markdown: draftFrom(cb).markdown.replaceAll(/\[\d+\]/g, '[999]') })).then((x) => [x.accepted, JSON.stringify(x.quality)?.slice(0, 300), x]).then((x) => x.slice(0, 2)));
});
test('N regenerate batch item while batch runs; media/versions growth; slug', async () => {
  const app = await createTestApp();
  const rec = await startReceiver();
  await addManual(app.desk);
  const b = any(await app.desk.call('articles_create_batch', { items: ['connection pool', 'open connections', 'idle connection'].map((keyword) => ({ keyword })), defaults: { writer: 'agent', targetWordCount: 250, includeImage: false }, concurrency: 1, webhookUrl: rec.url }));
  await app.desk.runDue();
  let g = any(await app.desk.call('batches_get', { id: b.id }));
  const submit = async (id: string) => { const br = any(await app.desk.call('articles_brief', { id })); return app.desk.call('articles_submit_draft', { id, ...draftFrom(br), acceptFlags: true }); };
  const [i1, i2, i3] = g.items.map((i: any) => i.articleId);
  await submit(i1);
  await app.desk.call('articles_regenerate', { id: i1 });
  await app.desk.runDue();
  await submit(i2); await submit(i3);
  g = any(await app.desk.call('batches_get', { id: b.id }));
  console.log('N', g.status, g.items.map((i: any) => i.status), { q: g.queued, r: g.running, a: g.awaitingDraft, s: g.succeeded });
  await submit(i1);
  g = any(await app.desk.call('batches_get', { id: b.id }));
  console.log('N', g.status, g.items.map((i: any) => i.status), 'concurrency answered', g.concurrency);
  await app.desk.runDue();
  console.log('N events', rec.arrivals.map(({ body }) => JSON.parse(body).type));
  await app.desk.call('articles_regenerate', { id: i1 });
  g = any(await app.desk.call('batches_get', { id: b.id }));
  console.log('N after end', g.status, g.items.map((i: any) => i.status), { q: g.queued, s: g.succeeded, finishedAt: g.finishedAt });
  await app.desk.call('articles_delete', { id: i2 });
  g = any(await app.desk.call('batches_get', { id: b.id }));
  console.log('N deleted after end', g.status, 'total', g.total, 'items', g.items.length, 'succeeded', g.succeeded);
});
test('O growth', async () => {
  const app = await createTestApp();
  await addManual(app.desk);
  const a = await write(app, { includeImage: true });
  for (let i = 0; i < 5; i++) await app.desk.call('articles_update', { id: a.id, title: 'Title number ' + i });
  const Database = (await import('better-sqlite3')).default;
  const db = new Database(app.home + '/copydesk.db', { readonly: true });
  console.log('O', db.prepare('select count(*) n, sum(length(png)) b from media').get(), db.prepare('select count(*) n, sum(length(content)) b from article_versions').get(), db.prepare('select stage, length(output) l from article_stages').all());
});
test('P slug of 100 chars collision, and edit clears image', async () => {
  const app = await createTestApp();
  await addManual(app.desk);
  const a = await write(app), b = await write(app, { keyword: 'open connections' });
  const slug = 'a'.repeat(100);
  console.log('P', any(await app.desk.call('articles_update', { id: a.id, slug })).slug.length);
  const r = any(await app.desk.call('articles_update', { id: b.id, slug }));
  console.log('P', r.slug.length, r.slug.slice(-4), 'updating slug back:', await tr(app.desk.call('articles_update', { id: b.id, slug: r.slug })).then((x) => x.slug ?? x));
});
