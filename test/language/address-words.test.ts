import { expect, test } from 'vitest';
import { addressWords } from '../../src/language/address-words.ts';

test.each([
  ['https://example.com/restore-faded-prints/', 'restore faded prints'],
  ['https://example.com/blog/2024/05/Restore_Faded+Prints.html?utm=1#top', 'restore faded prints'],
  ['https://example.com/photo-for-print-300-dpi', 'photo for print 300 dpi'],
  ['https://example.com/mp3-player/', 'mp3 player'],
  ['https://example.com/98213-restore-faded-prints', 'restore faded prints'],
  ['https://example.com/restore-prints-8f3e21ab9c', 'restore prints'],
  ['https://example.com/pools/index.php', 'pools'],
  ['https://example.com/k%C3%BChlwasser-pumpe', 'kühlwasser pumpe'],
  ['https://example.com/%E5%86%99%E7%9C%9F%E4%BF%AE%E5%BE%A9', '写真修復'],
])('%s is on "%s"', (url, words) => {
  expect(addressWords(url)).toBe(words);
});

test.each([
  'https://example.com/',
  'https://example.com/p/1234',
  'https://example.com/en/',
  'https://example.com/blog/',
  'https://example.com/index.php?id=7',
  'https://example.com/post/01997a3c-5d2e-7f10-a4b8-c6d2e4f60763',
  'https://example.com/a8f3e21b9c',
  'https://example.com/%E0%A4%A',
  `https://example.com/${'long-'.repeat(40)}address`,
  'no address',
])('%s says nothing', (url) => {
  expect(addressWords(url)).toBeNull();
});
