import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:https';
import { expect, test } from 'vitest';
import type { Provider, TestedIntegration } from '../../../schema/integrations.ts';
import type { CopydeskOptions } from '../../../src/app.ts';
import { listen } from '../../net/support.ts';
import { startSite, type Said } from '../../providers/publish/support.ts';
import { certify } from '../../support/certificates.ts';
import { dialWith } from '../../support/outcomes.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

const { unknown } = certify('127.0.0.1');
const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const serviceAccount = JSON.stringify({
  client_email: 'desk@example.com',
  private_key: privateKey,
  token_uri: 'https://oauth2.googleapis.com/token',
});
const organic = [{ link: 'https://a.example/', url: 'https://a.example/', title: 'A' }];

interface Known {
  provider: Provider;
  settings: Record<string, string>;
  /** As errors name it. */
  name: string;
  good: object;
  /** A refusal in the shape of its documentation. */
  refusal: (status: number, words: string) => object;
}

const plain = (status: number, message: string) => ({ message, statusCode: status });
const ofGoogle = (code: number, message: string) => ({
  error: { code, message, errors: [{ reason: code === 429 ? 'rateLimitExceeded' : 'forbidden', message }] },
});
const properties = { siteEntry: [{ siteUrl: 'sc-domain:example.com', permissionLevel: 'siteOwner' }] };
const known: Record<string, Known> = {
  searxng: {
    provider: 'searxng',
    settings: {},
    name: 'SearXNG',
    good: { results: organic, unresponsive_engines: [] },
    refusal: (_, error) => ({ error }),
  },
  serper: { provider: 'serper', settings: { apiKey: 'key-hush' }, name: 'Serper', good: { organic }, refusal: plain },
  brave: {
    provider: 'brave',
    settings: { apiKey: 'key-hush' },
    name: 'Brave',
    good: { type: 'search', web: { results: organic } },
    refusal: (status, detail) => ({ type: 'ErrorResponse', error: { status, code: 'CODE', detail } }),
  },
  dataforseo: {
    provider: 'dataforseo',
    settings: { username: 'ann', password: 'hush-hush' },
    name: 'DataForSEO',
    good: { status_code: 20_000, tasks: [{ status_code: 20_000, result: [{ login: 'ann' }] }] },
    refusal: (status, status_message) => ({ status_code: status * 100, status_message, tasks: null }),
  },
  embeddings: {
    provider: 'embeddings',
    settings: { model: 'small', apiKey: 'key-hush' },
    name: 'The embeddings endpoint',
    good: { data: [{ index: 0, embedding: [0.1, 0.2] }] },
    refusal: (code, message) => ({ error: { code, message } }),
  },
  perplexity: {
    provider: 'perplexity',
    settings: { apiKey: 'key-hush' },
    name: 'Perplexity',
    good: { status: 'completed', output: [{ type: 'message', content: [{ type: 'output_text', text: 'Hello.' }] }] },
    refusal: (code, message) => ({ error: { message, type: 'error', code } }),
  },
  gemini: {
    provider: 'gemini',
    settings: { apiKey: 'key-hush', model: 'gemini-2.5-flash' },
    name: 'Gemini',
    good: { candidates: [{ content: { parts: [{ text: 'Hello.' }] }, finishReason: 'STOP' }] },
    refusal: (code, message) => ({ error: { code, message, status: 'STATUS' } }),
  },
  'search-console as a person': {
    provider: 'search-console',
    settings: { clientId: 'client', clientSecret: 'client-secret', refreshToken: 'refresh-secret' },
    name: 'Search Console',
    good: properties,
    refusal: ofGoogle,
  },
  'search-console by a service account': {
    provider: 'search-console',
    settings: { serviceAccount },
    name: 'Search Console',
    good: properties,
    refusal: ofGoogle,
  },
};

/** Sets and tests it on a desk, or on one of its own that reaches others in another way. */
async function tested({ provider, settings }: Known, baseUrl: string, { desk }: Pick<TestApp, 'desk'>): Promise<TestedIntegration> {
  await desk.call('integrations_set', { provider, ...settings, baseUrl });
  return (await desk.call('integrations_test', { provider })) as TestedIntegration;
}

