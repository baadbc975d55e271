import { describe, expect, onTestFinished, test } from 'vitest';
import type { Delivery, DeliveryDetail } from '../../schema/deliveries.ts';
import { createDial } from '../../src/net/request.ts';
import { addManual } from '../support/documents.ts';
import { rowsOf } from '../support/rows.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { forbiddenUrls, hostileNames, loopbackUrls, malformedUrls, type HostileName, type HostileUrl } from './hostile-urls.ts';
import { failureOf, openNetwork, serveHttp } from './support.ts';

const hostileUrls = [...loopbackUrls, ...forbiddenUrls, ...malformedUrls];

/** What hostile URLs are after: a server on the loopback addresses of this machine. */
interface Prey {
  port: number;
  /** The corpus with the server's port in it. */
  aimed<Entry extends { url: string }>(entries: readonly Entry[]): Entry[];
  /** How many connections were made to it. A last one of our own shows that it counts. */
  reached(): Promise<number>;
}

async function servePrey(): Promise<Prey> {
  const four = await serveHttp((_, response) => response.end('reached'));
  const six = await serveHttp((_, response) => response.end('reached'), '::1', four.port);
  return {
    port: four.port,
    aimed: (entries) => entries.map((entry) => ({ ...entry, url: entry.url.replaceAll('{port}', String(four.port)) })),
    async reached() {
      const ask = openNetwork();
      for (const url of [four.url, six.url]) expect((await ask(url)).status).toBe(200);
      return four.connections() + six.connections() - 2;
    },
  };
}

const inHttp = (url: string) => url.replace(/ps:/i, 'p:');
const codes = (entries: readonly HostileUrl[]) => entries.map(({ notation, code }) => [notation, code]);
const allRefused = (entries: readonly HostileName[]) => entries.map(({ notation }) => [notation, 'address_refused']);

test('the corpus is large and no entry stands in it twice', () => {
  const entries = [...hostileUrls, ...hostileNames];
  expect(entries.length).toBeGreaterThan(180);
  expect(new Set(entries.map(({ notation }) => notation)).size).toBe(entries.length);
});

test('in development every notation of loopback reaches the server, so that in production it is the guard that keeps it away', async () => {
  const prey = await servePrey();
  const ask = openNetwork();
  for (const { notation, url } of prey.aimed(loopbackUrls)) expect([notation, (await ask(inHttp(url))).status]).toEqual([notation, 200]);
});

test('a metadata service is never dialled, not even in development, under trust or in a named network', async () => {
  const metadata = forbiddenUrls.filter(({ notation }) => notation.startsWith('metadata'));
  const ask = openNetwork({ allowedNetworks: ['0.0.0.0/0', '::/0'] });
  const outcomes = metadata.map(async ({ notation, url }) => [
    notation,
    (await failureOf(ask(url.replace('{port}', '80'), { configured: url.replace('{port}', '80'), deadlineMs: 500 }))).code,
  ]);
  expect(await Promise.all(outcomes)).toEqual(codes(metadata));
});

