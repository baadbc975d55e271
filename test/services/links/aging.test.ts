import { describe, expect, test } from 'vitest';
import { openStore } from '../../../src/db/open.ts';
import { erasedAmong, erasedHash } from '../../../src/services/links/prospects/erased.ts';
import { rowsOf } from '../../support/rows.ts';
import { quietSystem } from '../../support/store.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { prospectRow } from './planted-prospects.ts';
import { add, addAnn, day, get, list, update } from './support.ts';

const hour = 3_600_000;

/** Sweeps at the end of a stretch of time. */
async function pass(app: TestApp, days: number): Promise<void> {
  await app.advance(days * day - hour);
  await app.advance(hour);
}

describe('who does not answer', () => {
  test('is given up 14 days after the last mail, not before, and not once something came back', async () => {
    const app = await createTestApp();
    const silent = await addAnn(app, 'silent.example');
    const answered = await addAnn(app, 'answered.example');
    for (const { id } of [silent, answered]) await update(app, id, { status: 'contacted' });
    await update(app, answered.id, { outcome: 'reply' });
    await pass(app, 13);
    expect(await get(app, silent.id)).toMatchObject({ status: 'contacted' });
    await pass(app, 1);
    expect(await get(app, silent.id)).toMatchObject({
      status: 'no_response',
      nextFollowupAt: null,
      log: [{ kind: 'moved', detail: { from: 'contacted', to: 'no_response', by: 'time' } }, {}, {}],
    });
    expect(await get(app, answered.id)).toMatchObject({ status: 'replied' });
  });

  test('has 14 days again after another mail', async () => {
    const app = await createTestApp();
    const { id } = await addAnn(app);
    await update(app, id, { status: 'contacted' });
    await pass(app, 15);
    await update(app, id, { status: 'contacted' });
    await pass(app, 13);
    expect(await get(app, id)).toMatchObject({ status: 'contacted', mails: 2 });
    await pass(app, 2);
    expect(await get(app, id)).toMatchObject({ status: 'no_response', mails: 2 });
  });

  test('is waited for where a new contact was not written to yet', async () => {
    const app = await createTestApp();
    const { id } = await addAnn(app);
    await update(app, id, { status: 'contacted' });
    await update(app, id, { contact: { email: 'bob@guides.example' } });
    await pass(app, 20);
    expect(await get(app, id)).toMatchObject({ status: 'contacted' });
  });

  test('is one of many: all are found in one sweep', async () => {
    const app = await createTestApp();
    const [{ id: project_id }] = ((await app.desk.call('projects_list')) as { data: [{ id: string }] }).data;
    const mailed = { project_id, status: 'contacted', first_mail_at: 1, last_mail_at: 1 };
    const many = Array.from({ length: 120 }, (_, n) => prospectRow({ ...mailed, id: `lnk_${n}`, host: `site${n}.example` }));
    await rowsOf(app.home).insert('link_prospects', many);
    await app.advance(hour);
    expect((await list(app, { status: 'contacted' })).data).toEqual([]);
    expect(await rowsOf(app.home).count('link_log', { kind: 'moved' })).toBe(120);
  });
});