/** Google's token is always given: what it refuses is told by its own tests. */
async function startSaying() {
  const site = await startSite(({ url }) => (url.pathname === '/token' && !saying.isRedirect ? token : saying.said));
  const saying = { url: site.url, said: null as Said, isRedirect: false };
  return saying;
}

const token: Said = { body: { access_token: 'access-secret', expires_in: 3599 } };
const page = '<html><h1>Log in</h1></html>';
const words = 'In its own words.';

/** What is answered, and what the test of every integration tells of it. */
const faults: [what: string, said: (one: Known) => Said, told: string][] = [
  ['a wrong key', ({ refusal }) => ({ status: 401, body: refusal(401, words) }), 'NAME answered 401: WORDS'],
  ['what may not be done', ({ refusal }) => ({ status: 403, body: refusal(403, words) }), 'NAME answered 403: WORDS'],
  [
    'an account without credit',
    ({ refusal }) => ({ status: 402, body: refusal(402, words) }),
    'NAME answered 402: WORDS See to the credit of the account',
  ],
  [
    'a redirect to a log-in page of the same address',
    () => ({ status: 302, headers: { location: '/login' } }),
    'no log-in page stands before it',
  ],
  ['a path that is not there', () => ({ status: 404, body: page }), 'NAME answered 404. See that the address is right: http://127.0.0.1:'],
  [
    'a way that it is not asked in',
    () => ({ status: 405, body: page }),
    'NAME answered 405. See that the address is right: http://127.0.0.1:',
  ],
  [
    'a proxy that says nothing',
    () => ({ status: 407, body: page }),
    'NAME answered 407. See that the address is that of NAME, and that no proxy',
  ],
  [
    'a limit until a time',
    () => ({ status: 429, headers: { 'retry-after': 'Sun, 03 May 2026 09:31:30 GMT', date: 'Sun, 03 May 2026 09:30:00 GMT' } }),
    'NAME answered 429. Try again in 90 s.',
  ],
  [
    'maintenance until a time',
    () => ({ status: 503, headers: { 'retry-after': '120' }, body: page }),
    'NAME answered 503. Try again in 120 s.',
  ],
  ['a limit', ({ refusal }) => ({ status: 429, body: refusal(429, words) }), 'NAME answered 429: WORDS'],
  ['a fault of its own', ({ refusal }) => ({ status: 500, body: refusal(500, words) }), 'NAME answered 500: WORDS Try again later.'],
  ['maintenance, told as a page', () => ({ status: 503, body: page }), 'NAME answered 503. Try again later.'],
  ['a page instead of JSON', () => ({ body: page }), 'no log-in page or proxy stands before it'],
  [
    'a redirect',
    () => ({ status: 302, headers: { location: 'https://login.example/x' } }),
    'redirects (https://login.example), unless a log-in page stands there',
  ],
  [
    'a connection that breaks off',
    () => null,
    'NAME cannot be reached: 127.0.0.1 closed the connection before it answered. See that NAME is up',
  ],
];

/** Where an integration tells its own. */
const own: Record<string, Record<string, string>> = {
  searxng: {
    'a wrong key': 'NAME answered 401: a user and a password are asked for. Set username and password with integrations_set.',
    'what may not be done': 'NAME answered 403. Add json to search.formats in its settings.yml',
    'a limit': "Let this machine pass SearXNG's limiter",
    'a limit until a time': "Let this machine pass SearXNG's limiter",
  },
  dataforseo: { 'a wrong key': 'the password is that of its API' },
  embeddings: { 'a path that is not there': 'NAME answered 404. See that the address ends before /embeddings' },
  serper: { 'what may not be done': 'Copy the API key from serper.dev anew.' },
  brave: { 'a wrong key': 'Copy the API key from the Brave Search API dashboard anew.' },
  'search-console as a person': {
    'what may not be done': 'Add the person who allowed this as a user',
    'a limit': 'Go on in 15 minutes',
    'a limit until a time': 'Go on in 15 minutes',
  },
  'search-console by a service account': {
    'what may not be done': 'Add desk@example.com as a user',
    'a limit': 'Go on in 15 minutes',
    'a limit until a time': 'Go on in 15 minutes',
  },
};

