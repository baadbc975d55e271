import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../src/errors.ts';
import { kindOf, type AddressKind } from '../../src/net/address.ts';
import { dialingProblem, createPolicy, refusedKind } from '../../src/net/guard.ts';

const development = createPolicy({ production: false });
const production = createPolicy({ production: true });

const kinds: Record<AddressKind, string[]> = {
  public: [
    '1.1.1.1',
    '93.184.216.34',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700::1111',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
    '2002:808:808::1',
  ],
  loopback: ['127.0.0.1', '127.255.255.254', '::1', '::ffff:127.0.0.1'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fd12:3456::1', 'fc00::1', '::ffff:10.0.0.1'],
  shared: ['100.64.0.1', '100.127.255.255', '::ffff:100.64.0.1'],
  metadata: [
    '169.254.169.254',
    '::ffff:169.254.169.254',
    'fd00:ec2::254',
    '168.63.129.16',
    '100.100.100.200',
    '192.0.0.192',
    'fd20:ce::254',
  ],
  'link-local': ['169.254.0.1', 'fe80::1', 'fe80::1%eth0', 'febf::1'],
  multicast: ['224.0.0.1', '239.255.255.250', 'ff02::1'],
  reserved: [
    '0.0.0.0',
    '0.1.2.3',
    '255.255.255.255',
    '240.0.0.1',
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.1',
    '198.18.0.1',
    '198.19.255.255',
    '192.88.99.1',
    '::',
    '2001:db8::1',
    '2001:2::1',
    '3fff::1',
    '100::1',
    'fec0::1',
    '5f00::1',
    '4000::1',
    '::2',
    '::127.0.0.1',
    '::ffff:0:127.0.0.1',
    '64:ff9b::127.0.0.1',
    '64:ff9b::10.0.0.1',
    '64:ff9b::169.254.169.254',
    '64:ff9b:1::8.8.8.8',
    '64:ff9b:1:7f00:0:100::',
    '2002:7f00:1::',
    '2002:a9fe:a9fe::1',
    '2001:0:808:808::80ff:fffe',
    '2001:0:7f00:1::f7f7:f7f7',
    '2a00::5efe:7f00:1',
    '2a00::200:5efe:10.0.0.1',
    '0x7f.1',
    '127.1',
    '2130706433',
    '0177.0.0.1',
    'example.test',
    '',
  ],
};

describe('what an address is', () => {
  test.each(Object.entries(kinds))('%s', (kind, addresses) => {
    expect(addresses.map((address) => [address, kindOf(address)])).toEqual(addresses.map((address) => [address, kind]));
  });

  test('an IPv4 address is judged alike when it is written as an IPv6 one', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(kindOf(`::ffff:${address}`)).toBe(kindOf(address));
      }),
    );
  });

  test('a translation or tunnel of an address that is not public is never dialled, in development neither', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const [a, b, c, d] = address.split('.').map(Number) as [number, number, number, number];
        const hex = (high: number, low: number) => ((high << 8) | low).toString(16);
        const disguises = [
          `64:ff9b::${address}`,
          `2002:${hex(a, b)}:${hex(c, d)}::1`,
          `2001:0:808:808::${hex(a ^ 255, b ^ 255)}:${hex(c ^ 255, d ^ 255)}`,
          `2a00::5efe:${address}`,
        ];
        const kind = kindOf(address) === 'public' ? null : 'reserved';
        for (const disguise of disguises) expect([disguise, refusedKind(disguise, development)]).toEqual([disguise, kind]);
      }),
    );
  });
});

