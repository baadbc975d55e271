import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readImageHead } from '../../../src/providers/image/image-file.ts';
import { pictures } from './pictures.ts';

test.each([
  ['png', pictures.png],
  ['jpeg', pictures.jpeg],
  ['webp', pictures.lossless],
  ['webp', pictures.lossy],
])('the head of a %s file says what it is and how large', (type, file) => {
  expect(readImageHead(file)).toEqual({ type, width: 48, height: 24 });
});

test('a file of an extended WebP says the size of its canvas', () => {
  const head = Buffer.from('RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\xff\x05\0\xff\x03\0', 'latin1');
  expect(readImageHead(head)).toEqual({ type: 'webp', width: 1536, height: 1024 });
});

test('a JPEG may have filling bytes and other segments before its size', () => {
  const head = Buffer.from('ffd8ffe00004aaaaffffffc2000b0804000600010100', 'hex');
  expect(readImageHead(head)).toEqual({ type: 'jpeg', width: 1536, height: 1024 });
});

test('any other bytes, complete or broken, are no picture or have a size', () => {
  const beginnings = fc
    .constantFrom(...Object.values(pictures))
    .chain((file) =>
      fc
        .tuple(fc.nat(file.length), fc.uint8Array({ maxLength: 40 }))
        .map(([length, rest]) => Buffer.concat([file.subarray(0, length), rest])),
    );
  const bytes = fc.oneof(
    beginnings,
    fc.uint8Array().map((any) => Buffer.from(any)),
  );
  fc.assert(
    fc.property(bytes, (file) => {
      const head = readImageHead(file);
      if (head) expect(Math.min(head.width, head.height)).toBeGreaterThan(0);
    }),
    { numRuns: 500 },
  );
});
