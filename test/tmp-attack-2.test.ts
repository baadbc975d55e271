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
  await app.desk.call('integrations_set', { provider: 'ghost', siteUrl: 'http://127.0.0.1:9', adminApiKey });
  const a = await write(app, { writer: 'agent' });
  const brief = any(await app.desk.call('articles_brief', { id: a.id }));
  await app.desk.call('articles_submit_draft', { id: a.id, ...draftFrom(brief) });
  const p1 = any(await app.desk.call('articles_publish', { id: a.id })).publications[0];
  await app.desk.runDue();
  console.log('A p1', any(await app.desk.call('jobs_get', { id: p1.jobId })).status, any(await app.desk.call('jobs_get', { id: p1.jobId })).error);
  await app.desk.call('articles_regenerate', { id: a.id });
  await app.desk.runDue();
  console.log('A status', any(await app.desk.call('articles_get', { id: a.id })).status);
  await app.desk.call('integrations_set', { provider: 'ghost', siteUrl: ghost.url, adminApiKey });
  await app.advance(10_000);
  const after = any(await app.desk.call('articles_get', { id: a.id }));
  console.log('A status after publish retry', after.status, 'due', after.draftDueAt, any(await app.desk.call('jobs_get', { id: after.jobId })).status, any(await app.desk.call('jobs_get', { id: after.jobId })).waitsFor);
  const b2 = any(await app.desk.call('articles_brief', { id: a.id }));
  console.log('A submit', await tr(app.desk.call('articles_submit_draft', { id: a.id, ...draftFrom(b2) })));
});

test('D2 older publish fails after newer succeeded', async () => {
  const app = await createTestApp();
  const ghost = await startFakeGhost(); ghost.now = app.now;
  await addManual(app.desk);
  await app.desk.call('integrations_set', { provider: 'ghost', siteUrl: 'http://127.0.0.1:9', adminApiKey });
  const a = await write(app);
  const p1 = any(await app.desk.call('articles_publish', { id: a.id })).publications[0];
  await app.desk.runDue();
  await app.desk.call('integrations_set', { provider: 'ghost', siteUrl: ghost.url, adminApiKey });
  const p2 = any(await app.desk.call('articles_publish', { id: a.id })).publications[0];
  await app.desk.runDue();
  let g = any(await app.desk.call('articles_get', { id: a.id }));
  console.log('D2', g.publications[0].status, g.publications[0].jobId === p2.jobId);
  await app.desk.call('jobs_cancel', { id: p1.jobId });
  g = any(await app.desk.call('articles_get', { id: a.id }));
  console.log('D2 after canceling p1:', g.status, g.publications[0]);
});

test('I sections', async () => {
  const app = await createTestApp();
  await addManual(app.desk);
  const a = await write(app);
  const md = 'Intro line one [1].\n\n## Alpha\n\nAlpha text [1].\n\n### Deep\n\nDeep text [1].\n\n```\n## not a heading\n```\n\n## Beta\n\nBeta text [1].\n\n## Alpha\n\nSecond alpha [1].\n\nSetext Heading\n---\n\nSetext text [1].\n\n  ## Indented Gamma\n\nGamma text [1].';
  const u = await tr(app.desk.call('articles_update', { id: a.id, markdown: md.replaceAll('\n', '\r\n') }));
  console.log('I crlf stored has CR:', u.contentMarkdown?.includes('\r'), JSON.stringify(u.contentMarkdown));
  console.log('I outline', u.outline?.map((o: any) => o.heading));
  for (const section of ['Deep', 'Setext Heading', 'Indented Gamma', 'not a heading', 'introduction', 'Alpha', 'Sources'])
    { const r = await tr(app.desk.call('articles_update', { id: a.id, section, markdown: 'REPLACED ' + section + ' [1].\n\n## Smuggled heading\n\nhello [1].' })); console.log('I', section, typeof r === 'string' ? r.slice(0, 160) : JSON.stringify(r.contentMarkdown)); }
  console.log('I section only', await tr(app.desk.call('articles_update', { id: a.id, section: 'Alpha' })));
  console.log('I section+title', (await tr(app.desk.call('articles_update', { id: a.id, section: 'NoSuch', title: 'x' }))).version ?? 'err');
  console.log('I empty faq', JSON.stringify((await tr(app.desk.call('articles_update', { id: a.id, faq: [] }))).faq));
});

test('J big bodies: time and hold', async () => {
  const app = await createTestApp();
  await addManual(app.desk);
  const a = await write(app);
  const sentence = 'A connection pool is a set of open connections that requests share [1]. ';
  const cases: Record<string, string> = {
    prose: ('## S\n\n' + sentence.repeat(20) + '\n\n').repeat(70).slice(0, 99_000),
    distinct: Array.from({ length: 1400 }, (_, i) => `The pool number ${i} keeps ${i * 7} open connections for host ${i} in town ${i} [1].${i % 10 === 9 ? '\n\n' : ''}`).join(' ').slice(0, 99_000),
    lines: 'a\n\n'.repeat(33_000).slice(0, 99_000),
    lines2: 'b\n\n'.repeat(33_000).slice(0, 99_000),
    brackets: '['.repeat(99_000),
    nested: '> '.repeat(45_000) + 'x',
    lists: Array.from({ length: 400 }, (_, i) => ' '.repeat(i % 100) + '- x').join('\n').repeat(4).slice(0, 99_000),
    stars: '*a_ '.repeat(24_000),
    headings: '## a\n\n'.repeat(16_000),
    cites: '[1]'.repeat(33_000),
    oneword: 'a'.repeat(99_000),
    links: '[a](http://x.example/) '.repeat(4_300),
    tables: '|a|b|\n|-|-|\n' + '|x|y|\n'.repeat(15_000),
  };
  for (const [name, markdown] of Object.entries(cases)) {
    const r = await held(() => app.desk.call('articles_update', { id: a.id, markdown }));
    console.log('J', name, r.ms, 'ms held', r.held, typeof r.out === 'string' ? r.out.slice(0, 200) : `v${r.out.version} answer ${JSON.stringify(r.out).length} quality ${r.out.quality.length}`);
  }
}, 120_000);
