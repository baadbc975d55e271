import { expect, test } from 'vitest';
import type { AiAnswerRow } from '../../../schema/ai-answers.ts';
import type { AiRun } from '../../../schema/ai-runs.ts';
import { pageOf, startSite } from '../../support/site.ts';
import { createTestApp } from '../../support/test-app.ts';

const filler = 'It is written here at some length so that the page is one of text, with words enough to be kept and compared.';

test('without a key the pages that were crawled are asked, each prompt once, and the answers are told apart as local', async () => {
  const { desk } = await createTestApp();
  const [{ id }] = ((await desk.call('projects_list')) as { data: [{ id: string }] }).data;
  await desk.call('prompts_create', { prompts: ['How large should a connection pool be?', 'Who won the chess tournament?'] });
  await expect(desk.call('ai_visibility_run', {})).rejects.toMatchObject({
    code: 'integration_required',
    hint: expect.stringMatching(/ai_answers_submit.*posts_refresh/),
  });
  await expect(desk.call('ai_visibility_run', { engines: ['local'] })).rejects.toMatchObject({ code: 'insufficient_sources' });
  const own = await startSite({
    '/': pageOf('Acme', ['<a href="/pools">Pools</a>']),
    '/pools': pageOf('Pools at Acme', ['Acme keeps a connection pool of ten connections for each worker.', filler]),
  });
  await desk.call('projects_update', { id, siteUrl: own.url, brandTerms: ['Acme'] });
  await desk.call('posts_refresh', {});
  await desk.runDue();
  const run = (await desk.call('ai_visibility_run', { runs: 3 })) as AiRun;
  expect(run.engines).toEqual([{ engine: 'local', provider: 'local', model: 'extract-1', calls: 0 }]);
  await desk.runDue();
  expect(await desk.call('jobs_get', { id: run.jobId })).toMatchObject({
    status: 'succeeded',
    result: { answered: 1, failed: 1, notChecked: 0, cost: 0 },
  });
  const { data } = (await desk.call('ai_answers_list', {})) as { data: AiAnswerRow[] };
  expect(data).toMatchObject([{ engine: 'local', surface: 'local', brands: [{ brand: 'own', mentions: 1, cited: 1 }] }]);
});
