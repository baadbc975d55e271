import { describe, expect, test } from 'vitest';
import { gates, openModelDesk, protocols } from './model-desk.ts';

describe.each(protocols)('an article written by a model over the protocol of %s', (provider) => {
  test('rests on its sources: outline, introduction, sections and metadata are the model’s, every claim is checked', async () => {
    const { model, write } = await openModelDesk(provider);
    const article = await write();
    expect(article).toMatchObject({
      status: 'ready',
      writer: 'llm',
      version: 1,
      error: null,
      title: 'What to Know of the connection pool',
    });
    expect(model.asked()[0]).toBe('outline');
    expect(model.asked()[1]).toBe('introduction');
    expect(model.asked().at(-1)).toBe('closing');
    const headings = article.outline!.map(({ heading }) => heading);
    expect(model.asked().slice(2, -1)).toEqual(headings.map((heading) => `section: ${heading}`));
    expect(headings.length).toBeGreaterThan(1);
    expect(gates(article)).toEqual([]);
    expect(article.sources!.length).toBe(1);
    expect(article.contentMarkdown).toContain('## Sources');
    expect(article.slug).toBe('connection-pool');
  });

  test('reports its usage: the sum of the server’s counts, at the configured prices', async () => {
    const { model, write } = await openModelDesk(provider, undefined, { inputPrice: 2, outputPrice: 10 });
    const { usage } = await write();
    const { calls, input, output } = model.counted;
    expect(usage).toMatchObject({ provider, model: 'test-1', calls, inputTokens: input, outputTokens: output, estimated: false });
    expect(usage!.costUsd).toBeCloseTo((input * 2 + output * 10) / 1e6, 12);
    expect(calls).toBe(model.requests.length);
  });
});

test('has an unknown cost without prices', async () => {
  const { write } = await openModelDesk('openai');
  expect((await write()).usage).toMatchObject({ costUsd: null, estimated: false });
});

test('has an estimated cost if the server does not count', async () => {
  const { write } = await openModelDesk('openai', () => ({ usage: null }), { inputPrice: 1, outputPrice: 1 });
  const { usage } = await write();
  expect(usage!.estimated).toBe(true);
  expect(usage!.inputTokens).toBeGreaterThan(1000);
  expect(usage!.costUsd).toBeGreaterThan(0);
});

test('a configured model writes unless another writer is requested', async () => {
  const { app, ask, read } = await openModelDesk('openai');
  const ids = [await ask(), await ask({ writer: 'extractive' })].map(({ id }) => id);
  expect(await Promise.all(ids.map(async (id) => (await read(id)).writer))).toEqual(['llm', 'extractive']);
  await app.desk.call('integrations_delete', { provider: 'openai' });
  expect((await read((await ask({ keyword: 'idle connection' })).id)).writer).toBe('extractive');
  await expect(ask({ writer: 'llm' })).rejects.toMatchObject({ code: 'integration_required' });
});

test('the requested headings are kept in order and wording, and one without passages is reported', async () => {
  const outline = ['Watching a pool', 'What a pool is', 'Purple elephants of the moon'];
  const { write } = await openModelDesk('openai', ({ kind }, honest) =>
    kind === 'outline' ? honest.replace('"What a pool is"', '"Something else"') : undefined,
  );
  const article = await write({ outline });
  expect(article.outline!.map(({ heading }) => heading)).toEqual(outline.slice(0, 2));
  expect(article.quality!.find(({ code }) => code === 'outline_unmet')?.detail).toContain('Purple elephants');
});

test('sections without passages of the brief are dropped, and so are those made elsewhere', async () => {
  const sections = [
    { heading: '## **What a Pool Is** [1]', level: 1, covers: 'It.', passages: [1, 77], words: 80 },
    { heading: 'Prices in 2030', level: 2, covers: 'Nothing.', passages: [99], words: 80 },
    { heading: 'Sources', level: 2, covers: 'All.', passages: [1], words: 80 },
    { heading: 'what a pool is', level: 2, covers: 'Again.', passages: [1], words: 80 },
    { heading: 'Sizing', level: 3, covers: 'Size.', passages: [2], words: -5 },
  ];
  const { model, write } = await openModelDesk('anthropic', ({ kind }) => (kind === 'outline' ? JSON.stringify({ sections }) : undefined));
  const article = await write();
  expect(article.outline!.map(({ heading, level }) => `${level} ${heading}`)).toEqual(['2 What a Pool Is', '2 Sizing']);
  expect(model.asks.find(({ heading }) => heading === 'Sizing')!.passages[0]!.number).toBe('2');
});

test('each section is written from its own passages and is told what came before', async () => {
  const { model, write } = await openModelDesk('openai');
  await write();
  const [first, second] = model.asks.filter(({ kind }) => kind === 'section');
  expect(first!.prompt).toContain('Said already');
  expect(second!.prompt).toContain(`- ${first!.heading}: `);
  expect(first!.passages[0]!.text).not.toBe(second!.passages[0]!.text);
});

test('a project’s house style and the request’s instructions reach the model', async () => {
  const { app, model, write } = await openModelDesk('openai');
  const { data } = (await app.desk.call('projects_list')) as { data: { id: string }[] };
  await app.desk.call('projects_update', { id: data[0]!.id, styleGuide: 'Never say “leverage”.', audience: 'operators' });
  await write({ instructions: 'Mention queues.', tone: 'dry' });
  for (const { system, prompt, kind } of model.asks.filter((ask) => ask.kind !== 'verdicts')) {
    expect(prompt, kind).toContain('Never say “leverage”.');
    expect(prompt).toContain('Mention queues.');
    expect(prompt).toContain('Tone: dry');
    expect(system).toContain('House style: Never say “leverage”.');
  }
});

test('in a small context the least important parts are left out', async () => {
  const { model, write } = await openModelDesk('openai', undefined, { contextTokens: 4000 });
  expect((await write()).status).toBe('ready');
  for (const { prompt, system } of model.asks) expect((prompt.length + system.length) / 4).toBeLessThan(3000);
  expect(model.asks.find(({ kind }) => kind === 'section')!.passages.length).toBeGreaterThan(0);
});

test('a context too small for an article is refused when it is configured', async () => {
  await expect(openModelDesk('openai', undefined, { contextTokens: 3999 })).rejects.toMatchObject({ code: 'invalid_input' });
});

test('one section is rewritten by the model with its instructions, and the cost is added', async () => {
  const { app, model, write, read } = await openModelDesk('openai', undefined, { inputPrice: 1, outputPrice: 1 });
  const before = await write();
  const section = before.outline!.at(-1)!.heading;
  await app.desk.call('articles_update', {
    id: before.id,
    section,
    markdown: 'A pool is a set of open connections that requests share [1].',
  });
  const asked = model.asks.length;
  await app.desk.call('articles_regenerate', { id: before.id, section, instructions: 'Be brief.' });
  await app.desk.runDue();
  const after = await read(before.id);
  expect(after.version).toBe(3);
  expect(model.asked().slice(asked)).toEqual([`section: ${section}`]);
  expect(model.asks.at(-1)!.prompt).toContain('Be brief.');
  expect(after.outline!.map(({ heading }) => heading)).toEqual(before.outline!.map(({ heading }) => heading));
  expect(after.contentMarkdown!.split(`## ${section}`)[0]).toBe(before.contentMarkdown!.split(`## ${section}`)[0]);
  expect(gates(after)).toEqual([]);
  expect(after.usage).toMatchObject({ calls: model.counted.calls, inputTokens: model.counted.input });
});
