import { expect, test } from 'vitest';
import type { TopicPlan } from '../../../schema/topic-plan.ts';
import type { AddedTopic, Topic } from '../../../schema/topics.ts';
import type { CopydeskOptions } from '../../../src/app.ts';
import { maxMeasured } from '../../../src/services/topics/research/measure.ts';
import { answer, item } from '../../providers/keyword-data/labs.ts';
import { createTestApp } from '../../support/test-app.ts';

const volumes: Readonly<Record<string, number>> = { bread: 1000, 'rye flour': 40, 'wood oven': 900, 'baking stone': 90 };

const lines = Array.from(
  { length: 40 },
  (_, at) => `Rye flour of mill ${at} is ground twice. It keeps for ${at + 2} weeks, and a baker sifts it at night.`,
);

/** A desk with DataForSEO and a topic of four subjects. */
async function start({ country = 'US' as string | null, keywords = Object.keys(volumes).slice(1), failing = false, settings = {} } = {}) {
  const asked: string[][] = [];
  const request: NonNullable<CopydeskOptions['request']> = ({ url, body: sent }) => {
    asked.push((JSON.parse(String(sent)) as { keywords: string[] }[])[0]!.keywords);
    const { body } = answer(Object.entries(volumes).map(([keyword, search_volume]) => item(keyword, { search_volume })));
    const answered = failing ? {} : body;
    return Promise.resolve({ url, status: failing ? 500 : 200, headers: {}, truncated: false, durationMs: 1, body: Buffer.from(JSON.stringify(answered)) }); // prettier-ignore
  };
  const { desk } = await createTestApp({ request, offline: true });
  // What documents carry comes after what is searched more.
  await desk.call('knowledge_create', { markdown: `# Rye flour\n\n${lines.join('\n\n')}` });
  const { id, projectId } = (await desk.call('topics_create', { name: 'bread', keywords })) as AddedTopic;
  if (country) await desk.call('projects_update', { id: projectId, country });
  await desk.call('integrations_set', { provider: 'dataforseo', username: 'baker', password: 'p4ssword-of-baker', ...settings });
  const planned = async () => {
    await desk.call('topics_research', { id });
    await desk.runDue();
    const { plan } = (await desk.call('topics_get', { id, view: 'plan' })) as Topic & { plan: TopicPlan };
    return plan;
  };
  return { desk, asked, planned };
}

test('a plan has real figures, its pages are in the order of their volume, and what is kept is not asked again', async () => {
  const { asked, planned, desk } = await start();
  const plan = await planned();
  expect(plan.pages.map(({ keyword, searchVolume, difficulty }) => [keyword, searchVolume, difficulty])).toEqual([
    ['wood oven', 900, 39],
    ['baking stone', 90, 39],
    ['rye flour', 40, 39],
  ]);
  expect(plan).toMatchObject({
    searchVolume: 2030,
    why: {},
    pillar: { searchVolume: 1000 },
    figures: { known: 4, looked: 4, leftOut: 0, source: 'dataforseo', checkedAt: '2024-08-09T15:36:13.000Z', detail: null },
  });
  expect(plan.call!.arguments).toMatchObject({ slots: [{ keyword: 'rye flour' }] });
  await planned();
  expect(asked).toHaveLength(1);
  const { data } = (await desk.call('integrations_list', {})) as { data: { provider: string }[] };
  expect(data.find(({ provider }) => provider === 'dataforseo')).toMatchObject({ spent: { calls: 1 } });
});

test('where the provider fails, has reached its cap, or no country is named, the plan says which', async () => {
  const broken = await (await start({ failing: true })).planned();
  expect(broken).toMatchObject({ searchVolume: null, figures: { known: 0, source: null } });
  expect(broken.why).toMatchObject({ searchVolume: 'provider_error', difficulty: 'provider_error' });
  expect(broken.pages[0]!.why).toBeUndefined();
  const nowhere = await start({ country: null });
  expect(await nowhere.planned()).toMatchObject({
    why: { searchVolume: 'not_checked' },
    figures: { detail: expect.stringContaining('country') },
  });
  expect(nowhere.asked).toEqual([]);
  const capped = await start({ settings: { monthlyCallCap: 0 } });
  expect(await capped.planned()).toMatchObject({ searchVolume: null, why: { searchVolume: 'cap_reached' } });
  expect(capped.asked).toEqual([]);
});

test('no more than a call takes is looked up, the pillar and what was given first', async () => {
  const many = Array.from({ length: maxMeasured + 5 }, (_, at) => `loaf${at} crust${at}`);
  const { planned, asked, desk } = await start({ keywords: many.slice(0, 500) });
  const { data } = (await desk.call('topics_list', {})) as { data: { id: string }[] };
  await desk.call('topics_add_keywords', { id: data[0]!.id, keywords: many.slice(500) });
  const plan = await planned();
  expect(plan.figures).toMatchObject({ looked: maxMeasured, leftOut: 6, known: 1 });
  expect(asked).toHaveLength(1);
  expect(asked[0]).toHaveLength(maxMeasured);
  expect(asked[0]!.slice(0, 2)).toEqual(['bread', 'loaf0 crust0']);
});
