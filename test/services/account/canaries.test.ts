import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import type { Job } from '../../../schema/jobs.ts';
import type { Provider } from '../../../schema/integrations.ts';
import { variableOf } from '../../../schema/providers.ts';
import { readConfig } from '../../../src/config.ts';
import { adapters } from '../../providers/hostile/adapters.ts';
import { failureOf, openSystem, startSite, type Asked, type Said } from '../../providers/publish/support.ts';
import { firstLine, run, start, until } from '../../support/cli.ts';
import { temporaryHome } from '../../support/home.ts';
import type { Loose } from '../../support/loose.ts';
import { startReceiver } from '../../support/receiver.ts';
import { callRest, connectMcp } from '../../support/wire-clients.ts';

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const account = {
  type: 'service_account',
  client_email: 'desk@example.com',
  private_key: privateKey,
  token_uri: 'https://oauth2.googleapis.com/token',
};
const accessToken = 'ya29.canary/access+token=';
/** With the characters that addresses, forms and JSON write otherwise, as secrets of Google and passwords have them. */
const secrets = {
  serper: { apiKey: 'canary-serper-41f0' },
  brave: { apiKey: 'BSA-canary/brave+52' },
  embeddings: { model: 'small', apiKey: 'sk-canary&embeddings=63' },
  dataforseo: { username: 'ann', password: 'canary"data/for+seo 74' },
  searxng: { username: 'bob', password: 'canary/searxng+pass"word 75' },
};
const person = { clientId: 'desk.apps.example', clientSecret: 'GOCSPX-canary/85', refreshToken: '1//canary+refresh=96' };
const google = { serviceAccount: JSON.stringify(account) };

/** All that must not be seen, however it is written. */
const canaries = [
  ...[...Object.values(secrets), person].flatMap((fields) =>
    Object.entries(fields).flatMap(([field, text]) => (/key|password|secret|token/i.test(field) ? [String(text)] : [])),
  ),
  accessToken,
  ...[secrets.dataforseo, secrets.searxng].map(({ username, password }) => Buffer.from(`${username}:${password}`).toString('base64')),
  ...privateKey.split('\n').slice(1, -2),
];
const written = (secret: string) => [
  secret,
  encodeURIComponent(secret),
  new URLSearchParams({ s: secret }).toString().slice(2),
  JSON.stringify(secret).slice(1, -1),
  secret.toLowerCase(),
];

function seenIn(text: string): string[] {
  return [...new Set(canaries.flatMap(written))].filter((secret) => text.includes(secret));
}

/** What a request proves itself with, as it was sent and as it was meant. */
function shownBy({ headers, body }: Asked): string[] {
  const values = [...new URLSearchParams(body.toString()).values()].filter((value) => value.length > 8);
  const basic = /^Basic (.*)$/.exec(headers.authorization ?? '')?.[1];
  const sent = [headers.authorization, headers['x-api-key'], headers['x-subscription-token']].flatMap((one) => one ?? []).map(String);
  const meant = [...sent, ...(basic ? [Buffer.from(basic, 'base64').toString()] : []), ...values];
  return [...meant.map((value) => encodeURIComponent(value)), ...meant];
}

type Manner = 'token' | 401 | 429 | 500 | 'redirect' | 'page';

/** A provider of every kind that says again what it was sent, wherever it can. */
async function startEcho() {
  const echo = { url: '', manner: 401 as Manner, asked: [] as Asked[] };
  const site = await startSite((asked): Said => {
    echo.asked.push(asked);
    const said = shownBy(asked).join(' ');
    const isToken = asked.url.pathname === '/token';
    if (isToken && echo.manner !== 'token') return { body: { access_token: accessToken, expires_in: 3599, token_type: 'Bearer' } };
    const headers = { 'x-echo': encodeURIComponent(said), 'www-authenticate': `Basic realm="${encodeURIComponent(said)}"` };
    const host = said
      .split(' ')
      .at(-1)!
      .replace(/[^a-z0-9]+/gi, '-')
      .replace(/^-|-$/g, '');
    if (echo.manner === 'redirect')
      return { status: 302, headers: { ...headers, location: `https://${host}.example/${encodeURIComponent(said)}` } };
    if (echo.manner === 'page') return { headers, body: `<title>${said}</title><p>${said}</p>` };
    const error = isToken ? 'invalid_grant' : { code: 'TOKEN', message: said, detail: said, errors: [{ reason: 'x', message: said }] };
    const body = { error, error_description: said, message: said, detail: said, status_code: 40_100, status_message: said, tasks: [] };
    return { status: echo.manner === 'token' ? 401 : echo.manner, headers, body };
  });
  return Object.assign(echo, { url: site.url });
}

