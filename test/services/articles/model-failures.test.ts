import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { eventually } from '../../net/support.ts';
import { goodKey } from '../../support/llm-server.ts';
import type { Ask, AskKind, Whim } from '../../support/llm-writer.ts';
import { busy, gates, openModelDesk, protocols } from './model-desk.ts';

/** Makes the nth request of this kind (from 1) fail in this way, and with `times` the next ones too. */
function goesWrong(kind: AskKind, nth: number, way: ReturnType<Whim>, times = 1): Whim {
  let count = 0;
  return (ask) => (ask.kind === kind && ++count >= nth && count < nth + times ? way : undefined);
}

const refusalOf = { openai: { say: '', refusal: 'I cannot help with that.' }, anthropic: { say: '', finish: 'refusal' } };

describe.each(protocols)('if the provider misbehaves over the protocol of %s', (provider) => {
  test('a 429 is waited out, and the article is written', async () => {
    const { model, write } = await openModelDesk(provider, goesWrong('section', 1, busy(429, 'Slow down.')));
    expect(await write()).toMatchObject({ status: 'ready' });
    const asked = model.asked();
    expect(asked.length - new Set(asked).size).toBe(1);
  });

  test('lasting errors make the job retry later from the current section; finished work is not requested again', async () => {
    const { app, model, ask, read, job } = await openModelDesk(provider, goesWrong('section', 2, busy(500), 4), {
      inputPrice: 1,
      outputPrice: 1,
    });
    const { id, jobId } = await ask();
    await app.desk.runDue();
    const done = model.asked();
    const failing = done.at(-1)!;
    expect(done.filter((one) => one === failing)).toHaveLength(4);
    expect(await job(jobId)).toMatchObject({ status: 'queued', error: { code: 'provider_failed', retryable: true } });
    expect((await read(id)).stages!.at(-1)).toMatchObject({ stage: 'draft', status: 'failed', error: { code: 'provider_failed' } });
    await app.advance(9_999);
    expect(model.asked()).toEqual(done);
    await app.advance(1);
    const article = await read(id);
    expect(article).toMatchObject({ status: 'ready', error: null });
    expect(model.asked()[done.length]).toBe(failing);
    expect(
      model
        .asked()
        .slice(done.length)
        .filter((one) => one !== failing && done.includes(one)),
    ).toEqual([]);
    expect(article.stages!.map(({ stage, attempts }) => `${stage} ${attempts}`)).toContain('draft 2');
    expect(article.stages!.map(({ stage, attempts }) => `${stage} ${attempts}`)).toContain('outline 1');
    expect(article.usage).toMatchObject({
      calls: model.counted.calls,
      inputTokens: model.counted.input,
      outputTokens: model.counted.output,
    });
  });

  test('a cut stream is requested again, and nothing of it is kept', async () => {
    const cut = { say: 'A pool of HALF a sentence that goes on and on and then', breaks: 'cut' } as const;
    const { write } = await openModelDesk(provider, goesWrong('section', 1, cut));
    const article = await write();
    expect(article).toMatchObject({ status: 'ready', usage: { estimated: true } });
    expect(article.contentMarkdown).not.toContain('HALF');
  });

  test('a refusal fails the article at once, with the model’s words', async () => {
    const { model, ask, app, read, job } = await openModelDesk(provider, goesWrong('section', 1, refusalOf[provider]));
    const { id, jobId } = await ask();
    await app.desk.runDue();
    expect(await read(id)).toMatchObject({ status: 'failed', error: { code: 'provider_refused' } });
    expect(await job(jobId)).toMatchObject({ status: 'failed', attempts: 1 });
    if (provider === 'openai') expect((await read(id)).error!.message).toContain('I cannot help with that.');
    expect(model.asked().filter((one) => one.startsWith('section'))).toHaveLength(1);
  });

  test('an outline that is not JSON goes back once; if that does not help, the brief’s own is used', async () => {
    const mended = await openModelDesk(
      provider,
      goesWrong('outline', 1, provider === 'openai' ? 'Here are some sections!' : '{"sections": []}'),
    );
    expect(await mended.write()).toMatchObject({ status: 'ready' });
    expect(mended.model.asks[1]).toMatchObject({
      kind: 'outline',
      objections: [expect.anything(), expect.stringContaining('not accepted')],
    });
    const hopeless = await openModelDesk(provider, goesWrong('outline', 1, '{"parts": 3}', 99));
    const article = await hopeless.write();
    expect(article.outline!.length).toBeGreaterThan(1);
    expect(hopeless.model.asked().slice(0, 3)).toEqual(['outline', 'outline', 'introduction']);
  });

  test('canceling an article while the model answers aborts the request, and no other follows', async () => {
    const { app, model, ask, read, job } = await openModelDesk(provider, ({ kind }) => (kind === 'section' ? { slowMs: 1000 } : undefined));
    const { id, jobId } = await ask();
    const run = app.desk.runDue();
    await model.reached('section');
    expect(await job(jobId)).toMatchObject({ status: 'running', step: expect.stringMatching(/^writing section 1 of \d$/) });
    const asked = model.asks.length;
    await app.desk.call('jobs_cancel', { id: jobId });
    await run;
    expect(await read(id)).toMatchObject({ status: 'canceled', version: 0 });
    expect(model.asks.length).toBe(asked);
    await eventually(() => model.open() <= 1);
  });
});