function expectTold({ healthy, detail }: TestedIntegration, { name }: Known, told: string): void {
  expect(healthy, detail).toBe(false);
  const inSentence = (text: string) => text.replaceAll('NAME', name).replaceAll('WORDS', name === 'Brave' ? `CODE: ${words}` : words);
  expect(detail.toLowerCase()).toContain(inSentence(told).toLowerCase());
  // The last sentence is what to do.
  expect(detail).toMatch(/\. [A-Z][^.]*\b.*\.$/);
}

test.each(Object.entries(known))('%s tells whatever is answered, with the reason and what to do', async (integration, one) => {
  const app = await createTestApp();
  const site = await startSaying();
  site.said = { body: one.good };
  expect(await tested(one, site.url, app)).toMatchObject({ healthy: true });
  for (const [what, said, told] of faults) {
    site.said = said(one);
    site.isRedirect = what.startsWith('a redirect');
    expectTold(await tested(one, site.url, app), one, own[integration]?.[what] ?? told);
  }
});

test.each(Object.entries(known))('%s tells that nobody is there, or nobody that can be trusted', async (_, one) => {
  const unreached = async (reason: string, baseUrl: string, options: CopydeskOptions = {}) =>
    expectTold(await tested(one, baseUrl, await createTestApp(options)), one, `NAME cannot be reached: ${reason}`);
  await unreached('127.0.0.1 does not answer on port 9 (connection refused).', 'http://127.0.0.1:9');
  const resolve = async () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }));
  await unreached('No address of nowhere.example could be found.', 'http://nowhere.example', dialWith(resolve));
  const silent = await startSite(() => ({}));
  silent.instead = () => new Promise(() => {});
  const { request } = dialWith(async () => ['127.0.0.1']);
  await unreached('127.0.0.1 did not answer within 0.08 s.', silent.url, { request: (asked) => request!({ ...asked, deadlineMs: 80 }) });
  const secure = await listen(
    createServer(unknown, (_asked, response) => void response.end()),
    '127.0.0.1',
    'secureConnection',
    'https',
    0,
  );
  await unreached('The certificate of 127.0.0.1 is self-signed and not trusted here.', `https://127.0.0.1:${secure.port}`);
});

const documented: [name: string, said: Said, told: string][] = [
  [
    'serper',
    { status: 400, body: { message: 'Not enough credits', statusCode: 400 } },
    'Serper answered 400: Not enough credits. Buy credits at serper.dev.',
  ],
  [
    'dataforseo',
    { body: { status_code: 40_200, status_message: 'Payment Required.', tasks: null } },
    'Payment Required. See to the balance and limits',
  ],
  [
    'dataforseo',
    { body: { status_code: 40_100, status_message: 'You are not authorized.', tasks: null } },
    'DataForSEO answered 401: You are not authorized.',
  ],
  [
    'searxng',
    { status: 401, headers: { 'www-authenticate': 'Bearer realm="sso"' } },
    'SearXNG answered 401: a login is asked for that is not HTTP basic authentication. Let this machine pass',
  ],
  ['searxng', { body: { results: [], unresponsive_engines: [['bing', 'CAPTCHA']] } }, 'No engine of SearXNG answered: bing (CAPTCHA).'],
  ['brave', { status: 422, body: { error: { code: 'SUBSCRIPTION_TOKEN_INVALID', detail: 'No.' } } }, 'Copy the API key from the Brave'],
  [
    'gemini',
    { status: 400, body: { error: { code: 400, message: 'API key not valid. Please pass a valid API key.', status: 'INVALID_ARGUMENT' } } },
    'Copy the API key from Google AI Studio anew.',
  ],
  [
    'gemini',
    {
      status: 429,
      body: {
        error: {
          code: 429,
          message: 'Quota exceeded.',
          details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.07s' }],
        },
      },
    },
    'Gemini answered 429: Quota exceeded. Try again in 35 s.',
  ],
  [
    'perplexity',
    { status: 429, body: { error: { message: 'You are out of credit.', code: 'insufficient_quota' } } },
    'Perplexity answered 429: You are out of credit. See to the credit of the account at the provider.',
  ],
  ['search-console as a person', { body: {} }, 'Google answers, but shows no property. Add the person'],
];

test('what a provider has words of its own for is told in them', async () => {
  const app = await createTestApp();
  const site = await startSaying();
  for (const [name, said, told] of documented) {
    site.said = said;
    expectTold(await tested(known[name]!, site.url, app), known[name]!, told);
  }
});