const providers = [...Object.keys(secrets), 'search-console'];

/** All that asks a provider, or shows what one answered. */
const calls: [operation: string, input: Record<string, unknown>][] = [
  ...providers.map((provider): [string, Record<string, unknown>] => ['integrations_test', { provider }]),
  ['keywords_search', { keywords: ['pool size'] }],
  ['keywords_discover', { seeds: ['pool size'], sources: ['results'] }],
  ['keywords_competitor_gap', { competitors: ['rival.example'] }],
  ['rankings_check', {}],
  ['search_console_sync', {}],
  ['search_console_query', { dimensions: ['query', 'device'], since: '2026-04-01', until: '2026-04-02' }],
  ['search_console_query', {}],
];
const shows = [
  'integrations_list',
  'jobs_list',
  'overview_get',
  'rankings_list',
  'topics_list',
  'projects_list',
  'events_list',
  'webhook_deliveries_list',
];

/** A desk in a process of its own that asks the echo, with all that it answers and writes. */
async function startWatched(home: string, env: Record<string, string>) {
  const key = (await run(['keys', 'create', '--scope', 'admin'], { home })).stdout.trim();
  const child = start(['serve', '--port', '0', '--json', '--log-level', 'trace'], home, { COPYDESK_OFFLINE: '1', ...env });
  const told: string[] = [];
  child.stderr!.on('data', (chunk: Buffer) => void told.push(chunk.toString()));
  const { url } = JSON.parse(await firstLine(child)) as { url: string };
  const client = await connectMcp(url, key);
  const rest = async (operation: string, input: Record<string, unknown> = {}) => {
    const { headers, body } = await callRest(url, key, operation, input);
    told.push(JSON.stringify([operation, ...headers, body]));
    return body as Loose;
  };
  const mcp = async (operation: string, input: Record<string, unknown> = {}) =>
    void told.push(JSON.stringify(await client.callTool({ name: operation, arguments: input })));
  return { child, told, rest, mcp, close: () => client.close() };
}

type Watched = Awaited<ReturnType<typeof startWatched>>;

async function prepare({ rest }: Watched, webhook: string) {
  const { data } = await rest('projects_list');
  await rest('projects_update', {
    id: data[0].id,
    siteUrl: 'https://example.com/',
    searchConsoleProperty: 'sc-domain:example.com',
    eventWebhookUrl: webhook,
  });
  for (const engine of ['google', 'brave', 'searxng']) await rest('rankings_track', { keywords: ['pool size', 'pool depth'], engine });
  await rest('webhook_test', { url: webhook });
  return (await rest('topics_create', { name: 'Pools', keywords: ['pool size', 'pool depth'] })).id as string;
}

/** Everything once; jobs end or wait, and are then canceled, so that the next may begin. */
async function askEverything({ rest }: Watched, face: Watched['mcp'], topic: string) {
  for (const [operation, input] of calls) await face(operation, input);
  await face('topics_research', { id: topic, sources: ['results'] });
  const jobs = async () => ((await rest('jobs_list')) as { data: Job[] }).data;
  const isOver = ({ status, attempts }: Job) => status !== 'running' && (status !== 'queued' || attempts > 0);
  await until(async () => ((await jobs()).every(isOver) ? true : undefined));
  for (const operation of shows) await face(operation);
  await face('topics_get', { id: topic, view: 'plan' });
  for (const { id, status } of await jobs()) if (status === 'queued') await rest('jobs_cancel', { id });
}

const kept = (home: string) => readdirSync(home).map((file) => readFileSync(join(home, file), 'latin1'));

