import { createVerify, generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { unmetered, type Meter } from '../../../src/providers/meter.ts';
import { createSearchConsole } from '../../../src/providers/search-console/search-console.ts';
import { startOfTests } from '../../support/clock.ts';
import { failureOf, openSystem, startSite, type Asked, type Said } from '../publish/support.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const account = {
  type: 'service_account',
  client_email: 'desk@sample.iam.gserviceaccount.com',
  private_key_id: 'abc',
  private_key: privateKey,
  token_uri: 'https://elsewhere.example/token',
};
const serviceAccount = JSON.stringify(account);
const person = { clientId: 'client', clientSecret: 'client-secret', refreshToken: 'refresh-secret' };
const question = { startDate: '2026-04-01', endDate: '2026-04-01', dimensions: ['query', 'page'] as const, rowLimit: 25_000, startRow: 0 };
const token: Said = { body: { access_token: 'access-secret', expires_in: 3599, token_type: 'Bearer' } };
const isToken = ({ url }: Asked) => url.pathname === '/token';

async function open(answer: (asked: Asked) => Said, settings: object = { serviceAccount }, meter: Meter = unmetered) {
  const site = await startSite((asked) => (isToken(asked) ? token : answer(asked)));
  return { site, google: createSearchConsole(openSystem(), { ...settings, baseUrl: site.url }, meter) };
}

const row = (keys: unknown, more: object = {}) => ({ keys, clicks: 3, impressions: 40, ctr: 0.075, position: 4.5, ...more });
const googleError = (code: number, reason: string, message: string): Said => ({
  status: code,
  body: { error: { code, message, errors: [{ message, domain: 'global', reason }] } },
});

/** As newer services of Google say it (AIP-193). */
const newError = (code: number, status: string, reason: string): Said => ({
  status: code,
  body: {
    error: {
      code,
      message: 'Refused.',
      status,
      details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com' }],
    },
  },
});

test('a service account signs for a token by its own key, for the place that it asks alone', async () => {
  const { site, google } = await open(() => ({ body: { siteEntry: [] } }));
  expect(await google.properties()).toEqual([]);
  const form = new URLSearchParams(site.asked[0]!.body.toString());
  expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
  const [head, claims, signature] = form.get('assertion')!.split('.') as [string, string, string];
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
  expect(read(head)).toEqual({ alg: 'RS256', typ: 'JWT', kid: 'abc' });
  const { iat, exp, ...claimed } = read(claims);
  expect(claimed).toEqual({
    iss: account.client_email,
    scope: 'https://www.googleapis.com/auth/webmasters.readonly',
    aud: `${site.url}/token`,
  });
  expect((exp as number) - (iat as number)).toBe(3600);
  const verified = createVerify('sha256').update(`${head}.${claims}`).verify(publicKey, Buffer.from(signature, 'base64url'));
  expect(verified).toBe(true);
});

test('a person is known by the refresh token, and a token is asked for once until it expires', async () => {
  const { site, google } = await open(() => ({ body: { rows: [row(['a', 'https://example.com/'])] } }), person);
  await google.query('sc-domain:example.com', question);
  await google.query('sc-domain:example.com', question);
  expect(Object.fromEntries(new URLSearchParams(site.asked[0]!.body.toString()))).toEqual({
    grant_type: 'refresh_token',
    client_id: 'client',
    client_secret: 'client-secret',
    refresh_token: 'refresh-secret',
  });
  expect(site.asked.filter(isToken)).toHaveLength(1);
});

test('Search Analytics is asked as its documentation says, and each call is metered', async () => {
  const spent: number[] = [];
  const meter: Meter = { spend: (calls, ask) => (spent.push(calls), ask()) };
  const { site, google } = await open(() => ({ body: { rows: [row(['a', 'https://example.com/'])] } }), person, meter);
  const filters = [{ dimension: 'query', operator: 'contains', expression: 'pool' }] as const;
  expect(await google.query('https://example.com/', { ...question, filters })).toEqual([
    { keys: ['a', 'https://example.com/'], clicks: 3, impressions: 40, position: 4.5 },
  ]);
  const { method, url, headers, body } = site.asked[1]!;
  expect(`${method} ${url.pathname}`).toBe('POST /webmasters/v3/sites/https%3A%2F%2Fexample.com%2F/searchAnalytics/query');
  expect(headers).toMatchObject({ authorization: 'Bearer access-secret', 'content-type': 'application/json' });
  expect(JSON.parse(body.toString())).toEqual({
    startDate: '2026-04-01',
    endDate: '2026-04-01',
    dimensions: ['query', 'page'],
    type: 'web',
    dataState: 'final',
    rowLimit: 25_000,
    startRow: 0,
    dimensionFilterGroups: [{ groupType: 'and', filters }],
  });
  expect(spent).toEqual([1]);
});