describe('dialled in production', () => {
  test.each([
    ['where https is required', true, (url: string) => url],
    ['where http will do', false, (url: string) => url],
    ['in http', false, (url: string) => inHttp(url)],
  ])('no hostile URL reaches the server, %s', async (_, httpsOnly, write) => {
    const prey = await servePrey();
    const ask = openNetwork({ production: true });
    const outcomes = prey.aimed(hostileUrls).map(async ({ notation, url }) => {
      const { code, message } = await failureOf(ask(write(url), { method: 'POST', body: '{}', httpsOnly }));
      expect([notation, message]).toEqual([notation, expect.not.stringContaining('hush')]);
      return [notation, code];
    });
    expect(await Promise.all(outcomes)).toEqual(codes(hostileUrls));
    expect(await prey.reached()).toBe(0);
  });

  test('http is refused where https is required, whatever it leads to', async () => {
    const prey = await servePrey();
    const ask = openNetwork({ production: true });
    for (const { notation, url } of prey.aimed(loopbackUrls))
      expect([notation, (await failureOf(ask(inHttp(url), { httpsOnly: true }))).code]).toEqual([notation, 'https_required']);
    expect(await prey.reached()).toBe(0);
  });

  test.each(['https', 'http'])('no name reaches the server in %s', async (scheme) => {
    const prey = await servePrey();
    const outcomes = prey.aimed(hostileNames).map(async ({ notation, url, host, addresses }) => {
      const resolve = async (name: string) => (name === host ? addresses : []);
      const { code, message } = await failureOf(openNetwork({ production: true, resolve })(scheme === 'http' ? inHttp(url) : url));
      expect([notation, message]).toEqual([notation, expect.not.stringContaining('hush')]);
      return [notation, code];
    });
    expect(await Promise.all(outcomes)).toEqual(allRefused(hostileNames));
    expect(await prey.reached()).toBe(0);
  });

  test('no redirect leads there either', async () => {
    const prey = await servePrey();
    const site = await serveHttp(
      (request, response) => response.writeHead(302, { location: aims[Number(request.url?.slice(1))]!.url }).end(),
      '127.0.0.3',
    );
    // What a Location cannot hold, or what is relative in it, leads elsewhere than the same text does alone.
    const aims = prey
      .aimed(hostileUrls)
      .filter(({ url }) => /^[a-z+-]+:[\x21-\x7e]*$/i.test(url) && URL.parse(url, site.url)?.href === URL.parse(url)?.href);
    expect(aims.length).toBeGreaterThan(120);
    const ask = openNetwork({ production: true, allowedNetworks: ['127.0.0.3'] });
    const outcomes = aims.map(async ({ notation }, index) => [
      notation,
      (await failureOf(ask(`${site.url}${index}`, { maxRedirects: 3 }))).code,
    ]);
    expect(await Promise.all(outcomes)).toEqual(codes(aims));
    expect(await prey.reached()).toBe(0);
  });
});

/** A desk in production; with addresses, each name has those that stand beside it, else the machine's own resolver is asked. */
async function openProduction(names?: readonly HostileName[]): Promise<TestApp & { projectId: string }> {
  const request = names && resolvingDial(names);
  const app = await createTestApp({ host: '0.0.0.0', request });
  const { projectId } = await addManual(app.desk);
  return { ...app, projectId };
}

function resolvingDial(names: readonly HostileName[]) {
  const resolve = async (name: string) => names.find(({ host }) => host === name)?.addresses ?? [];
  const network = createDial({ production: true, allowedNetworks: [], resolve });
  onTestFinished(() => network.close());
  return network.request;
}

const writeFor = ({ desk }: TestApp, webhookUrl: string) =>
  desk.call('articles_create', { keyword: 'connection pool', targetWordCount: 250, webhookUrl });

const onlyDelivery = async ({ desk }: TestApp) => {
  const [listed] = ((await desk.call('webhook_deliveries_list')) as { data: Delivery[] }).data;
  return (await desk.call('webhook_deliveries_get', { id: listed!.id, include: ['body', 'response', 'requestHeaders'] })) as DeliveryDetail;
};

const errorOf = (response: Delivery['response']) => (response && 'error' in response ? response.error : null);

describe('given to a desk in production', () => {
  test('every hostile URL is refused where it is given, with its field and no secret, and nothing is kept', async () => {
    const app = await openProduction();
    const prey = await servePrey();
    for (const { notation, url, code: dialled } of prey.aimed(hostileUrls)) {
      // What the parser would drop is refused as it is given, before anything is made of the rest.
      const code = /[\s\p{Cc}]/u.test(url) ? 'invalid_url' : dialled;
      const places = {
        '/webhookUrl': writeFor(app, url),
        '/eventWebhookUrl': app.desk.call('projects_update', { id: app.projectId, eventWebhookUrl: url }),
      };
      for (const [pointer, answer] of Object.entries(places)) {
        const error = await answer.catch((thrown: unknown) => thrown);
        expect([notation, error]).toMatchObject([
          notation,
          { code: code === 'address_refused' ? 'address_refused' : 'invalid_input', errors: [{ pointer, code }] },
        ]);
        expect([notation, String(error)]).toEqual([notation, expect.not.stringContaining('hush')]);
      }
    }
    expect(await app.desk.call('articles_list')).toMatchObject({ data: [] });
    expect(await app.desk.call('projects_get', { id: app.projectId })).toMatchObject({ eventWebhookUrl: null });
    expect(await prey.reached()).toBe(0);
  });

  test('a name is taken, looked up when its event is sent, and refused on the record', async () => {
    const name = hostileNames.find(({ host }) => host === 'metadata.google.internal')!;
    const app = await openProduction([name]);
    await writeFor(app, 'https://metadata.google.internal/computeMetadata/v1/');
    await app.desk.runDue();
    expect(errorOf((await onlyDelivery(app)).response)).toEqual({
      code: 'address_refused',
      message: 'metadata.google.internal has a metadata address, which is never dialled.',
    });
  });
});