test('usage of failed requests counts as well, over all attempts', async () => {
  let outlines = 0;
  const whim: Whim = ({ kind }) => {
    if (kind !== 'outline' || ++outlines > 5) return undefined;
    return outlines === 1 ? '{"parts": 3}' : busy(500);
  };
  const { app, model, ask, read } = await openModelDesk('openai', whim, { inputPrice: 1, outputPrice: 1 });
  const { id } = await ask();
  await app.desk.runDue();
  await app.advance(10_000);
  const { status, usage } = await read(id);
  expect(status).toBe('ready');
  expect(model.asked().filter((one) => one === 'outline')).toHaveLength(6);
  expect(usage).toMatchObject({ calls: model.counted.calls, inputTokens: model.counted.input, outputTokens: model.counted.output });
});

test('three failed attempts fail the article with the provider’s message, and the key is nowhere', async () => {
  const { app, ask, read, job } = await openModelDesk('openai', goesWrong('outline', 1, busy(503, `Overloaded for key ${goodKey}.`), 99));
  const { id, jobId } = await ask();
  await app.desk.runDue();
  await app.advance(10_000);
  await app.advance(60_000);
  const failed = await read(id);
  expect(failed).toMatchObject({ status: 'failed', error: { code: 'provider_failed', message: expect.stringContaining('Overloaded') } });
  expect(await job(jobId)).toMatchObject({ status: 'failed', attempts: 3 });
  expect(JSON.stringify([failed, await job(jobId)])).not.toContain(goodKey);
  const files = readdirSync(app.home).filter((name) => name.startsWith('copydesk.db'));
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) expect(readFileSync(join(app.home, file)).includes(goodKey), file).toBe(false);
});

test('a longer wait than a request may take is left to the job', async () => {
  const whim = goesWrong('introduction', 1, { status: 429, error: { message: 'Quota.' }, headers: { 'retry-after': '3600' } });
  const { app, model, ask, read, job } = await openModelDesk('openai', whim);
  const { id, jobId } = await ask();
  await app.desk.runDue();
  expect(await job(jobId)).toMatchObject({ status: 'queued', error: { code: 'rate_limited' } });
  await app.advance(3_600_000);
  expect(await read(id)).toMatchObject({ status: 'ready' });
  expect(model.asked().slice(0, 3)).toEqual(['outline', 'introduction', 'introduction']);
});

test('titles come from the brief if the model’s are not JSON', async () => {
  const { write } = await openModelDesk('openai', goesWrong('closing', 1, '{}', 99));
  const { title, metaTitle, faq } = await write();
  expect(title).toContain('Connection Pool');
  expect(metaTitle).toBe(title);
  expect(faq).toEqual([]);
});

test('if a desk closes during a section, the next one resumes at that section', async () => {
  let isSlow = true;
  const whim: Whim = ({ kind }: Ask) => (isSlow && kind === 'section' ? { slowMs: 1000 } : undefined);
  const { app, model, ask } = await openModelDesk('openai', whim);
  const { id } = await ask();
  void app.desk.runDue();
  await model.reached('section');
  await app.desk.close();
  const asked = model.asked();
  isSlow = false;
  const { createTestApp } = await import('../../support/test-app.ts');
  const next = await createTestApp({ home: app.home, id: (prefix) => `${prefix}_later${Math.random().toString(36).slice(2)}` });
  await next.desk.runDue();
  expect(await next.desk.call('articles_get', { id })).toMatchObject({ status: 'ready' });
  expect(model.asked().slice(asked.length)[0]).toBe(asked.at(-1));
  expect(model.asked().filter((one) => one === 'outline' || one === 'introduction')).toEqual(['outline', 'introduction']);
});

const aboutClaims = (code: string) => code === 'unsupported_claims' || code === 'invented_citations';
const sentence = 'A connection pool is a set of open connections that requests share';