test('a secret that is set comes back in no answer, log, webhook or row, whatever a provider says again', { timeout: 60_000 }, async () => {
  const echo = await startEcho();
  const receiver = await startReceiver();
  const home = temporaryHome();
  const desk = await startWatched(home, {});
  const topic = await prepare(desk, receiver.url);
  for (const [provider, settings] of [...Object.entries(secrets), ['search-console', person] as const])
    await desk.rest('integrations_set', { provider, baseUrl: echo.url, ...settings });
  for (const [nth, manner] of (['token', 401, 'redirect', 'page', 500, 429] as const).entries()) {
    echo.manner = manner;
    await askEverything(desk, nth % 2 === 0 ? desk.rest : desk.mcp, topic);
  }
  await until(async () => (receiver.arrivals.length > 0 ? true : undefined));
  await desk.close();
  const all = [...desk.told, ...kept(home), JSON.stringify(receiver.arrivals)];
  expect(all.flatMap(seenIn)).toEqual([]);
  // They were really sent.
  const sent = echo.asked.flatMap(shownBy).join('\n');
  for (const secret of canaries.slice(0, 8)) expect(sent).toContain(secret);
});

test('nor does one of the environment, in doctor, in --json or in the arguments of the process either', { timeout: 60_000 }, async () => {
  const echo = await startEcho();
  const home = temporaryHome();
  const env = Object.fromEntries(
    [...Object.entries(secrets), ['search-console', google] as const].flatMap(([provider, fields]) =>
      Object.entries({ ...fields, baseUrl: echo.url }).map(([field, text]) => [variableOf(provider as Provider, field), text]),
    ),
  );
  const desk = await startWatched(home, env);
  const topic = await prepare(desk, echo.url);
  for (const manner of ['token', 401] as const) {
    echo.manner = manner;
    await askEverything(desk, desk.mcp, topic);
  }
  const set = { provider: 'serper', apiKey: 'other' };
  const asked = [
    ['doctor', '--json'],
    ['call', 'integrations_list'],
    [
      'call',
      'search_console_query',
      '--json',
      JSON.stringify({ dimensions: ['query', 'device'], since: '2026-04-01', until: '2026-04-02' }),
    ],
    ['call', 'integrations_set', '--json', JSON.stringify(set)],
  ];
  const ended = await Promise.all(asked.map((words) => run(words, { home, env })));
  const argv = readFileSync(`/proc/${desk.child.pid}/cmdline`, 'utf8');
  await desk.close();
  expect([...desk.told, ...kept(home), argv, ...ended.flatMap(({ stdout, stderr }) => [stdout, stderr])].flatMap(seenIn)).toEqual([]);
  expect(ended.map(({ code }) => code)).toEqual([1, 0, 1, 1]);
  expect(echo.asked.flatMap(shownBy).join('\n')).toContain(secrets.dataforseo.password);
});

test.each(['http://ann:canary-basic-17@127.0.0.1:9/', 'http://127.0.0.1:9/?key=canary-basic-17'])(
  'an address with a secret in it is taken from nobody, and not repeated: %s',
  async (baseUrl) => {
    for (const provider of providers) {
      const given = provider === 'search-console' ? person : secrets[provider as keyof typeof secrets];
      const env = Object.fromEntries(
        Object.entries({ ...given, baseUrl }).map(([field, text]) => [variableOf(provider as Provider, field), text]),
      );
      const thrown = await Promise.resolve()
        .then(() => readConfig({}, env))
        .catch((error: unknown) => error);
      expect(thrown, provider).toMatchObject({ code: 'invalid_input', message: expect.stringContaining('_BASE_URL') });
      expect(inspect(thrown, { depth: null })).not.toContain('canary-basic');
    }
  },
);

test.each(adapters)('$name: no error holds a secret, nor does its cause', async ({ ask }) => {
  const echo = await startEcho();
  for (const manner of ['token', 401, 'redirect', 'page', 500] as const) {
    echo.manner = manner;
    const failure = await failureOf(ask(openSystem(), echo.url));
    expect(inspect(failure, { depth: null })).not.toMatch(/key-secret|a2V5LXNlY3JldA/);
  }
});
