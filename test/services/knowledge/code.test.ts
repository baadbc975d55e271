import { expect, test } from 'vitest';
import { createTestApp } from '../../support/test-app.ts';
import { rowsOf } from '../../support/rows.ts';

const html = `<h1>Brewing</h1><p>A kettle heats the water, and the water draws the flavour out of the ground beans. To start it, call this:</p>
<pre>kettle.heat({ degrees: 93 });
  cup.fill();</pre><p>Then wait for the coffee to draw.</p>`;

test('a search finds code as a passage of its kind, in its section', async () => {
  const { desk, home } = await createTestApp();
  const { wordCount } = (await desk.call('knowledge_create', { html })) as { wordCount: number };
  expect(wordCount).toBe(28);
  const { data } = (await desk.call('knowledge_list', { q: 'degrees' })) as { data: { passages: object[] }[] };
  expect(data[0]!.passages).toEqual([{ kind: 'code', heading: null, text: 'kettle.heat({ **degrees**: 93 }); cup.fill();' }]);
  const rows = await rowsOf(home).all<{ kind: string; word_count: number; text: string }>('passages', {}, 'position');
  expect(rows.map(({ kind }) => kind)).toEqual(['prose', 'code', 'prose']);
  expect(rows[1]).toMatchObject({ word_count: 0, text: 'kettle.heat({ degrees: 93 });\n  cup.fill();' });
});

test('code alone is nothing an article could stand on', async () => {
  const { desk } = await createTestApp();
  await expect(desk.call('knowledge_create', { html: '<pre>kettle.heat({ degrees: 93 });</pre>' })).rejects.toMatchObject({
    code: 'unreadable_source',
    hint: expect.stringContaining('code alone'),
  });
});

test('the project’s language decides where a text could be of two', async () => {
  const { desk } = await createTestApp();
  const text = 'Vi henter bilen i byen og kommer hjem.';
  const { id } = (await desk.call('projects_create', { name: 'Norsk', language: 'no' })) as { id: string };
  expect(await desk.call('knowledge_create', { text, projectId: id })).toMatchObject({ language: 'no' });
  const { id: other } = (await desk.call('projects_create', { name: 'Dansk', language: 'da' })) as { id: string };
  expect(await desk.call('knowledge_create', { text, projectId: other })).toMatchObject({ language: 'da' });
});

test('a wrong guess at its language leaves out no document that names the keyword', async () => {
  const { desk, home } = await createTestApp();
  const parts = [
    'steel burrs',
    'ceramic burrs',
    'hopper',
    'motor',
    'collar',
    'spring',
    'handle',
    'catch cup',
    'filter basket',
    'dosing scale',
  ];
  for (const name of ['at home', 'for travel', 'in a small shop']) {
    const told = parts.map(
      (part, index) =>
        `The ${part} of a burr grinder ${name} ${['lasts', 'turns', 'holds', 'weighs'][index % 4]} for ${index + name.length} of the seasons, and its owner cleans the ${part} with a ${['brush', 'cloth', 'blower'][index % 3]}.`,
    );
    await desk.call('knowledge_create', { title: `The burr grinder ${name}`, text: told.join(' ') });
  }
  await rowsOf(home).update('documents', { language: 'tl' });
  const { id } = (await desk.call('articles_create', { keyword: 'burr grinder', language: 'en', targetWordCount: 200 })) as { id: string };
  await desk.runDue();
  expect(await desk.call('articles_get', { id })).toMatchObject({ status: 'ready' });
});
