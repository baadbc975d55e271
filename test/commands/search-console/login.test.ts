import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { end, until } from '../../support/cli.ts';
import { clientId, granted, isExchange, scope, secrets } from '../../support/google-consent.ts';
import { temporaryHome } from '../../support/home.ts';
import { clientFile, expectNoSecret, openDesk, startLogin } from './support.ts';

const linux = process.platform === 'linux';

test('a login asks, exchanges, stores and names what may be read, and shows no secret anywhere', async () => {
  const { home, google, projectId, desk, stored } = await openDesk({ monthlyCallCap: 500 });
  await desk.call('projects_update', { id: projectId, siteUrl: 'https://www.example.com/' });
  const { child, address, ended } = startLogin(home, ['--client', clientFile(home), '--log-level', 'debug']);
  const asked = await address;
  const started = linux ? readFileSync(`/proc/${child.pid}/cmdline`, 'utf8') : '';
  const back = await google.allow(asked);
  expect(back.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);

  const page = await fetch(back);
  const html = await page.text();
  expect(page.status).toBe(200);
  expect(html).toContain('Copydesk may read Search Console now.');
  expect(Object.fromEntries(page.headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  });

  const { code, stdout, stderr } = await ended;
  expect(code, stderr).toBe(0);
  expect(stdout).toBe(
    `Default may read:\n  https://other.example/\n  sc-domain:example.com\nChoose the property of the site: npx copydesk call projects_update --json '{"id":"${projectId}","searchConsoleProperty":"sc-domain:example.com"}'\n`,
  );
  expect(await stored()).toEqual({
    baseUrl: google.url,
    monthlyCallCap: 500,
    clientId,
    clientSecret: secrets.clientSecret,
    refreshToken: secrets.refreshToken,
  });
  expect(await desk.call('integrations_list', { limit: 100 })).toMatchObject({
    data: expect.arrayContaining([expect.objectContaining({ provider: 'search-console', healthy: true })]),
  });
  expectNoSecret(home, stdout, stderr, html, started);
  expect(stdout + html).not.toContain(back.searchParams.get('state'));
});

test('a login takes the place of a service account, and --json prints an object', async () => {
  const account = JSON.stringify({ client_email: 'a@example.com', private_key: 'key', token_uri: 'https://example.com/' });
  const apart = { clientId: undefined, clientSecret: undefined, refreshToken: undefined };
  const { home, google, projectId, desk, stored } = await openDesk({ ...apart, serviceAccount: account });
  await desk.call('projects_update', { id: projectId, searchConsoleProperty: 'sc-domain:example.com' });
  const { address, ended } = startLogin(home, ['--client', clientFile(home), '--json']);
  google.instead = (asked) => (isExchange(asked) ? { body: granted({ refresh_token_expires_in: 604_799 }) } : undefined);
  await fetch(await google.allow(await address));
  const { stdout } = await ended;
  expect(JSON.parse(stdout)).toEqual({
    projectId,
    properties: ['https://other.example/', 'sc-domain:example.com'],
    property: 'sc-domain:example.com',
    endsAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    next: `npx copydesk call search_console_sync --wait --json '{"projectId":"${projectId}"}'`,
  });
  expect(await stored()).not.toHaveProperty('serviceAccount');
});

test('without a client of its own it asks with that of the last login, for the project that is named', async () => {
  const { home, google, desk, stored } = await openDesk({ clientId, clientSecret: secrets.clientSecret });
  const other = (await desk.call('projects_create', { name: 'Other' })) as { id: string };
  const unnamed = await startLogin(home).ended;
  expect(unnamed).toMatchObject({ code: 1, stderr: expect.stringContaining('Name one with --project <id>.') });
  expect(await startLogin(home, ['--project', other.id]).ended).toMatchObject({ code: 1, stderr: expect.stringContaining('Desktop app') });
  const { data } = (await desk.call('projects_list')) as { data: { id: string; name: string }[] };
  const { address, ended } = startLogin(home, ['--project', data.find(({ name }) => name === 'Default')!.id]);
  await fetch(await google.allow(await address));
  expect((await ended).code).toBe(0);
  expect(await stored()).toMatchObject({ clientId, refreshToken: secrets.refreshToken });
});

test("the first login asks Google itself, with the environment's client, and names the port to forward", async () => {
  const home = temporaryHome();
  const secretFile = join(home, 'secret');
  writeFileSync(secretFile, secrets.clientSecret);
  const { child, address, ended } = startLogin(home, [], {
    COPYDESK_GOOGLE_CLIENT_ID: clientId,
    COPYDESK_GOOGLE_CLIENT_SECRET_FILE: secretFile,
  });
  const { origin, pathname, searchParams } = new URL(await address);
  expect(origin + pathname).toBe('https://accounts.google.com/o/oauth2/v2/auth');
  expect(Object.fromEntries(searchParams)).toMatchObject({ client_id: clientId, scope });
  const port = new URL(searchParams.get('redirect_uri')!).port;
  expect(await end(child, 'SIGINT')).toBe(130);
  const { stdout, stderr } = await ended;
  expect(stderr).toContain(`ssh -L ${port}:127.0.0.1:${port}`);
  expect(stderr).toContain('Stopped; nothing was stored.');
  expect(stdout).toBe('');
});

test('the client of a web application is sent back where it is registered', async () => {
  const { home, google } = await openDesk();
  const probe = startLogin(home, ['--client', clientFile(home)]);
  const port = new URL(new URL(await probe.address).searchParams.get('redirect_uri')!).port;
  await end(probe.child, 'SIGTERM');
  const redirect_uris = ['https://example.com/back', 'http://127.0.0.1:1/', `http://127.0.0.1:${port}/back/here`];
  const { address, ended } = startLogin(home, ['--port', port, '--client', clientFile(home, 'web', { redirect_uris })]);
  const back = await google.allow(await address);
  expect(back.origin + back.pathname).toBe(`http://127.0.0.1:${port}/back/here`);
  await fetch(back);
  expect((await ended).code).toBe(0);
});

test('it opens the browser, and where there is none the address is enough', async () => {
  const { home } = await openDesk();
  const bin = join(home, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'xdg-open'), `#!/bin/sh\necho "$1" > "${join(home, 'opened')}"\n`);
  chmodSync(join(bin, 'xdg-open'), 0o755);
  const args = ['--client', clientFile(home)];
  if (linux) {
    const shown = startLogin(home, args, { PATH: bin });
    expect(await until(async () => opened(home))).toBe(await shown.address);
  }
  const { address, child, ended } = startLogin(home, args, { PATH: temporaryHome() });
  await address;
  await end(child, 'SIGTERM');
  expect((await ended).stderr).toContain('No browser could be started');
});

function opened(home: string): string | undefined {
  try {
    return readFileSync(join(home, 'opened'), 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}
