import { expect, test } from 'vitest';
import { createConsent } from '../../../src/providers/search-console/consent.ts';
import { startOfTests } from '../../support/clock.ts';
import { clientId, granted, scope, secrets, startConsent } from '../../support/google-consent.ts';
import { failureOf, openSystem, type Said } from '../publish/support.ts';

const { clientSecret, code, refreshToken } = secrets;
const client = { clientId, clientSecret };
const redirectUri = 'http://127.0.0.1:9004';
const state = 'x'.repeat(43);

async function open() {
  const google = await startConsent();
  return { google, consent: createConsent(openSystem(), { client, baseUrl: `${google.url}/`, redirectUri, state }) };
}

test('a code is exchanged with the verifier of its challenge, which no two logins share', async () => {
  const { google, consent } = await open();
  expect(Object.fromEntries((await google.allow(consent.address)).searchParams)).toMatchObject({ code, state });
  expect(await consent.exchange(code)).toEqual({ refreshToken, endsAt: null });
  const other = createConsent(openSystem(), { client, baseUrl: undefined, redirectUri, state });
  const { origin, pathname, searchParams } = new URL(other.address);
  expect(origin + pathname).toBe('https://accounts.google.com/o/oauth2/v2/auth');
  expect(searchParams.get('code_challenge')).not.toBe(new URL(consent.address).searchParams.get('code_challenge'));
});

test.each([
  [{ refresh_token_expires_in: 604_799 }, startOfTests + 604_799_000],
  [{ refresh_token_expires_in: 0 }, null],
  [{ refresh_token_expires_in: 'soon' }, null],
  [{ refresh_token_expires_in: 1e300 }, startOfTests + 3_153_600_000_000],
  [{ scope: undefined }, null],
  [{ scope: `openid ${scope}` }, null],
])('of what is granted with %j the end is %j', async (different, endsAt) => {
  const { google, consent } = await open();
  google.instead = () => ({ body: granted(different) });
  expect(await consent.exchange(code)).toEqual({ refreshToken, endsAt });
});

const echo = `Bad \u001b[31mcode ${code} of ${clientSecret}`;

test.each([
  ['a page', { body: '<html>Sign in</html>' }, 'provider_refused', 'log-in page'],
  ['an empty object', { body: {} }, 'provider_refused', 'log-in page'],
  ['a list', { body: [] }, 'provider_refused', 'log-in page'],
  ['a token of two words', { body: granted({ access_token: 'two words' }) }, 'provider_refused', 'log-in page'],
  ['a code used before', { status: 400, body: { error: 'invalid_grant', error_description: echo } }, 'provider_refused', 'Log in again'],
  [
    'an unknown client',
    { status: 401, body: { error: 'invalid_client', error_description: echo } },
    'provider_refused',
    'one OAuth client',
  ],
  ['another client', { status: 400, body: { error: 'redirect_uri_mismatch' } }, 'provider_refused', 'Desktop app'],
  ['an error of no kind', { status: 400, body: { error: { message: echo } } }, 'provider_refused', 'no proxy stands before it'],
  ['an inherited name', { status: 400, body: { error: 'constructor' } }, 'provider_refused', 'Mend'],
  ['a redirect', { status: 302, headers: { location: 'https://elsewhere.example/' }, body: '' }, 'provider_refused', 'nothing is sent on'],
  ['a rush', { status: 429, body: '' }, 'rate_limited', 'later'],
  ['a fault', { status: 503, body: '<html>Busy</html>' }, 'provider_failed', 'later'],
  ['nothing', null, 'provider_failed', 'is up'],
  ['a longer answer than any', { body: { ...granted(), more: 'x'.repeat(9_000_000) } }, 'provider_failed', 'later'],
  ['no refresh token', { body: granted({ refresh_token: undefined }) }, 'provider_refused', 'myaccount.google.com'],
  ['a refresh token of two lines', { body: granted({ refresh_token: '1//0g\nx' }) }, 'provider_refused', 'myaccount.google.com'],
  ['one that is too long', { body: granted({ refresh_token: 'x'.repeat(1001) }) }, 'provider_refused', 'myaccount.google.com'],
  ['no scope', { body: granted({ scope: '' }) }, 'provider_refused', 'box'],
  ['a longer scope', { body: granted({ scope: `${scope}.more` }) }, 'provider_refused', 'box'],
  ['a scope that is none', { body: granted({ scope: [scope] }) }, 'provider_refused', 'box'],
] as [string, Said, string, string][])('%s in place of tokens is told without a secret', async (_, said, errorCode, hint) => {
  const { google, consent } = await open();
  google.instead = () => said;
  const failure = await failureOf(consent.exchange(code));
  expect(failure).toMatchObject({ code: errorCode, hint: expect.stringContaining(hint) });
  const told = `${failure.message} ${failure.hint}`;
  for (const secret of Object.values(secrets)) expect(told).not.toContain(secret);
  expect(told).not.toContain('\u001b');
});
