import { expect, test } from 'vitest';
import { visibleText } from '../../../src/providers/html.ts';
import { webAddress } from '../../../src/providers/json.ts';

test.each([
  ['<b>Rye</b>\n bread &amp; butter', 'Rye bread & butter'],
  ['\u202Eevil\u202C and \u2066good\u2069', 'evil and good'],
  ['caf\u200Be\uFEFF\u00AD\u2060', 'cafe'],
  ['rye\u{E0049}\u{E0067}\u{E006E}', 'rye'],
  ['rye\u{E0100}\u{E01EF}', 'rye'],
  ['\uE000rye\uE001 bread', 'rye bread'],
  ['a\u0000b\u001B[31mc\u0085d', 'a b [31mc d'],
  ['r\u200D\u200C\u200D\u200Cye', 'rye'],
  // Joiners that words and emoji are written with.
  ['می\u200Cخواهم', 'می\u200Cخواهم'],
  ['क्\u200Dष', 'क्\u200Dष'],
  ['\u{1F469}\u200D\u{1F4BB}', '\u{1F469}\u200D\u{1F4BB}'],
])('%j is shown as %j', (text, shown) => {
  expect(visibleText(text)).toBe(shown);
});

test.each([
  ['https://example.com/a b', 'https://example.com/a%20b'],
  ['https://bank.example:443@evil.example/', 'https://evil.example/'],
  ['https://ann:secret@example.com/', 'https://example.com/'],
  ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ['HTTP://EXAMPLE.com:80/x', 'http://example.com/x'],
  ['javascript:alert(1)', null],
  ['data:text/html,<script>', null],
  ['/rye', null],
  ['//evil.example/', null],
  ['file:///etc/passwd', null],
  ['https://', null],
  [`https://example.com/${'x'.repeat(2000)}`, null],
  [7, null],
])('%j is the address %j', (value, address) => {
  expect(webAddress(value)).toBe(address);
});
