import { expect, test } from 'vitest';
import type { Action, ActionPage, RunAction } from '../../../schema/actions.ts';
import type { OutreachDraft } from '../../../schema/link-outreach.ts';
import { catalogue } from '../../../tools/index.ts';
import { rowsOf } from '../../support/rows.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { jobOf, startLinkDesk } from './desk.ts';
import { add, addAnn, day, setSuppressed, update } from './support.ts';
import { answersCite, prose, siteWith } from './web.ts';

const operations = new Map(catalogue.flatMap((group) => group.operations).map((one) => [one.name, one]));
const hour = 3_600_000;
const types = new Set(['find_prospects', 'write_outreach', 'write_followup', 'review_prospect']);

/** What there is to do with sites that could link, each with a call that its operation takes. */
async function offered({ desk }: Pick<TestApp, 'desk'>): Promise<Action[]> {
  const { data } = (await desk.call('actions_list', { limit: 100 })) as ActionPage;
  const some = data.filter(({ type }) => types.has(type));
  for (const { operation, arguments: input } of some) expect(operations.get(operation)?.input.safeParse(input).error).toBeUndefined();
  return some;
}

const told = (actions: readonly Action[]) => actions.map(({ type, target }) => `${type} ${target.about}`);
const run = async ({ desk }: TestApp, id: string) => (await desk.call('actions_run', { id })) as RunAction;
const draft = (app: TestApp, operation: string, id: string) =>
  app.desk.call(operation, { id, subject: 'Your list', body: 'Would you add our page?' });

test('a first mail is to be drafted, then to be sent by a person, and nothing more once it went', async () => {
  const app = await createTestApp();
  const { id } = await addAnn(app);
  await add(app, 'nobody.example');
  const [action] = await offered(app);
  expect(action).toMatchObject({ type: 'write_outreach', operation: 'link_prospects_outreach', arguments: { id, writer: 'agent' } });
  const { answer } = await run(app, action!.id);
  expect(answer as OutreachDraft).toMatchObject({ draftId: null, brief: { site: { host: 'guides.example' } } });
  expect(await offered(app)).toEqual([]);
  await draft(app, 'link_prospects_outreach', id);
  const [drafted, ...others] = await offered(app);
  expect(others).toEqual([]);
  expect(drafted).toMatchObject({
    type: 'review_prospect',
    operation: 'link_prospects_get',
    arguments: { id },
    evidence: [{ what: 'Drafted: “Your list”' }],
  });
  await update(app, id, { status: 'contacted' });
  expect(await offered(app)).toEqual([]);
});

test('a follow-up is to be drafted once it is due, and comes back as the next one', async () => {
  const app = await createTestApp();
  const { id } = await addAnn(app);
  await update(app, id, { status: 'contacted' });
  await app.advance(3 * day - hour);
  expect(await offered(app)).toEqual([]);
  await app.advance(hour);
  const [due] = await offered(app);
  expect(due).toMatchObject({ type: 'write_followup', operation: 'link_prospects_followup', arguments: { id, writer: 'agent' } });
  await run(app, due!.id);
  expect(await offered(app)).toEqual([]);
  await draft(app, 'link_prospects_followup', id);
  expect(told(await offered(app))).toEqual(['review_prospect guides.example']);
  await rowsOf(app.home).update('link_drafts', { status: 'sent', sending_at: app.now(), sent_at: app.now() }, { prospect_id: id });
  await rowsOf(app.home).update('link_prospects', { followups: 1, last_mail_at: app.now() }, { id });
  await app.advance(4 * day);
  const [next] = await offered(app);
  expect(next).toMatchObject({ id: due!.id, why: expect.stringContaining('follow-up 2') });
});

test('whoever gets no mail is not to be written to', async () => {
  const app = await createTestApp();
  await addAnn(app);
  await setSuppressed(app, { add: ['@guides.example'] });
  expect(await offered(app)).toEqual([]);
});

