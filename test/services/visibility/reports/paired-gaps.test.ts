import { expect, test } from 'vitest';
import { longestTurnOf } from '../../../support/turns.ts';
import { rowsOf } from '../../../support/rows.ts';
import { plantAnswers } from '../planted-answers.ts';
import { startReports } from './support.ts';

const many = (count: number, text: string) => Array.from({ length: count }, (_, at) => `${text} Take ${at}.`);

test('a competitor is clearly ahead by the answers that name one and not the other, not by those that name both or none', async () => {
  const { answer, gaps } = await startReports();
  // 24 and 16 of 40 each; in the first the 16 are among the 24, in the second nearly nobody names both.
  await answer(['Where they come together?'], [...many(14, 'Acme and Rival.'), ...many(8, 'Rival.'), ...many(18, 'None.')]);
  await answer(['Where they come apart?'], [...many(22, 'Rival.'), ...many(14, 'Acme.'), ...many(4, 'None.')]);
  const { data } = await gaps();
  expect(data.map(({ prompt }) => prompt)).toEqual(['Where they come together?']);
  expect(data[0]).toMatchObject({ kind: 'behind', answers: 40, own: { named: 14 }, competitors: [{ named: 22 }] });
});

test('how often they come together in very many answers is counted without holding the event loop', async () => {
  const { gaps, projectId, home, rivalId } = await startReports();
  const rows = rowsOf(home);
  await rows.insert('prompts', { id: 'prm_1', project_id: projectId, text: 'Which?', said: 'which?', created_at: 1 });
  await plantAnswers(rows, { projectId, promptId: 'prm_1', from: 1, to: 20_000, citations: 0, brands: 2 });
  await rows.query(`update ai_answer_brands set brand = '${rivalId}' where brand <> 'own'`);
  await rows.query(`update ai_answer_brands set position = 1 where brand <> 'own' or asked_at % 2 = 0`);
  await rows.query('update ai_answers set read_for = (select version from ai_brands)');
  const period = { since: '1970-01-01', until: '1970-01-02' };
  expect((await gaps(period)).data).toMatchObject([
    { kind: 'behind', answers: 20_000, own: { named: 10_000 }, competitors: [{ named: 20_000 }] },
  ]);
  expect(await longestTurnOf(() => gaps(period), 50)).toBeLessThan(50);
});
