import { expect, test } from 'vitest';
import { startReports } from './support.ts';

const named = 'Is acme any good?';

test('prompts that name the brand count in no report unless they are asked for, and what is left out is told', async () => {
  const { answer, figures, citations, gaps } = await startReports();
  const cited = { citations: [{ url: 'https://acme.example/' }] };
  await answer(['Which database?'], ['Rival.', 'Rival again.']);
  await answer([named], ['Acme is good [1].', 'Acme is fine [1].', 'Acme.'], cited);
  const hint = expect.not.stringContaining('branded');
  expect(await figures()).toMatchObject({ score: 0, answers: 2, prompts: 1, brandedLeftOut: { answers: 3, prompts: 1 }, hint });
  expect(await figures({ branded: 'include' })).toMatchObject({ score: 60, answers: 5, brandedLeftOut: { answers: 0, prompts: 0 } });
  expect(await figures({ branded: 'only' })).toMatchObject({ score: 100, answers: 3, prompts: 1 });
  expect((await citations()).pages).toBe(0);
  expect((await citations({ branded: 'only' })).pages).toBe(1);
  expect(await gaps()).toMatchObject({ absent: 1, brandedLeftOut: { answers: 3 } });
  expect((await gaps({ branded: 'only' })).data).toEqual([]);
});

test('where all prompts name the brand there is no figure, and the answer says why', async () => {
  const { answer, figures } = await startReports();
  await answer([named], ['Acme is good.', 'Acme is fine.']);
  const report = await figures();
  expect(report).toMatchObject({ score: null, answers: 0, why: { score: 'not_checked' } });
  expect(report.hint).toContain('branded: include');
  expect(report.brands[0]!.visibility.value).toBeNull();
});

test('where nothing can be found the answer says which prompts are missing', async () => {
  const { answer, figures, desk } = await startReports();
  const create = (prompts: string[]) => desk.call('prompts_create', { prompts });
  const { id: topicId } = (await desk.call('topics_create', { name: 'Pools' })) as { id: string };
  await create([named]);
  expect((await figures()).hint).toContain('All prompts name the brand');
  expect((await figures({ topicId })).hint).toContain('topics_add_prompts');
  await create(['Which database?']);
  await answer([named], ['Acme is good.']);
  expect((await figures()).hint).toContain('ask the others with ai_visibility_run');
});

test('a prompt that is asked for by its id counts, whomever it names', async () => {
  const { answer, figures, desk } = await startReports();
  await answer([named], ['Acme.']);
  const { data } = (await desk.call('prompts_list')) as { data: { id: string }[] };
  expect(await figures({ promptId: data[0]!.id })).toMatchObject({ score: 100, answers: 1 });
  expect(await figures({ promptId: data[0]!.id, branded: 'exclude' })).toMatchObject({ score: null });
});

test('aliases tell which prompts those are, and for a name in lower case the words that it needs', async () => {
  const { answer, figures, desk, projectId } = await startReports();
  await answer(['Is Zenith tall?', 'is the zenith database fast?', 'When is the sun at its zenith?'], ['Yes.']);
  expect(await figures()).toMatchObject({ answers: 3 });
  await desk.call('projects_update', { id: projectId, brandTerms: ['Acme', 'Zenith'], mentionOnlyWith: ['database'] });
  await desk.runDue();
  expect(await figures()).toMatchObject({ answers: 1, brandedLeftOut: { answers: 2, prompts: 2 } });
});

test('a competitor’s longer name is not the brand’s own', async () => {
  const { answer, figures, desk } = await startReports();
  await desk.call('competitors_add', { domain: 'music.example', name: 'Acme Music' });
  await desk.runDue();
  await answer(['Is acme music good?', 'Is Acme as good as Acme Music?'], ['Yes.']);
  expect(await figures()).toMatchObject({ answers: 1, brandedLeftOut: { answers: 1, prompts: 1 } });
});
