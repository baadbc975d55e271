import { expect, test } from 'vitest';
import { bin } from '../../../support/cli.ts';
import { temporaryHome } from '../../../support/home.ts';
import { startMailServer } from '../../../support/mail-server.ts';
import { connectModern, type Connected } from '../../../support/mcp-clients.ts';
import { callRest } from '../../../support/wire-clients.ts';
import { createMailApp, outreach, sender, text } from './support.ts';

const said = ({ content }: { content: unknown[] }) => JSON.parse((content[0] as { text: string }).text) as Record<string, string>;

async function drafted(client: Connected, url: string): Promise<{ id: string; draftId: string }> {
  await client.call('integrations_set', { provider: 'smtp', baseUrl: url, sender });
  const { id } = (await client.call('link_prospects_create', { url: 'guides.example', contact: { email: 'ann@guides.example' } }))
    .structuredContent as { id: string };
  const { draftId } = (await client.call('link_prospects_outreach', { id, ...text })).structuredContent as { draftId: string };
  return { id, draftId };
}

test(
  'over stdio an agent is told the command that sends, and sends only where the desk was started for that',
  { timeout: 60_000 },
  async () => {
    const [home, server] = [temporaryHome(), await startMailServer()];
    const env = { ...(process.env as Record<string, string>), COPYDESK_HOME: home };
    const cautious = await connectModern({ script: bin, args: ['stdio'], env });
    const mail = await drafted(cautious, server.url);
    const refused = await cautious.call('link_prospects_send', mail);
    expect(refused.isError).toBe(true);
    expect(said(refused)).toMatchObject({ code: 'approval_required', status: 403 });
    expect(said(refused)['hint']).toContain(`copydesk call link_prospects_send --json '${JSON.stringify(mail)}'`);
    await cautious.close();
    expect(server.lines).toEqual([]);
    const trusting = await connectModern({ script: bin, args: ['stdio', '--agents-may-send'], env });
    expect((await trusting.call('link_prospects_send', mail)).structuredContent).toMatchObject({ status: 'sent' });
    await trusting.close();
    expect(server.mails).toHaveLength(1);
  },
);

test('a run of actions asks for a person too, unless the desk was started for that', async () => {
  const app = await createMailApp();
  const { draftId } = await outreach(app, app.ann.id);
  const { linkOutreach } = app.desk.services;
  const asked = linkOutreach.send({ id: app.ann.id, draftId: draftId! }, { viaActions: true });
  await expect(asked).rejects.toMatchObject({ code: 'approval_required' });
  expect(app.server.lines).toEqual([]);
  const trusting = await createMailApp({}, {}, { agentsMaySend: true });
  const other = await outreach(trusting, trusting.ann.id);
  expect(
    await trusting.desk.services.linkOutreach.send({ id: trusting.ann.id, draftId: other.draftId! }, { viaActions: true }),
  ).toMatchObject({ status: 'sent' });
});

test('over HTTP a key for admin sends, one for writing does not', async () => {
  const app = await createMailApp();
  const { url } = await app.desk.listen({ port: 0 });
  const { draftId } = await outreach(app, app.ann.id);
  const [writer, admin] = [
    await app.desk.services.keys.create({ name: 'w', scope: 'write' }),
    await app.desk.services.keys.create({ name: 'a', scope: 'admin' }),
  ];
  const ask = { id: app.ann.id, draftId };
  expect(await callRest(url, writer.key, 'link_prospects_send', ask)).toMatchObject({ status: 403 });
  expect(await callRest(url, admin.key, 'link_prospects_send', ask)).toMatchObject({ status: 200, body: { status: 'sent' } });
});