test('the check names the properties that may be read, and says how to add one where there is none', async () => {
  const entries = [
    { siteUrl: 'sc-domain:example.com', permissionLevel: 'siteOwner' },
    { siteUrl: 'https://other.example/', permissionLevel: 'siteUnverifiedUser' },
  ];
  const { google, site } = await open(() => ({ body: site.asked.length < 3 ? { siteEntry: entries } : {} }));
  const detail = await google.check();
  expect(detail).toContain('sc-domain:example.com');
  expect(detail).toContain('projects_update { searchConsoleProperty }');
  expect(detail).not.toContain('other.example');
  expect(site.asked[1]).toMatchObject({ method: 'GET', url: { pathname: '/webmasters/v3/sites' } });
  expect(await failureOf(google.check())).toMatchObject({ code: 'provider_refused', hint: expect.stringContaining(account.client_email) });
});

test('no rows are none; rows that are not of their kind are no answer', async () => {
  const bodies: unknown[] = [
    { responseAggregationType: 'byPage' },
    { rows: [row(['a'])] },
    { rows: [row(['a', 'b'], { clicks: '3' })] },
    { rows: [row(['a', 7])] },
    { rows: [row(['a', 'b'], { impressions: -1 })] },
    { rows: 'none' },
    {},
    [],
  ];
  const { google } = await open(() => ({ body: bodies.shift() as object }));
  expect(await google.query('sc-domain:example.com', question)).toEqual([]);
  while (bodies.length > 0)
    expect(await failureOf(google.query('sc-domain:example.com', question))).toMatchObject({ code: 'provider_refused' });
});

