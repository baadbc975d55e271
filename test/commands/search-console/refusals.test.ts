import { describe, expect, test } from 'vitest';
import { end, run } from '../../support/cli.ts';
import { granted, isExchange, secrets } from '../../support/google-consent.ts';
import { temporaryHome } from '../../support/home.ts';
import type { Said } from '../../providers/publish/support.ts';
import { ask, clientFile, expectNoSecret, openDesk, startLogin, type Desk } from './support.ts';

const old = { clientId: 'old', refreshToken: secrets.oldToken };

/** As the wrong state would be, with these parameters instead. */
function changed(back: URL, change: (parameters: URLSearchParams) => void): URL {
  const other = new URL(back);
  change(other.searchParams);
  return other;
}

async function open(args: string[] = []) {
  const desk = await openDesk();
  return { ...desk, ...startLogin(desk.home, ['--client', clientFile(desk.home), ...args]) };
}

/** The whole login, up to how it ended. */
async function logIn({ home, google }: Desk, args: string[] = []) {
  const { address, ended } = startLogin(home, ['--client', clientFile(home), ...args]);
  const page = await fetch(await google.allow(await address));
  return { page: page.status, html: await page.text(), ...(await ended) };
}

test('strange requests are refused, and the login goes on', async () => {
  const { google, address, ended, stored } = await open();
  const back = await google.allow(await address);
  const { origin, host } = back;
  expect(await ask(`${origin}/favicon.ico`)).toBe(404);
  expect(await ask(`${origin}//`)).toBe(404);
  expect(await ask(`${origin}/deeper?${back.searchParams.toString()}`)).toBe(404);
  expect(await ask(origin)).toBe(400);
  expect(await ask(back, { headers: { host: 'evil.example' } })).toBe(403);
  expect(await ask(back, { headers: { host: host.replace('127.0.0.1', 'localhost') } })).toBe(403);
  for (const method of ['POST', 'HEAD', 'OPTIONS']) expect(await ask(back, { method }), method).toBe(405);
  const wrong: ((parameters: URLSearchParams) => void)[] = [
    (parameters) => parameters.set('state', 'x'.repeat(43)),
    (parameters) => parameters.delete('state'),
    (parameters) => parameters.append('state', parameters.get('state')!),
    (parameters) => parameters.delete('code'),
    (parameters) => parameters.append('code', 'another'),
    (parameters) => parameters.set('code', ''),
    (parameters) => parameters.set('code', 'x'.repeat(3000)),
    (parameters) => parameters.set('error', 'access_denied'),
    (parameters) => (parameters.delete('code'), parameters.delete('state'), parameters.set('error', 'access_denied')),
  ];
  for (const change of wrong) expect(await ask(changed(back, change)), change.toString()).toBe(400);
  expect(await ask(changed(back, (parameters) => parameters.set('more', 'x'.repeat(20_000))))).toBe(431);
  expect(google.asked.filter(isExchange)).toEqual([]);
  expect(await ask(back)).toBe(200);
  expect((await ended).code).toBe(0);
  expect(await stored()).toMatchObject({ refreshToken: secrets.refreshToken });
});

test('of two answers the first counts, and the second is refused while it is exchanged', async () => {
  const { google, address, ended } = await open();
  const back = await google.allow(await address);
  const second: number[] = [];
  google.instead = async (asked, answer) => {
    if (isExchange(asked)) second.push(await ask(back));
    return answer();
  };
  expect(await ask(back)).toBe(200);
  expect((await ended).code).toBe(0);
  expect(second).toEqual([409]);
  expect(google.asked.filter(isExchange)).toHaveLength(1);
  await expect(ask(back)).rejects.toThrow('ECONNREFUSED');
});

test.each([
  ['access_denied', 'Google answered access_denied: it was not allowed.', 'a user of the property'],
  ['\u001b[2J<script>', 'Google answered an error that has no name.', 'OAuth client'],
])('the error %j that Google sends back is told, and nothing is stored', async (error, message, hint) => {
  const { google, address, ended, stored } = await open();
  const back = await google.allow(await address);
  const page = await fetch(
    changed(back, (parameters) => {
      parameters.delete('code');
      parameters.set('error', error);
    }),
  );
  expect([page.status, await page.text()]).toEqual([400, expect.stringContaining('That did not work. The terminal says why.')]);
  const { code, stderr } = await ended;
  expect(code).toBe(1);
  expect(stderr).toContain(message);
  expect(stderr).toContain(hint);
  expect(stderr).not.toContain('\u001b');
  expect(await stored()).toMatchObject(old);
});

test.each([
  [
    'an error',
    { status: 400, body: { error: 'invalid_grant', error_description: `Bad \u001b[31mcode ${secrets.code}` } },
    'invalid_grant: Bad',
  ],
  ['no refresh token', { body: granted({ refresh_token: undefined }) }, 'at https://myaccount.google.com/connections'],
  ['another scope', { body: granted({ scope: 'openid' }) }, 'leave the box of Search Console ticked'],
] as [string, Said, string][])('where the code brings %s that is told, and nothing is stored or shown', async (_, said, message) => {
  const desk = await openDesk();
  desk.google.instead = (asked) => (isExchange(asked) ? said : undefined);
  const { code, page, html, stdout, stderr } = await logIn(desk);
  expect({ code, page, stdout }).toEqual({ code: 1, page: 400, stdout: '' });
  expect(stderr).toContain(message);
  expect(stderr).not.toContain('\u001b');
  expect(await desk.stored()).toMatchObject(old);
  expectNoSecret(desk.home, stderr, html);
});