/** The errors that the one delivery of a desk records while its receiver is each of these in turn, as a hand in the database can make it. */
async function deliverTo(app: TestApp, entries: readonly { notation: string; url: string }[]) {
  await writeFor(app, 'https://localhost/');
  await app.desk.runDue();
  const { id } = await onlyDelivery(app);
  const rows = rowsOf(app.home);
  for (const { url } of entries) {
    await app.desk.call('webhook_deliveries_retry', { id });
    await rows.update('deliveries', { url });
    await app.desk.runDue();
    await rows.update('deliveries', { url: 'https://localhost/' });
  }
  const { attempts } = await onlyDelivery(app);
  return entries.map(({ notation }, index) => ({ notation, error: errorOf(attempts[index + 1]!.response) }));
}

describe('sent by a desk in production', () => {
  test('no delivery to a hostile URL arrives, and each attempt says why without a secret', async () => {
    const prey = await servePrey();
    const outcomes = await deliverTo(await openProduction(), prey.aimed(hostileUrls));
    expect(outcomes.map(({ notation, error }) => [notation, error?.code])).toEqual(codes(hostileUrls));
    expect(JSON.stringify(outcomes)).not.toContain('hush');
    expect(await prey.reached()).toBe(0);
  });

  test('no delivery to a hostile name arrives, and each attempt says why without a secret', async () => {
    const prey = await servePrey();
    const names = distinctNames();
    const outcomes = await deliverTo(await openProduction(names), prey.aimed(names));
    expect(outcomes.map(({ notation, error }) => [notation, error?.code])).toEqual(allRefused(names));
    expect(JSON.stringify(outcomes)).not.toContain('hush');
    expect(await prey.reached()).toBe(0);
  });
});

/** One resolver gives one answer for a name: of the entries with a host in common the first has its say. */
function distinctNames(): HostileName[] {
  return hostileNames.filter(({ host }, index) => hostileNames.findIndex((other) => other.host === host) === index);
}

describe('a name that changes its address in production', () => {
  /** Only 127.0.0.2 may be dialled: it stands for the public address that a name has at first. */
  const allowedNetworks = ['127.0.0.2'];

  test('between two lookups never leads to loopback, however often it is tried', async () => {
    const prey = await servePrey();
    const open = await serveHttp((_, response) => response.setHeader('connection', 'close').end(), '127.0.0.2', prey.port);
    let lookUps = 0;
    const resolve = async () => [lookUps++ % 2 === 0 ? '127.0.0.2' : '127.0.0.1'];
    const ask = openNetwork({ production: true, allowedNetworks, resolve });
    const outcomes: unknown[] = [];
    for (let i = 0; i < 20; i++)
      outcomes.push(
        await ask(`http://rebind.test:${prey.port}/`).then(
          ({ status }) => status,
          ({ code }) => code,
        ),
      );
    expect(outcomes).toEqual(Array.from({ length: 10 }, () => [200, 'address_refused']).flat());
    expect(open.connections()).toBe(10);
    expect(await prey.reached()).toBe(0);
  });

  test('between two delivery attempts is checked again', async () => {
    const prey = await servePrey();
    const open = await serveHttp((_, response) => response.end(), '127.0.0.2', prey.port);
    const answers = [['127.0.0.2'], ['127.0.0.1', '::1']];
    const network = createDial({ production: true, allowedNetworks, resolve: async () => answers.shift() ?? [] });
    onTestFinished(() => network.close());
    const app = await createTestApp({ host: '0.0.0.0', allowedNetworks, request: network.request });
    await addManual(app.desk);
    await writeFor(app, `https://rebind.test:${prey.port}/hook`);
    await app.desk.runDue();
    await app.advance(60_000);
    const { attempts } = await onlyDelivery(app);
    // What answers at the first address speaks no TLS, yet it was asked.
    expect(attempts.map(({ response }) => errorOf(response)?.code)).toEqual(['tls', 'address_refused']);
    expect(open.connections()).toBe(1);
    expect(await prey.reached()).toBe(0);
  });
});
