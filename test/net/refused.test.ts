import { describe, expect, test } from 'vitest';
import { failureOf, openNetwork, serveHttp, type Listener } from './support.ts';

/** The same port on both loopback addresses: whatever slips through the guard is counted here. */
async function serveOnLoopback(): Promise<{ port: number; reached(): number }> {
  const four: Listener = await serveHttp((_, response) => response.end('reached'));
  const six = await serveHttp((_, response) => response.end('reached'), '::1', four.port);
  return { port: four.port, reached: () => four.connections() + six.connections() };
}

const loopbackHosts = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.0.0.1.',
  '2130706433',
  '0x7f000001',
  '0X7F.1',
  '0x7f.0x0.0x0.0x1',
  '017700000001',
  '0177.0.0.1',
  '0177.0.0.01',
  '127.000.000.001',
  '%31%32%37.0.0.1',
  '127%2e0%2e0%2e1',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '127.0.0.2',
  '127.255.255.254',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:127.0.0.1]',
  'localhost',
  'LOCALHOST',
];
const otherHosts = [
  '0',
  '0.0.0.0',
  '00',
  '0x0',
  '[::]',
  '[::127.0.0.1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::80ff:fffe]',
  '[fe80::1]',
  '[fec0::1]',
  '[fc00::1]',
  '[ff02::1]',
  '[2001:db8::1]',
  '169.254.169.254',
  '0xa9fea9fe',
  '2852039166',
  '0251.0376.0251.0376',
  '[::ffff:169.254.169.254]',
  '[fd00:ec2::254]',
  '168.63.129.16',
  '100.100.100.200',
  '10.0.0.1',
  '012.1',
  '172.16.0.1',
  '192.168.0.1',
  '0xc0.0xa8.1',
  '100.64.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '240.0.0.1',
  '198.18.0.1',
  '203.0.113.1',
];