describe('an unsupported sentence of a model', () => {
  const wrong = `${sentence} [1]. A pool of 4096 connections doubles the revenue of Acme Corporation [1].`;

  test('goes back to the model with the reason, and is corrected', async () => {
    const { model, write } = await openModelDesk('openai', goesWrong('introduction', 1, wrong));
    const article = await write();
    const mending = model.asks.find(({ kind }) => kind === 'mending')!;
    expect(mending.prompt).toContain('“4096”');
    expect(mending.prompt).toContain('A pool of 4096 connections doubles');
    expect(article.contentMarkdown).toContain(sentence);
    expect(article.contentMarkdown).not.toContain('4096');
    expect(gates(article).filter(aboutClaims)).toEqual([]);
  });

  test('is removed if the model insists', async () => {
    const whim: Whim = ({ kind }) => (kind === 'introduction' || kind === 'mending' ? wrong : undefined);
    const article = await (await openModelDesk('openai', whim)).write();
    expect(article.contentMarkdown).toContain(sentence);
    expect(article.contentMarkdown).not.toContain('4096');
    expect(gates(article).filter(aboutClaims)).toEqual([]);
  });

  test('is flagged, and holds back publishing, if it cannot be removed cleanly', async () => {
    const table = `${sentence} [1].\n\n| Pool | Gain |\n|---|---|\n| Acme Corporation | Its pool earned 4096 dollars in 1999 [1] |`;
    const whim: Whim = ({ kind }) => (kind === 'introduction' || kind === 'mending' ? table : undefined);
    const article = await (await openModelDesk('openai', whim)).write();
    expect(article.contentMarkdown).toContain('4096');
    expect(gates(article)).toContain('unsupported_claims');
  });

  test.each([
    ['a citation of a passage that there is not', 'A pool keeps its connections open after a response has arrived [77].'],
    ['a claim without a citation', 'Acme Corporation was founded in 1987 by Jane Roe.'],
  ])('is no less %s', async (_, claim) => {
    const whim: Whim = ({ kind }) => (kind === 'introduction' || kind === 'mending' ? `${sentence} [1]. ${claim}` : undefined);
    const article = await (await openModelDesk('anthropic', whim)).write();
    expect(article.contentMarkdown).not.toContain(claim.split(' [')[0]);
    expect(gates(article).filter(aboutClaims)).toEqual([]);
  });

  test('does not cost the rest if the model’s correction omits everything else', async () => {
    const whim: Whim = ({ kind }) => (kind === 'introduction' ? wrong : kind === 'mending' ? 'Pools are great.' : undefined);
    const article = await (await openModelDesk('openai', whim)).write();
    expect(article.contentMarkdown).toContain(sentence);
    expect(article.contentMarkdown).not.toMatch(/4096|Pools are great/);
  });

  test('in other words than its passage is judged by the model, once, and stays if cleared', async () => {
    const paraphrase = 'Keeping links alive spares callers the cost of negotiating anew [1].';
    const judged =
      (verdict: string): Whim =>
      ({ kind }) => {
        if (kind === 'introduction' || kind === 'mending') return `${sentence} [1]. ${paraphrase}`;
        return kind === 'verdicts'
          ? JSON.stringify({ verdicts: [{ claim: 1, verdict, claimWords: '', sourceWords: '', reason: '' }] })
          : undefined;
      };
    const cleared = await openModelDesk('openai', judged('supported'));
    const article = await cleared.write();
    expect(article.quality!.filter(({ code }) => /support/.test(code))).toEqual([]);
    expect(cleared.model.asked().filter((one) => one === 'verdicts' || one === 'mending')).toEqual(['verdicts']);
    expect(cleared.model.asks.find(({ kind }) => kind === 'verdicts')!.prompt).toContain('Keeping links alive');
    const doubted = await (await openModelDesk('openai', judged('unsupported'))).write();
    expect(doubted.quality!.filter(({ code }) => code === 'weakly_supported')).toHaveLength(1);
  });

  test('is not cleared if the judge fails, and the article is still finished', async () => {
    const paraphrase = 'Keeping links alive spares callers the cost of negotiating anew [1].';
    const whim: Whim = ({ kind }) =>
      kind === 'introduction' || kind === 'mending' ? `${sentence} [1]. ${paraphrase}` : kind === 'verdicts' ? busy(500) : undefined;
    const article = await (await openModelDesk('openai', whim)).write();
    expect(article.status).toBe('ready');
    expect(article.quality!.map(({ code }) => code)).toContain('weakly_supported');
  });

  test('is left out of answers to questions, and a title has no number that the article lacks', async () => {
    const closing = (honest: string) => {
      const given = JSON.parse(honest) as { faq: { answer: string }[] };
      for (const one of given.faq) one.answer = 'It costs 4096 dollars [1].';
      return JSON.stringify({ ...given, title: '17 Secrets of the Connection Pool', metaTitle: '17 Secrets of the Connection Pool' });
    };
    const { model, write } = await openModelDesk('openai', ({ kind }, honest) => (kind === 'closing' ? closing(honest) : undefined));
    const article = await write();
    expect(model.asks.at(-1)!.kind).toBe('closing');
    expect(article.faq).toEqual([]);
    expect(article.title).not.toContain('17');
    expect(article.metaTitle).not.toContain('17');
  });
});
