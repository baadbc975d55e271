import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Job } from '../../../schema/jobs.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { rowsOf } from '../../support/rows.ts';
import type { TestApp } from '../../support/test-app.ts';
import { discovered, startLinkDesk } from './desk.ts';
import { configure, createMailApp, followup, outreach, send, sendFirst, text } from './outreach/support.ts';
import { day, get, update } from './support.ts';
import { answerSearches, prose, siteWith } from './web.ts';

const schema = readFileSync(new URL('../../snapshots/schema.sql', import.meta.url), 'utf8');
const tables = [...schema.matchAll(/^create table (\w+)/gim)].map(([, name]) => name!);

/** The tables in which a text stands. */
async function tablesWith({ home }: TestApp, words: RegExp): Promise<string[]> {
  const rows = rowsOf(home);
  const all = await Promise.all(tables.map(async (table) => [table, JSON.stringify(await rows.all(table))] as const));
  return all.filter(([, found]) => words.test(found)).map(([table]) => table);
}

const bob = { contact: { email: 'bob@guides.example', name: 'Bob' } };

describe('what is erased', () => {
  test.each(['link_prospects_delete', 'link_prospects_update'])(
    'by %s leaves an address that was found and written to nowhere',
    async (operation) => {
      const app = await startLinkDesk();
      const site = await siteWith(`${prose}<p>We use Gardenbook.</p>`);
      await answerSearches(app, () => [`${site.url}/page`]);
      const { job, prospects } = await discovered(app, { kinds: ['mention'] });
      const { id } = prospects[0]!;
      expect((job as Job).result).toMatchObject({ prospects: { best: [{ id, contact: { why: expect.any(String) } }] } });
      await configure(app, (await startMailServer()).url);
      const { draftId } = await outreach(app, id);
      await send(app, id, draftId);
      await followup(app, id, { ...text, early: true });
      const held = ['link_drafts', 'link_prospects'];
      expect((await tablesWith(app, /redaktion@/)).toSorted()).toEqual(held);
      await app.desk.call(operation, operation === 'link_prospects_delete' ? { id } : { id, contact: null });
      expect(await tablesWith(app, /redaktion@/)).toEqual([]);
    },
  );

  test('takes the mails along, sent or not, where the contact is forgotten', async () => {
    const app = await createMailApp();
    await sendFirst(app);
    await followup(app, app.ann.id, { ...text, early: true });
    await update(app, app.ann.id, { outcome: 'reply', contact: null });
    expect(await tablesWith(app, /\bann\b/i)).toEqual([]);
    expect(await get(app, app.ann.id)).toMatchObject({ status: 'replied', contact: null, drafts: [] });
    expect((await get(app, app.ann.id)).log.map(({ kind, detail }) => [kind, detail])).toEqual([
      ['contact', { removed: true }],
      ['moved', { from: 'contacted', to: 'replied' }],
      ['moved', { from: 'prospected', to: 'contacted' }],
      ['created', { by: 'hand' }],
    ]);
  });

  test('after twelve months are the mails to former contacts too', async () => {
    const app = await createMailApp();
    await sendFirst(app);
    await update(app, app.ann.id, bob);
    await app.advance(360 * day);
    await update(app, app.ann.id, { status: 'replied' });
    await update(app, app.ann.id, { status: 'link_placed' });
    await sendFirst(app);
    expect((await get(app, app.ann.id)).drafts).toHaveLength(2);
    await app.advance(6 * day);
    expect((await get(app, app.ann.id)).drafts).toMatchObject([{ to: 'bob@guides.example' }]);
  });
});