describe('it ends', () => {
  test('when nobody allows it in time', async () => {
    const { ended, stored } = await open(['--timeout', '300ms', '--json']);
    const { code, stdout, stderr } = await ended;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(JSON.parse(stderr.trim().split('\n').at(-1)!)).toMatchObject({
      code: 'unavailable',
      detail: 'The login did not come to its end in time.',
      hint: expect.stringMatching(/redirect_uri_mismatch.*access_denied/),
    });
    expect(await stored()).toMatchObject(old);
  });

  test('when Google does not answer the code in time', async () => {
    const desk = await openDesk();
    desk.google.instead = (asked) => (isExchange(asked) ? new Promise<Said>(() => {}) : undefined);
    const { code, page, stderr } = await logIn(desk, ['--timeout', '2s']);
    expect({ code, page }).toEqual({ code: 1, page: 400 });
    expect(stderr).toContain('The login did not come to its end in time.');
    expect(await desk.stored()).toMatchObject(old);
  });

  test('at Ctrl-C, also while the code is exchanged', async () => {
    const { google, address, child, ended, stored } = await open();
    google.instead = (asked) => (isExchange(asked) ? (void child.kill('SIGINT'), new Promise<Said>(() => {})) : undefined);
    const page = await fetch(await google.allow(await address));
    const { code, stderr } = await ended;
    expect({ code, page: page.status }).toEqual({ code: 130, page: 400 });
    expect(stderr).toContain('Stopped; nothing was stored.');
    expect(await stored()).toMatchObject(old);
  });
});

test.each([
  [
    { status: 403, body: { error: { code: 403, message: 'Not used before.', errors: [{ reason: 'accessNotConfigured' }] } } },
    'Enable the Google Search Console API',
  ],
  [{ body: {} }, 'Google answers, but shows no property.'],
] as [Said, string][])('a login is kept where %j comes for the properties, which is told', async (said, message) => {
  const desk = await openDesk();
  desk.google.instead = ({ url }) => (url.pathname === '/webmasters/v3/sites' ? said : undefined);
  const { code, page, stdout, stderr } = await logIn(desk);
  expect({ code, page, stdout }).toEqual({ code: 1, page: 200, stdout: '' });
  expect(stderr).toContain('The login is stored, but Search Console cannot be read: ');
  expect(stderr).toContain(message);
  expect(await desk.stored()).toMatchObject({ refreshToken: secrets.refreshToken });
  const { stdout: told } = await run(['doctor'], { home: desk.home, env: { COPYDESK_PORT: '0' } });
  expect(told).toMatch(
    /^FAIL {2}google +Search Console refused Default when it was last tested: .*\n.*integrations_test.*search-console login$/m,
  );
});

describe('it refuses to begin', () => {
  const without = (env: Record<string, string>, args: string[] = []) =>
    run(['search-console', 'login', '--no-browser', ...args], { home: temporaryHome(), env });

  test('without an OAuth client, and says how to make one', async () => {
    const { code, stderr } = await without({});
    expect(code).toBe(1);
    for (const step of ['enable the Google Search Console API', 'Desktop app', 'Publish app', 'seven days', '--client <that file>'])
      expect(stderr).toContain(step);
  });

  test('with half a client in the environment', async () => {
    expect((await without({ COPYDESK_GOOGLE_CLIENT_ID: 'id' })).stderr).toContain('COPYDESK_GOOGLE_CLIENT_SECRET is needed');
    expect((await without({ COPYDESK_GOOGLE_CLIENT_SECRET: 's3cret' })).stderr).toMatch(/CLIENT_ID is needed(?!.*s3cret)/s);
  });

  test('where the environment configures Search Console, or lacks the token alone', async () => {
    const client = { COPYDESK_SEARCH_CONSOLE_CLIENT_ID: 'id', COPYDESK_SEARCH_CONSOLE_CLIENT_SECRET: 's3cret' };
    const { code, stderr } = await without({ ...client, COPYDESK_SEARCH_CONSOLE_REFRESH_TOKEN: 't0ken' });
    expect(code).toBe(1);
    expect(stderr).toContain('The environment configures Search Console, and it goes before what a login would store.');
    expect(stderr).not.toMatch(/s3cret|t0ken/);
    expect((await without(client)).stderr).toContain('obtains it, with the client in COPYDESK_GOOGLE_CLIENT_ID');
  });

  test('where nothing may be written', async () => {
    expect(await without({ COPYDESK_READ_ONLY: '1' })).toMatchObject({ code: 1, stderr: expect.stringContaining('read-only') });
  });

  test.each([
    [['--port', '70000'], '--port takes a whole number'],
    [['--timeout', '2h'], '--timeout takes a duration up to 60m'],
    [['--client'], 'argument missing'],
    [['--secret', 'x'], 'unknown option'],
  ])('with %j', async (args, message) => {
    expect(await without({}, args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
  });

  test('with a file that is not there', async () => {
    const { code, stderr } = await without({}, ['--client', '/nowhere/client.json']);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('/nowhere/client.json does not exist') });
  });

  test('on a port that is taken', async () => {
    const { address, child } = await open();
    const port = new URL(new URL(await address).searchParams.get('redirect_uri')!).port;
    expect(await without({}, ['--port', port, '--client', clientFile(temporaryHome())])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`Port ${port} on 127.0.0.1 is in use`),
    });
    await end(child, 'SIGTERM');
  });
});
