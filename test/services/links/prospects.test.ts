import { describe, expect, test } from 'vitest';
import { rowsOf } from '../../support/rows.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { prospectRow } from './planted-prospects.ts';
import { add, addAnn, get, list, update } from './support.ts';

const projectOf = async ({ desk }: TestApp) => ((await desk.call('projects_list')) as { data: { id: string }[] }).data[0]!.id;

describe('a prospect that is added by hand', () => {
  test('is kept by its host, with the page, the contact and what was noted', async () => {
    const app = await createTestApp();
    const contact = { email: ' Ann.Lee@Bücher.example. ', name: ' Ann ' };
    const { id } = await add(app, 'https://www.Guides.example/pools?x=1', { contact, notes: 'Keeps a list.' });
    const at = new Date(app.now()).toISOString();
    expect(await get(app, id)).toMatchObject({
      host: 'guides.example',
      status: 'prospected',
      score: null,
      opportunities: ['given'],
      evidence: [{ kind: 'given', url: 'https://www.Guides.example/pools?x=1', details: {}, seenAt: at }],
      contact: { name: 'Ann', email: 'Ann.Lee@xn--bcher-kva.example', source: 'given', foundAt: at, suppressed: false },
      notes: 'Keeps a list.',
      mails: 0,
      nextFollowupAt: null,
      link: null,
      log: [{ kind: 'created', detail: { by: 'hand' }, at }],
      nextCursor: null,
    });
  });

  test('has no opportunity where only the domain is known, and nobody to write to', async () => {
    const app = await createTestApp();
    expect(await add(app, 'WWW.Guides.example')).toMatchObject({ host: 'guides.example', opportunities: [], contact: null });
  });

  test('is added once in a project, and the refusal names it', async () => {
    const app = await createTestApp();
    const { id } = await add(app, 'guides.example');
    await expect(add(app, 'https://www.guides.example/other')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(id),
      hint: expect.stringContaining('link_prospects_update'),
    });
    const { id: other } = (await app.desk.call('projects_create', { name: 'Other' })) as { id: string };
    expect((await add(app, 'guides.example', { projectId: other })).id).not.toBe(id);
  });

  test("is not the project's own site, and its link leads to no other", async () => {
    const app = await createTestApp({ siteUrl: 'https://example.com/' });
    await expect(add(app, 'docs.example.com')).rejects.toMatchObject({ code: 'conflict' });
    await expect(add(app, 'guides.example', { targetUrl: 'https://rival.example/' })).rejects.toMatchObject({
      code: 'invalid_input',
      errors: [{ pointer: '/targetUrl', code: 'not_own_page' }],
    });
    const { id } = await add(app, 'guides.example', { targetUrl: 'https://example.com/pools' });
    await expect(update(app, id, { targetUrl: 'https://rival.example/' })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test.each(['guides', 'ftp://guides.example', 'https://user@guides.example/', 'mailto:ann@guides.example', 'guides .example'])(
    'is not to be had of %j',
    async (url) => {
      const app = await createTestApp();
      await expect(add(app, url)).rejects.toMatchObject({ code: 'invalid_input', errors: [{ pointer: '/url' }] });
    },
  );

  test('is refused where it could never be dialled', async () => {
    const app = await createTestApp({ host: '0.0.0.0' });
    await expect(add(app, 'http://169.254.169.254/latest')).rejects.toMatchObject({ code: 'address_refused' });
  });
});

describe('prospects are listed', () => {
  /** Eleven, every third without a score, two with the same. */
  async function startWithMany() {
    const app = await createTestApp();
    const project_id = await projectOf(app);
    const scores = [10, 90, null, 50, 50, null, 33.3, 0, null, 100, 70];
    await rowsOf(app.home).insert(
      'link_prospects',
      scores.map((score, n) =>
        prospectRow({ id: `lnk_${10 + n}`, project_id, host: `site${n}.example`, score, status: n % 2 === 0 ? 'prospected' : 'contacted' }),
      ),
    );
    return app;
  }

  /** All of the list, page by page. */
  async function pages(app: TestApp, input: object): Promise<string[]> {
    const hosts: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list(app, { ...input, cursor });
      hosts.push(...page.data.map(({ host }) => host));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return hosts.map((host) => host.replace(/\D/g, ''));
  }

  test.each([1, 2, 3, 7, 8, 11, 100])('the best first, those without a score last, %i a page', async (limit) => {
    const app = await startWithMany();
    expect(await pages(app, { limit })).toEqual(['9', '1', '10', '4', '3', '6', '0', '7', '8', '5', '2']);
    expect(await pages(app, { limit, status: 'contacted' })).toEqual(['9', '1', '3', '7', '5']);
  });

  test('by a part of the host, also by an address there', async () => {
    const app = await startWithMany();
    expect(await pages(app, { q: 'SITE1', limit: 1 })).toEqual(['1', '10']);
    expect(await pages(app, { q: 'https://www.site3.example/page' })).toEqual(['3']);
    expect(await pages(app, { q: 'nowhere' })).toEqual([]);
    expect(await pages(app, { q: '%' })).toEqual([]);
  });

  test('a cursor of another list is refused', async () => {
    const app = await createTestApp();
    const cursor = Buffer.from('lnk_1').toString('base64url');
    await expect(list(app, { cursor })).rejects.toMatchObject({ code: 'invalid_input', errors: [{ pointer: '/cursor' }] });
  });
});

describe('what is known of a prospect', () => {
  test('its log is read newest first, in pages', async () => {
    const app = await createTestApp();
    const { id } = await addAnn(app);
    for (const notes of ['One', 'Two', null]) await update(app, id, { notes });
    await update(app, id, { targetUrl: 'https://example.com/pools' });
    const first = await get(app, id, { limit: 3 });
    expect(first.log.map(({ kind }) => kind)).toEqual(['changed', 'note', 'note']);
    const second = await get(app, id, { limit: 3, cursor: first.nextCursor });
    expect(second.log.map(({ kind }) => kind)).toEqual(['note', 'created']);
    expect(second.nextCursor).toBeNull();
  });

  test('its latest five mails are told, without those that were replaced', async () => {
    const app = await createTestApp();
    const { id } = await addAnn(app);
    const mail = { prospect_id: id, kind: 'outreach', number: 0, writer: 'agent', subject: 'Pools', body: 'x'.repeat(5000), created_at: 1 };
    const plant = (n: number, status: string) => ({ ...mail, id: `mld_${n}`, status });
    await rowsOf(app.home).insert('link_drafts', [0, 1, 2, 3, 4, 5, 6].map((n) => plant(n, n === 6 ? 'replaced' : n === 5 ? 'draft' : 'sent'))); // prettier-ignore
    const { drafts } = await get(app, id);
    expect(drafts.map((one) => `${one.id} ${one.status}`)).toEqual(['mld_5 draft', 'mld_4 sent', 'mld_3 sent', 'mld_2 sent', 'mld_1 sent']);
    expect(drafts[0]!.body).toHaveLength(4000);
  });

  test('a change that changes nothing leaves no trace', async () => {
    const app = await createTestApp();
    const before = await addAnn(app);
    await app.advance(1000);
    const same = { status: 'prospected', notes: null, contact: { email: 'ann@guides.example' } };
    expect(await update(app, before.id, same)).toEqual({ ...before, next: null });
    expect((await get(app, before.id)).log).toHaveLength(1);
  });

  test('one that is not there is told', async () => {
    const app = await createTestApp();
    const gone = { code: 'not_found', hint: 'See link_prospects_list.' };
    await expect(get(app, 'lnk_gone')).rejects.toMatchObject(gone);
    await expect(update(app, 'lnk_gone', { notes: 'x' })).rejects.toMatchObject(gone);
    await expect(app.desk.call('link_prospects_delete', { id: 'lnk_gone' })).rejects.toMatchObject(gone);
  });
});