describe('which address is dialled', () => {
  test('loopback and private addresses in development', () => {
    for (const address of [...kinds.loopback, ...kinds.private]) expect(refusedKind(address, development)).toBeNull();
  });

  test('neither of them in production', () => {
    for (const address of [...kinds.loopback, ...kinds.private]) expect(refusedKind(address, production)).not.toBeNull();
  });

  test('in production, those in a network the operator names, and no others', () => {
    const named = createPolicy({ production: true, allowedNetworks: ['10.1.0.0/16', 'fd12::/16', '127.0.0.2'] });
    const verdicts = ['10.1.2.3', '::ffff:10.1.2.3', 'fd12::1', '127.0.0.2', '10.2.0.1', 'fd13::1', '127.0.0.1'].map((address) =>
      refusedKind(address, named),
    );
    expect(verdicts).toEqual([null, null, null, null, 'private', 'private', 'loopback']);
  });

  test("the carriers' shared range only where it is named or trusted", () => {
    const named = createPolicy({ production: true, allowedNetworks: ['100.64.0.0/10'] });
    expect(refusedKind('100.64.0.1', development)).toBe('shared');
    expect(refusedKind('100.64.0.1', named)).toBeNull();
    expect(refusedKind('100.64.0.1', production, true)).toBeNull();
    expect(refusedKind('100.100.100.200', named)).toBe('metadata');
  });

  test('a trusted private address in production', () => {
    for (const address of [...kinds.loopback, ...kinds.private]) expect(refusedKind(address, production, true)).toBeNull();
  });

  test('never metadata, link-local, multicast or reserved ones, even if trusted or named', () => {
    const everything = createPolicy({ production: false, allowedNetworks: ['0.0.0.0/0', '::/0'] });
    for (const kind of ['metadata', 'link-local', 'multicast', 'reserved'] as const) {
      for (const address of kinds[kind]) expect([address, refusedKind(address, everything, true)]).toEqual([address, kind]);
    }
  });

  test.each(['10.0.0.0/33', '10.0/8', 'example.test', '10.0.0.0/8/8', 'fe80::1%eth0/64', '0x0a.0.0.0/8', ''])(
    'a network that is none is refused at the start: %j',
    (network) => {
      expect(() => createPolicy({ production: true, allowedNetworks: [network] })).toThrow(AppError);
    },
  );
});

describe('a URL at input time', () => {
  test.each([
    ['https://example.test/hook', null],
    ['https://93.184.216.34:8443/', null],
    ['http://example.test/', 'https_required'],
    ['example.test/hook', 'invalid_url'],
    ['', 'invalid_url'],
    ['https://', 'invalid_url'],
    ['https://1.2.3.256/', 'invalid_url'],
    ['ftp://example.test/', 'invalid_url'],
    ['file:///etc/passwd', 'invalid_url'],
    ['javascript:alert(1)', 'invalid_url'],
    [`https://${'道'.repeat(301)}.test/`, 'invalid_url'],
    [`ht\ntps:/\t/${'道'.repeat(301)}.test/`, 'invalid_url'],
    ['https://user@example.test/', 'invalid_url'],
    ['https://:secret@example.test/', 'invalid_url'],
    ['https://10.0.0.1/', 'address_refused'],
    ['https://0x7f.1/', 'address_refused'],
    ['https://[::ffff:a9fe:a9fe]/', 'address_refused'],
  ])('%j → %j in production', (url, code) => {
    expect(dialingProblem(url, { production: true, httpsOnly: true })?.code ?? null).toBe(code);
  });

  test('a local receiver is fine in development, and in a network the operator names', () => {
    expect(dialingProblem('http://127.0.0.1:3000/hook', { production: false })).toBeNull();
    expect(dialingProblem('https://10.1.2.3/hook', { production: true, allowedNetworks: ['10.1.0.0/16'] })).toBeNull();
  });

  test('the reason names what is wrong and what the operator can do, and repeats no secret', () => {
    expect(dialingProblem('https://10.0.0.1/hook?token=hush', { production: true })?.message).toBe(
      '10.0.0.1 is a private address, which is not dialled in production unless its network is named in COPYDESK_ALLOWED_NETWORKS.',
    );
    expect(dialingProblem('https://me:hush@example.test/', { production: true })?.message).not.toContain('hush');
  });

  test('no text makes the check throw', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }).map((text) => `http://${text}`),
    );
    fc.assert(fc.property(texts, (text) => void dialingProblem(text, { production: true })));
  });
});
