import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressKey, domainKeys, readAddress, readEntry } from '../../../src/services/links/suppressions/address.ts';

const label = fc.stringMatching(/^[a-z][a-z\d]{0,10}$/);
const domain = fc.tuple(fc.array(label, { minLength: 1, maxLength: 3 }), fc.constantFrom('example', 'com', 'de')).map(([labels, top]) => [...labels, top].join('.')); // prettier-ignore
const local = fc.stringMatching(/^[a-z\d_-]{1,10}(\.[a-z\d_-]{1,10}){0,2}$/);
const address = fc.tuple(local, domain).map(([name, host]) => ({ name, host, text: `${name}@${host}` }));

describe('an address as it is compared', () => {
  test('stays as it is when it is read again', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          address.map(({ text }) => text),
          fc.string(),
          fc.tuple(fc.string(), domain).map((parts) => parts.join('@')),
        ),
        (text) => {
          const key = addressKey(text);
          expect(addressKey(key)).toBe(key);
          const entry = readEntry(text);
          if (entry !== null) expect(readEntry(entry)).toBe(entry);
        },
      ),
    );
  });

  test('is the same in whatever case, with a tag, and with a dot at the end of the domain', () => {
    fc.assert(
      fc.property(address, fc.stringMatching(/^[A-Za-z\d+.-]{0,8}[a-z]$/), fc.boolean(), ({ name, host, text }, tag, dot) => {
        const written = `${name.toUpperCase()}+${tag.replace(/^\.+|\.(?=\.)/g, '')}@${host.toUpperCase()}${dot ? '.' : ''}`;
        expect(addressKey(written)).toBe(text);
        expect(addressKey(` ${text} `)).toBe(text);
      }),
    );
  });

  test('has its domain in punycode', () => {
    expect(addressKey('ann@bücher.example')).toBe('ann@xn--bcher-kva.example');
    expect(addressKey('ann@BÜCHER.example.')).toBe(addressKey('ann@XN--BCHER-KVA.example'));
    expect(addressKey('ann@ｇｕｉｄｅｓ．example')).toBe('ann@guides.example');
  });

  test('keeps a plus that leaves no name before it', () => {
    expect([addressKey('+x@one.example'), addressKey('a.+x@one.example')]).toEqual(['+x@one.example', 'a.+x@one.example']);
  });

  test('is covered by its domain and all above it, and by no other', () => {
    expect(domainKeys('ann@mail.one.example')).toEqual(['@mail.one.example', '@one.example']);
    expect(domainKeys('@one.example')).toEqual(['@one.example']);
    fc.assert(
      fc.property(address, domain, ({ text, host }, other) => {
        expect(domainKeys(text).includes(`@${other}`)).toBe(host === other || host.endsWith(`.${other}`));
      }),
    );
  });
});

describe('an address that mail goes to', () => {
  test('keeps its case and tag before the @, and has a plain domain after it', () => {
    expect(readAddress('Ann.Lee+News@Bücher.EXAMPLE.')).toBe('Ann.Lee+News@xn--bcher-kva.example');
  });

  test('never holds what would begin another header or another address', () => {
    const hostile = fc.string({ unit: fc.constantFrom('a', 'Z', '.', '+', '@', '"', ' ', '\r', '\n', '\0', '<', '>', ',', ';', ':', '%', '\u2028', '\u0085', 'ü', '例', '\u202e', '\\', '(', ')', '[', ']'), maxLength: 30 }); // prettier-ignore
    fc.assert(
      fc.property(fc.tuple(hostile, hostile, fc.constantFrom('', '@one.example', '.example')), (parts) => {
        for (const read of [readAddress(parts.join('')), readEntry(parts.join(''))]) {
          if (read !== null) expect(read).toMatch(/^[!#$%&'*+./=?^_`{|}~\w-]*@[a-z\d.-]+$/);
        }
      }),
      { numRuns: 500 },
    );
  });

  const long = 'x'.repeat(65);
  test.each([
    '',
    'ann',
    'ann@',
    '@one.example',
    'ann@one',
    'ann@localhost',
    'ann@127.0.0.1',
    'ann@[127.0.0.1]',
    'ann@one.example:25',
    'ann@one.example/path',
    'ann@user@one.example',
    'Ann <ann@one.example>',
    '<ann@one.example>',
    'ann@one.example, bob@one.example',
    'mailto:ann@one.example',
    '"ann lee"@one.example',
    '"ann"@one.example',
    'ann(comment)@one.example',
    'ann..lee@one.example',
    '.ann@one.example',
    'ann.@one.example',
    'änn@one.example',
    'ann@one.example\nBcc: bob@one.example',
    'ann@one.example\r\n',
    '\nann@one.example',
    'ann\0@one.example',
    'ann@one.example\0',
    'ann\u2028@one.example',
    'ann@one\u00ad.example',
    'ann@one%2eexample',
    'ann@-one.example',
    'ann@one-.example',
    'ann@one..example',
    'ann@one.example..',
    'ann@xn--.example',
    `${long}@one.example`,
    `ann@${long}.example`,
    `ann@${'a.'.repeat(126)}example`,
  ])('is not %j', (text) => {
    expect(readAddress(text)).toBeNull();
  });

  test('is not ten megabytes of anything', () => {
    const huge = 'a'.repeat(10_000_000);
    for (const text of [huge, `ann@${huge}`, `${huge}@one.example`, '@'.repeat(10_000_000), `${'a.'.repeat(5_000_000)}@one.example`]) {
      expect([readAddress(text), readEntry(text)]).toEqual([null, null]);
    }
  });
});