describe('a contact', () => {
  test('is erased with its mails after twelve months without mail or reply, and the prospect stays', async () => {
    const app = await createTestApp();
    const { id } = await addAnn(app);
    await update(app, id, { notes: 'Keeps a list.' });
    const mail = {
      prospect_id: id,
      kind: 'outreach',
      number: 0,
      status: 'draft',
      writer: 'agent',
      subject: 'Hello Ann',
      body: 'Hello Ann.',
      created_at: app.now(),
    };
    await rowsOf(app.home).insert('link_drafts', { ...mail, id: 'mld_1' });
    await pass(app, 364);
    expect(await get(app, id)).toMatchObject({ contact: { email: 'ann@guides.example' }, drafts: [{ id: 'mld_1' }] });
    await pass(app, 2);
    expect(await get(app, id)).toMatchObject({ status: 'prospected', contact: null, drafts: [], notes: 'Keeps a list.' });
    expect((await get(app, id)).log.map(({ kind, detail }) => [kind, detail])).toEqual([
      ['contact', { removed: true, by: 'time' }],
      ['note', {}],
      ['created', { by: 'hand' }],
    ]);
    expect(JSON.stringify(await rowsOf(app.home).all('link_prospects'))).not.toMatch(/ann/i);
  });

  test.each(['mail', 'reply'])('is kept for twelve months from the last %s', async (kind) => {
    const app = await createTestApp();
    const { id } = await addAnn(app);
    await update(app, id, { status: 'contacted' });
    await pass(app, 300);
    await update(app, id, kind === 'mail' ? { status: 'contacted' } : { outcome: 'reply' });
    await pass(app, 363);
    expect(await get(app, id)).toMatchObject({ contact: { email: 'ann@guides.example' } });
    await pass(app, 4);
    expect(await get(app, id)).toMatchObject({ contact: null, mails: 0 });
  });

  test('is found among many that are still written to', async () => {
    const app = await createTestApp();
    const [{ id: project_id }] = ((await app.desk.call('projects_list')) as { data: [{ id: string }] }).data;
    const known = (n: number, last: number) =>
      prospectRow({
        id: `lnk_${String(n).padStart(4, '0')}`,
        project_id,
        host: `site${n}.example`,
        status: 'replied',
        contact_email: `ann@site${n}.example`,
        contact_key: `ann@site${n}.example`,
        contact_source: 'given',
        contact_found_at: 1 + (n % 3),
        first_mail_at: last,
        last_mail_at: last,
      });
    await rowsOf(app.home).insert(
      'link_prospects',
      Array.from({ length: 350 }, (_, n) => known(n, n % 5 === 0 ? 1 : app.now())),
    );
    await app.advance(hour);
    const left = await rowsOf(app.home).count('link_prospects', 'contact_email is not null');
    expect(left).toBe(280);
  });
});

describe('an erased prospect', () => {
  test('leaves nothing to read, also not in the log, and is known again', async () => {
    const app = await createTestApp();
    const { id, projectId } = await addAnn(app, 'guides.example');
    await update(app, id, { status: 'contacted' });
    await update(app, id, { outcome: 'reply', notes: 'Ann likes pools.' });
    expect(await app.desk.call('link_prospects_delete', { id })).toEqual({ id, deleted: true });
    const rows = rowsOf(app.home);
    for (const table of ['link_prospects', 'link_log', 'link_opportunities', 'link_drafts']) expect(await rows.count(table)).toBe(0);
    const erased = await rows.all('link_erased');
    expect(erased).toHaveLength(2);
    const store = openStore(app.home, quietSystem());
    const sought = ['guides.example', 'ann@guides.example', 'other.example'];
    const known = (project: string) => store.write((tx) => erasedAmong(tx, project, sought));
    expect(await known(projectId)).toEqual(new Set(sought.slice(0, 2)));
    expect(await known('prj_other')).toEqual(new Set());
    await store.close();
    expect(erased.map(({ hash }) => hash)).toContain(erasedHash('guides.example'));
    expect(JSON.stringify(erased)).not.toMatch(/guides|ann@/);
  });

  test('and a forgotten contact are forgotten no more once they are given by hand', async () => {
    const app = await createTestApp();
    const rows = rowsOf(app.home);
    const { id } = await addAnn(app);
    await update(app, id, { contact: null });
    expect(await rows.count('link_erased')).toBe(1);
    await update(app, id, { contact: { email: 'ANN@guides.example' } });
    expect(await rows.count('link_erased')).toBe(0);
    await app.desk.call('link_prospects_delete', { id });
    expect(await rows.count('link_erased')).toBe(2);
    await add(app, 'guides.example');
    expect(await rows.count('link_erased')).toBe(1);
  });
});