describe('in production', () => {
  test('no notation of an address inside reaches a listener', async () => {
    const { port, reached } = await serveOnLoopback();
    const ask = openNetwork({ production: true });
    const hosts = [...loopbackHosts, ...otherHosts];
    const failures = await Promise.all(hosts.map((host) => failureOf(ask(`http://${host}:${port}/`, { deadlineMs: 1_000 }))));
    expect(failures.map(({ code }, index) => [hosts[index], code])).toEqual(hosts.map((host) => [host, 'address_refused']));
    expect(reached()).toBe(0);
  });

  test.each([
    'http://me:secret@127.0.0.1/',
    'http://127.0.0.1@example.test/',
    'gopher://127.0.0.1/',
    'http://[::1/',
    'http://127.0.0.1:99999/',
    '//127.0.0.1/',
    'http://[fe80::1%25lo]/',
  ])('%s is no URL to dial', async (url) => expect((await failureOf(openNetwork({ production: true })(url))).code).toBe('invalid_url'));

  test('a name is refused when any of its addresses is', async () => {
    const { port, reached } = await serveOnLoopback();
    const ask = openNetwork({ production: true, allowedNetworks: ['127.0.0.1'], resolve: async () => ['127.0.0.1', '169.254.169.254'] });
    const failure = await failureOf(ask(`http://example.test:${port}/`));
    expect(failure).toMatchObject({ code: 'address_refused', message: 'example.test has a metadata address, which is never dialled.' });
    expect(reached()).toBe(0);
  });

  test.each(['0x7f.1', '127.1', 'other.test', '127.0.0.1%lo', ''])(
    'a resolver that answers %j, which is no plain address, is not believed',
    async (answer) => {
      const ask = openNetwork({ production: true, resolve: async () => [answer] });
      expect((await failureOf(ask('http://example.test/'))).code).toBe('address_refused');
    },
  );

  test('a network the operator names is dialled, literally and by name', async () => {
    const { port, reached } = await serveOnLoopback();
    const ask = openNetwork({ production: true, allowedNetworks: ['127.0.0.0/8'], resolve: async () => ['127.0.0.1'] });
    for (const host of ['127.0.0.1', '0x7f.1', 'example.test'])
      expect((await ask(`http://${host}:${port}/`)).body.toString()).toBe('reached');
    expect(reached()).toBeGreaterThan(0);
  });

  test('what the operator configured is dialled under trust, and its connections serve nobody else', async () => {
    const { port } = await serveOnLoopback();
    const ask = openNetwork({ production: true, resolve: async () => ['127.0.0.1'] });
    expect((await ask(`http://ollama.test:${port}/`, { configured: `http://ollama.test:${port}/v1` })).status).toBe(200);
    expect((await failureOf(ask(`http://ollama.test:${port}/`))).code).toBe('address_refused');
  });

  test.each(['http://ollama.test:1/', 'https://ollama.test/', 'http://www.ollama.test:{port}/', 'http://127.0.0.1:{port}/'])(
    'what the operator configured vouches for no other origin: %s',
    async (configured) => {
      const { port, reached } = await serveOnLoopback();
      const ask = openNetwork({ production: true, resolve: async () => ['127.0.0.1'] });
      const elsewhere = { configured: configured.replace('{port}', String(port)) };
      expect((await failureOf(ask(`http://ollama.test:${port}/`, elsewhere))).code).toBe('address_refused');
      expect(reached()).toBe(0);
    },
  );

  test('credentials reach the configured origin only, whoever asks for another', async () => {
    const heard: unknown[] = [];
    const { port } = await serveHttp((request, response) => (heard.push(request.headers.authorization), response.end()));
    const ask = openNetwork({ resolve: async () => ['127.0.0.1'] });
    const headers = { authorization: 'Basic c2VjcmV0' };
    for (const host of ['desk.test', 'www.desk.test'])
      await ask(`http://${host}:${port}/`, { headers, configured: `http://desk.test:${port}/blog` });
    expect(heard).toEqual([headers.authorization, undefined]);
  });

  test('trust opens no metadata service', async () => {
    const ask = openNetwork({ production: true, resolve: async () => ['169.254.169.254'] });
    for (const host of ['169.254.169.254', 'metadata.test'])
      expect((await failureOf(ask(`http://${host}/`, { configured: `http://${host}/` }))).code).toBe('address_refused');
  });
});

describe('in development', () => {
  test('every notation of this machine reaches the listener, so that production is what refuses it', async () => {
    const { port } = await serveOnLoopback();
    const ask = openNetwork();
    for (const host of loopbackHosts.filter((one) => !/^127\.(0\.0\.2|255)/.test(one)))
      expect([host, (await ask(`http://${host}:${port}/`)).status]).toEqual([host, 200]);
  });

  test('metadata addresses are refused all the same', async () => {
    expect((await failureOf(openNetwork()('http://0xa9fea9fe/'))).code).toBe('address_refused');
  });
});

describe('a name that changes its address', () => {
  test('is looked up once per connection, and the checked address is the one dialled', async () => {
    const { port } = await serveOnLoopback();
    const answers = [['127.0.0.1'], ['169.254.169.254']];
    let lookUps = 0;
    const ask = openNetwork({ resolve: async () => answers[lookUps++] ?? [] });
    expect((await ask(`http://rebind.test:${port}/`)).status).toBe(200);
    expect(lookUps).toBe(1);
  });

  test('is checked again for its next connection', async () => {
    const good = await serveHttp((_, response) => response.setHeader('connection', 'close').end(), '127.0.0.2');
    const bad = await serveHttp((_, response) => response.end(), '127.0.0.1', good.port);
    const answers = [['127.0.0.2'], ['127.0.0.1']];
    const ask = openNetwork({ production: true, allowedNetworks: ['127.0.0.2'], resolve: async () => answers.shift() ?? [] });
    expect((await ask(`http://rebind.test:${good.port}/`)).status).toBe(200);
    expect((await failureOf(ask(`http://rebind.test:${good.port}/`))).code).toBe('address_refused');
    expect([good.connections(), bad.connections()]).toEqual([1, 0]);
  });
});