test('a mail that would be refused is to be drafted again: the address is written otherwise now, or another mail went since', async () => {
  const app = await createTestApp();
  const { id } = await addAnn(app);
  await draft(app, 'link_prospects_outreach', id);
  await update(app, id, { contact: { email: 'ann+lists@guides.example' } });
  expect(told(await offered(app))).toEqual(['write_outreach guides.example']);
  await update(app, id, { status: 'contacted' });
  await app.advance(3 * day);
  await draft(app, 'link_prospects_followup', id);
  expect(told(await offered(app))).toEqual(['review_prospect guides.example']);
  await update(app, id, { status: 'declined' });
  await app.advance(hour);
  await update(app, id, { status: 'contacted' });
  await app.advance(3 * day);
  expect(told(await offered(app))).toEqual(['write_followup guides.example']);
});

test('a mail that is for a former contact is to be drafted again, and whoever was written to for another site waits', async () => {
  const app = await createTestApp();
  const { id } = await addAnn(app);
  await draft(app, 'link_prospects_outreach', id);
  await update(app, id, { contact: { email: 'bob@guides.example' } });
  expect(told(await offered(app))).toEqual(['write_outreach guides.example']);
  const other = await add(app, 'others.example', { contact: { email: 'BOB+x@guides.example' } });
  await update(app, other.id, { status: 'contacted' });
  expect(await offered(app)).toEqual([]);
  await app.advance(hour);
  await update(app, id, { status: 'contacted' });
  await app.advance(3 * day);
  expect(told(await offered(app))).toEqual(['write_followup others.example']);
});

test('a reply and a lost link are to be looked at by a person', async () => {
  const app = await createTestApp();
  const [replied, placed] = [await addAnn(app, 'replied.example'), await addAnn(app, 'placed.example')];
  await update(app, replied.id, { status: 'contacted' });
  await update(app, replied.id, { outcome: 'reply' });
  await update(app, placed.id, { status: 'contacted' });
  await update(app, placed.id, { status: 'link_placed', linkUrl: 'https://placed.example/pools' });
  await rowsOf(app.home).update('link_prospects', { link_state: 'page_gone', link_checked_at: app.now() }, { id: placed.id });
  const actions = await offered(app);
  expect(told(actions)).toEqual(['review_prospect replied.example', 'review_prospect placed.example']);
  expect(actions[1]).toMatchObject({
    operation: 'link_prospects_get',
    arguments: { id: placed.id },
    evidence: [{ what: 'page_gone: https://placed.example/pools' }],
  });
});

test('of each reason there are the best three', async () => {
  const app = await createTestApp();
  await addAnn(app, 'site0.example');
  await addAnn(app, 'site1.example');
  const best: string[] = [];
  for (const host of ['site2.example', 'site3.example', 'site4.example']) best.push((await addAnn(app, host)).id);
  await Promise.all(best.map((id, at) => rowsOf(app.home).update('link_prospects', { score: 50 + at }, { id })));
  expect(told(await offered(app)).toSorted()).toEqual(['2', '3', '4'].map((number) => `write_outreach site${number}.example`));
});

test('sites that could link are to be looked for while nobody has, and answers cite some beside competitors', async () => {
  const app = await startLinkDesk();
  await app.desk.call('competitors_add', { name: 'Rival', domain: 'rival.com' });
  expect(await offered(app)).toEqual([]);
  const site = await siteWith(prose);
  await answersCite(app, [`${site.url}/page`]);
  const [action] = await offered(app);
  expect(action).toMatchObject({
    type: 'find_prospects',
    operation: 'link_prospects_discover',
    arguments: { projectId: app.projectId },
    evidence: [{ what: `${site.url}/page, cited by 1 such answer` }],
  });
  // One that found nothing was a search too.
  await jobOf(app, 'link_prospects_discover', { kinds: ['resource_page'] });
  expect(await offered(app)).toEqual([]);
});
