import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkedText, decodeText } from '../../src/documents/decode.ts';

const german = 'Die Öfen sind heiß; der Töpfer öffnet die Tür erst nach einem ganzen Tag.';
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
/** "The kiln is hot. The potter waits for a day." */
const japanese = '窯はとても熱いです。陶芸家は一日待ちます。ゆっくりと冷えるまで扉を開けません。';
const shiftJis = Buffer.from('9171e082cd82c682c482e0944d82a282c582b78142939c8c7c89c682cd88ea93fa91d282bf82dc82b78142', 'hex');

describe('bytes become the intended text', () => {
  test.each<[string, Uint8Array, string | undefined, string]>([
    ['UTF-8', Buffer.from(german), undefined, german],
    ['UTF-8 with a mark', Buffer.concat([Buffer.from('efbbbf', 'hex'), Buffer.from(german)]), undefined, german],
    ['UTF-8 that is called Latin-1', Buffer.from(german), 'iso-8859-1', german],
    ['Latin-1 that is called UTF-8', latin1(german), 'utf-8', german],
    ['Latin-1 without a name', latin1(german), undefined, german],
    ['UTF-16 with a mark', Buffer.concat([Buffer.from('fffe', 'hex'), Buffer.from(german, 'utf16le')]), undefined, german],
    ['UTF-16 without one', Buffer.from(german, 'utf16le'), undefined, german],
    ['UTF-16, the other way round', utf16be(german), undefined, german],
    ['a charset nobody knows', Buffer.from(german), 'x-klingon', german],
    ['emoji and letters from right to left', Buffer.from('فرن حار 🔥 שלום'), undefined, 'فرن حار 🔥 שלום'],
  ])('%s', async (_, bytes, declared, expected) => {
    expect(await decodeText(bytes, declared)).toBe(expected);
  });

  test('in Shift_JIS, declared, undeclared or declared wrongly', async () => {
    const expected = new TextDecoder('shift_jis').decode(shiftJis);
    expect(expected).toContain('です。');
    for (const declared of ['shift_jis', undefined, 'utf-8']) expect(await decodeText(shiftJis, declared)).toBe(expected);
    expect(await decodeText(Buffer.from(japanese), 'shift_jis')).toBe(japanese);
  });

  test('a file with only a byte order mark is empty', async () => {
    expect(await decodeText(Buffer.from('efbbbf', 'hex'))).toBe('');
  });

  test('in ISO-2022-JP, which needs no byte above 127', async () => {
    const bytes = Buffer.from('1b2442467c4b5c386c1b2842', 'hex');
    expect(await decodeText(bytes)).toBe('日本語');
  });

  test('as a page names it in its head', async () => {
    const page = Buffer.concat([Buffer.from('<meta charset="windows-1251"><p>'), Buffer.from('cfe5f7fc', 'hex')]);
    expect(await decodeText(page)).toContain('Печь');
  });

  test('and UTF-8 of any kind stays what it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => {
        fc.pre(!text.startsWith('\uFEFF') && !text.includes('\u001B$'));
        expect(await decodeText(Buffer.from(`A plain beginning. ${text}`))).toBe(`A plain beginning. ${text}`);
      }),
    );
  });
});

describe('text garbled before it arrived', () => {
  const garbled = Buffer.from(`${german} “Wirklich?” – ja…`).toString('latin1');
  const as1252 = new TextDecoder('windows-1252').decode(Buffer.from(`${german} “Wirklich?” – ja…`));

  test.each([garbled, as1252])('is repaired if no bytes are lost: %s', async (text) => {
    expect(checkedText(text)).toBe(`${german} “Wirklich?” – ja…`);
    expect(await decodeText(Buffer.from(text))).toBe(`${german} “Wirklich?” – ja…`);
  });

  test('is left alone in a text about garbled text', () => {
    const text = 'Wer „Ã¶“ statt „ö“ sieht, hat UTF-8 für Latin-1 gehalten; aus „ü“ wird „Ã¼“, aus „ß“ wird „ÃŸ“ – das ist überall so.';
    expect(checkedText(text)).toBe(text);
  });

  test('is refused if bytes are lost', () => {
    expect(() => checkedText('Die \uFFFDfen sind hei\uFFFD. '.repeat(9))).toThrow(/replacement characters/);
  });

  test('is refused if the bytes are not text at all', async () => {
    const noise = Buffer.from(Array.from({ length: 4000 }, (_, index) => (index * 7919) % 256));
    await expect(decodeText(noise)).rejects.toThrow(/encoding of the text cannot be told/);
  });
});