test.each([
  [googleError(401, 'authError', 'Invalid Credentials'), 'provider_refused', 'integrations_set'],
  [googleError(403, 'forbidden', "User does not have sufficient permission for site 'x'."), 'provider_refused', account.client_email],
  [googleError(403, 'accessNotConfigured', 'It has not been used before.'), 'provider_refused', 'Enable the Google Search Console API'],
  [googleError(403, 'insufficientPermissions', 'Insufficient scopes.'), 'provider_refused', 'webmasters.readonly'],
  [googleError(403, 'quotaExceeded', 'Search Analytics load quota exceeded.'), 'rate_limited', '15 minutes'],
  [googleError(429, 'rateLimitExceeded', 'Quota exceeded.'), 'rate_limited', '15 minutes'],
  [googleError(403, 'userRateLimitExceeded', 'User Rate Limit Exceeded'), 'rate_limited', '15 minutes'],
  [googleError(403, 'dailyLimitExceeded', 'Daily Limit Exceeded'), 'rate_limited', '15 minutes'],
  [newError(429, 'RESOURCE_EXHAUSTED', 'RATE_LIMIT_EXCEEDED'), 'rate_limited', '15 minutes'],
  [newError(403, 'PERMISSION_DENIED', 'RATE_LIMIT_EXCEEDED'), 'rate_limited', '15 minutes'],
  [newError(403, 'PERMISSION_DENIED', 'SERVICE_DISABLED'), 'provider_refused', 'Enable the Google Search Console API'],
  [newError(403, 'PERMISSION_DENIED', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT'), 'provider_refused', 'webmasters.readonly'],
  [googleError(400, 'invalidParameter', "Invalid value at 'start_date'."), 'provider_refused', 'Mend what it names'],
  [googleError(404, 'notFound', "'x' is not a verified site."), 'provider_refused', 'name of the property'],
  [googleError(503, 'backendError', 'Backend Error'), 'provider_failed', 'later'],
  [{ status: 200, body: '<html>Sign in</html>' }, 'provider_refused', 'log-in page'],
  [{ status: 502, body: '<html>Bad gateway</html>' }, 'provider_failed', 'later'],
] as [Said, string, string][])('%j is told with its reason and what helps', async (said, code, hint) => {
  const { google } = await open(() => said);
  const failure = await failureOf(google.query('sc-domain:example.com', question));
  expect(failure).toMatchObject({ code, hint: expect.stringContaining(hint) });
});

test('a token that Google knows no longer is asked for anew', async () => {
  const { site, google } = await open(() => googleError(401, 'authError', 'Invalid Credentials'));
  await failureOf(google.properties());
  await failureOf(google.properties());
  expect(site.asked.filter(isToken)).toHaveLength(2);
});

test.each(['1e400', '-3599', '"3599"', 'null'])('a token that lasts %s is not kept for ever', async (seconds) => {
  const site = await startSite((asked) =>
    isToken(asked) ? { body: `{"access_token":"access-secret","expires_in":${seconds}}` } : { body: { siteEntry: [] } },
  );
  let now = startOfTests;
  const google = createSearchConsole({ ...openSystem(), now: () => now }, { ...person, baseUrl: site.url }, unmetered);
  await google.properties();
  now += 86_400_000;
  await google.properties();
  expect(site.asked.filter(isToken)).toHaveLength(2);
});

test.each([
  [person, 'Token has been expired or revoked.', 'publishing status is Testing'],
  [{ serviceAccount }, 'Invalid JWT Signature.', 'set a new key'],
])('invalid_grant is told with what to do', async (settings, description, hint) => {
  const site = await startSite(() => ({ status: 400, body: { error: 'invalid_grant', error_description: description } }));
  const failure = await failureOf(createSearchConsole(openSystem(), { ...settings, baseUrl: site.url }, unmetered).check());
  expect(failure).toMatchObject({ code: 'provider_refused', hint: expect.stringContaining(hint) });
  expect(failure.message).toContain(`invalid_grant: ${description}`);
});

test.each([
  [
    person,
    401,
    { error: 'invalid_client', error_description: 'The OAuth client was not found.' },
    'provider_refused',
    'clientId and clientSecret',
  ],
  [person, 401, { error: 'unauthorized_client', error_description: 'Unauthorized' }, 'provider_refused', 'another OAuth client'],
  [{ serviceAccount }, 401, { error: 'unauthorized_client' }, 'provider_refused', 'not disabled'],
  [{ serviceAccount }, 401, { error: 'invalid_client' }, 'provider_refused', 'still exists'],
  [
    { serviceAccount },
    400,
    { error: 'invalid_scope', error_description: 'Invalid OAuth scope.' },
    'provider_refused',
    'Mend what it names',
  ],
  [person, 429, { error: 'rate_limit_exceeded' }, 'rate_limited', 'later'],
  [person, 500, { error: 'internal_failure' }, 'provider_failed', 'later'],
  [person, 200, {}, 'provider_refused', 'log-in page'],
  [person, 200, { access_token: 'two\nlines', expires_in: 3599 }, 'provider_refused', 'log-in page'],
  [person, 200, '<html>Sign in</html>', 'provider_refused', 'log-in page'],
])('%j that is answered %i %j for a token is told', async (settings, status, body, code, hint) => {
  const site = await startSite(() => ({ status, body }));
  const failure = await failureOf(createSearchConsole(openSystem(), { ...settings, baseUrl: site.url }, unmetered).check());
  expect(failure).toMatchObject({ code, hint: expect.stringContaining(hint) });
  expect(site.asked).toHaveLength(1);
});

test('no error tells a secret, and a key that is none is told without it', async () => {
  const echo = (asked: Asked) => googleError(400, 'invalid', `You sent ${asked.headers['authorization']} client-secret`);
  const { google } = await open(echo, person);
  expect((await failureOf(google.properties())).message).not.toMatch(/access-secret|client-secret/);
  const broken = JSON.stringify({ ...account, private_key: '-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----' });
  const { google: unsigned, site } = await open(() => ({ body: {} }), { serviceAccount: broken });
  const failure = await failureOf(unsigned.check());
  expect(failure).toMatchObject({ code: 'provider_refused', hint: expect.stringContaining('integrations_set') });
  expect(failure.message).not.toContain('c2VjcmV0');
  expect(site.asked).toEqual([]);
});
