import { expect, test } from 'vitest';
import { rowsOf } from '../../../support/rows.ts';
import { longestTurnOf } from '../../../support/turns.ts';
import { plantAnswers } from '../planted-answers.ts';
import { startReports } from './support.ts';

test('what very many citations of answers asked within one moment come to is told without holding the event loop', async () => {
  const { citations, sources, projectId, home } = await startReports();
  const rows = rowsOf(home);
  await rows.insert('prompts', { id: 'prm_1', project_id: projectId, text: 'Which?', said: 'which?', created_at: 1 });
  await plantAnswers(rows, { projectId, promptId: 'prm_1', from: 1, to: 400, citations: 250 });
  const period = { since: '1970-01-01', until: '1970-01-02' };
  const page = await citations({ ...period, limit: 100 });
  expect(page).toMatchObject({ answers: 400, pages: 250 });
  expect(page.data.every(({ times, answers }) => times === 400 && answers === 400)).toBe(true);
  const { data } = await sources(period);
  expect(data).toMatchObject([{ domain: 'example.com', times: 100_000, used: 400, prompts: 1 }]);
  expect(await longestTurnOf(async () => [await citations(period), await sources(period)], 50)).toBeLessThan(50);
});
