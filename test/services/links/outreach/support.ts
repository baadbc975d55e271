import type { OutreachDraft, SentMail } from '../../../../schema/link-outreach.ts';
import type { LinkProspect } from '../../../../schema/link-building.ts';
import { startMailServer, type MailServer, type MailServerOptions } from '../../../support/mail-server.ts';
import { createTestApp, type TestApp } from '../../../support/test-app.ts';
import { addAnn } from '../support.ts';
import type { CopydeskOptions } from '../../../../src/app.ts';

export const sender = {
  fromName: 'Ben Weaver',
  from: 'ben@example.com',
  replyTo: 'links@example.com',
  postalAddress: 'Example Ltd\n1 High Street, Leeds',
};

export const text = { subject: 'Your list of drivers', body: 'Hello Ann,\n\nwould you add our page https://www.example.com/pools?' };

export const configure = ({ desk }: TestApp, baseUrl: string, more: object = {}) =>
  desk.call('integrations_set', { provider: 'smtp', baseUrl, sender: { ...sender, ...more } });

export const outreach = async ({ desk }: TestApp, id: string, input: object = text) =>
  (await desk.call('link_prospects_outreach', { id, ...input })) as OutreachDraft;

export const followup = async ({ desk }: TestApp, id: string, input: object = text) =>
  (await desk.call('link_prospects_followup', { id, ...input })) as OutreachDraft;

export const send = async ({ desk }: TestApp, id: string, draftId: string | null, more: object = {}) =>
  (await desk.call('link_prospects_send', { id, draftId, ...more })) as SentMail;

export interface MailApp extends TestApp {
  server: MailServer;
  ann: LinkProspect;
}

/** A desk with a mail server, and Ann of guides.example to write to. */
export async function createMailApp(
  options: MailServerOptions = {},
  more: object = {},
  appOptions: CopydeskOptions = {},
): Promise<MailApp> {
  const [app, server] = [await createTestApp(appOptions), await startMailServer(options)];
  await configure(app, server.url, more);
  return { ...app, server, ann: await addAnn(app) };
}

/** Writes and sends the first mail. */
export async function sendFirst(app: MailApp, id = app.ann.id): Promise<SentMail> {
  return send(app, id, (await outreach(app, id)).draftId);
}
