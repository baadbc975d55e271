import { describe, expect, test } from 'vitest';
import type { ArticleBrief } from '../../../schema/drafts.ts';
import { startSite } from '../../support/site.ts';
import { createTestApp } from '../../support/test-app.ts';

describe('documents that nowhere say the whole keyword', () => {
  const keyword = 'how to clean an espresso machine';
  const documents = [
    '# Descaling\n\nLimescale narrows the brew path and cools the water before it reaches the coffee. Use a descaler made of citric acid, since vinegar attacks the seals of the pump. Dissolve one sachet in a litre of lukewarm water and fill the tank with it.',
    '# Backflushing\n\nOnly a group with a three-way valve can be backflushed. Put the blind basket in the portafilter and add half a teaspoon of powder. Start the pump for ten seconds, stop it for ten seconds, and do so five times.',
    '# The Steam Wand\n\nMilk burns onto the steam wand of a machine within seconds. Wipe the wand with a damp cloth right after steaming. Once a week, soak its tip for half an hour in warm water with a milk cleaner.',
  ];
  async function ask(input: object): Promise<unknown> {
    const app = await createTestApp();
    const sources: string[] = [];
    for (const markdown of documents) sources.push(((await app.desk.call('knowledge_create', { markdown })) as { id: string }).id);
    const { named, ...request } = { named: true, targetWordCount: 250, ...input };
    const made = { keyword, ...request, ...(named && { sources }) };
    const { id } = (await app.desk.call('articles_create', made)) as { id: string };
    await app.desk.runDue();
    return app.desk.call('articles_brief', { id });
  }

  test('are material for an agent who names them', async () => {
    const { passages } = (await ask({ writer: 'agent' })) as ArticleBrief;
    expect(passages.map(({ title }) => title).toSorted()).toEqual(['Backflushing', 'Descaling', 'The Steam Wand']);
  });

  test('do not make an article of sentences that are about something else, also where they are named by their addresses', async () => {
    const app = await createTestApp();
    const pages = documents.map((text) => text.replace(/^# (.*)\n\n(.*)$/s, '<h1>$1</h1><p>$2</p>'));
    const site = await startSite(Object.fromEntries(pages.map((page, index) => [`/${index}`, page])));
    const made = { keyword, targetWordCount: 250, writer: 'extractive', sources: pages.map((_, index) => `${site.url}/${index}`) };
    const { id } = (await app.desk.call('articles_create', made)) as { id: string };
    await app.desk.runDue();
    expect(await app.desk.call('articles_get', { id })).toMatchObject({ status: 'failed', error: { code: 'insufficient_sources' } });
  });

  test.each([{ writer: 'extractive' }, { writer: 'agent', named: false }])('are too little for %o', async (input) => {
    await expect(ask(input)).rejects.toMatchObject({ code: 'insufficient_sources' });
  });
});
