import { expect, test } from 'vitest';
import { end, run, startServe } from '../../../support/cli.ts';
import { temporaryHome } from '../../../support/home.ts';
import { startMailServer } from '../../../support/mail-server.ts';
import { rowsOf } from '../../../support/rows.ts';
import { createTestApp } from '../../../support/test-app.ts';
import { callRest } from '../../../support/wire-clients.ts';
import { get } from '../support.ts';
import { sender, text } from './support.ts';

test(
  'killed while a mail goes, the desk knows that it may have arrived, and sends no second one by itself',
  { timeout: 120_000 },
  async () => {
    let arrived = () => {};
    const onItsWay = new Promise<void>((resolve) => (arrived = resolve));
    const server = await startMailServer({
      answer(command) {
        if (command !== 'text') return undefined;
        arrived();
        return 'silent';
      },
    });
    const home = temporaryHome();
    const key = (await run(['keys', 'create', '--scope', 'admin'], { home })).stdout.trim();
    const { url, child } = await startServe(home);
    const call = async <Answer>(name: string, input: object) => (await callRest(url, key, name, { ...input })).body as Answer;
    await call('integrations_set', { provider: 'smtp', baseUrl: server.url, sender });
    const { id } = await call<{ id: string }>('link_prospects_create', { url: 'guides.example', contact: { email: 'ann@guides.example' } });
    const { draftId } = await call<{ draftId: string }>('link_prospects_outreach', { id, ...text });
    const sending = call('link_prospects_send', { id, draftId }).catch(() => {});
    await onItsWay;
    await end(child, 'SIGKILL');
    await sending;
    expect(await rowsOf(home).all('link_drafts')).toMatchObject([{ status: 'sending' }]);

    const later = Date.now() + 6 * 60_000;
    const app = await createTestApp({ home, now: () => later, id: (prefix) => `${prefix}_later${Math.random().toString(36).slice(2)}` });
    await app.desk.runDue();
    expect(await get(app, id)).toMatchObject({ status: 'contacted', mails: 1, drafts: [{ status: 'unknown' }] });
    await expect(app.desk.call('link_prospects_send', { id, draftId })).rejects.toMatchObject({
      code: 'conflict',
      hint: expect.stringContaining('resend'),
    });
    expect(server.mails).toEqual([]);
    expect(server.lines.filter((line) => line.startsWith('DATA'))).toHaveLength(1);
  },
);
