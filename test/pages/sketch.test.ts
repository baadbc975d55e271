import { expect, test } from 'vitest';
import { readPage } from '../../src/pages/read-page.ts';
import { distance } from '../../src/pages/sketch.ts';

/** Words drawn by a seed: the same on every run. */
function drawing(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const sketchOf = (words: readonly string[]) => readPage(`<p>${words.join(' ')}</p>`, { url: 'https://example.com' }).sketch;
const text = (seed: number, length = 600) => {
  const draw = drawing(seed);
  return Array.from({ length }, () => `w${Math.floor(draw(60) ** 2 / 3)}`);
};

test('the same text has the same sketch, however it is set', () => {
  const words = text(1);
  expect(sketchOf(words.map((word) => word.toUpperCase()))).toBe(sketchOf(words));
  expect(sketchOf(words)).toMatch(/^[\da-f]{16}$/);
});

test('texts that differ in a word of a hundred are near, others are far', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const words = text(seed);
    const edited = words.map((word, index) => (index % 100 === 50 ? `new${index}` : word));
    expect(distance(sketchOf(words), sketchOf(edited))).toBeLessThanOrEqual(8);
    expect(distance(sketchOf(words), sketchOf(text(seed + 100)))).toBeGreaterThan(8);
  }
});

test('a text that repeats itself has the sketch of what it repeats', () => {
  // More votes of one kind than a byte holds.
  const sketches = [3, 254, 257, 299, 513, 2001].map((times) => sketchOf(Array.from({ length: times }, () => 'kiln')));
  expect(new Set(sketches.slice(1)).size).toBe(1);
});

test('what a list repeats for each entry does not make two lists alike', () => {
  // As the indexes of a manual are: other names, and the same words around each.
  const list = (seed: number) =>
    Array.from({ length: 200 }, (_, at) => [
      `n${seed}x${at}`,
      'in',
      'module',
      `m${seed}x${at % 7}`,
      'class',
      'method',
      'in',
      'module',
    ]).flat();
  for (let seed = 1; seed <= 20; seed++) expect(distance(sketchOf(list(seed)), sketchOf(list(seed + 100)))).toBeGreaterThan(15);
});

test('each pair of words counts once, in texts of any length and script', () => {
  const pairs = Array.from({ length: 20_000 }, (_, nth) => `w${nth}`);
  expect(sketchOf([...pairs, ...pairs])).toBe(sketchOf([...pairs, 'w0']));
  const signs = Array.from({ length: 9000 }, (_, nth) => String.fromCharCode(0x4e00 + nth));
  expect(sketchOf([...signs, ...signs])).toBe(sketchOf([...signs, signs[0]!]));
});

test('the distance is the number of bits that differ', () => {
  expect(distance('0000000000000000', '0000000000000000')).toBe(0);
  expect(distance('ffffffffffffffff', '0000000000000000')).toBe(64);
  expect(distance('8000000000000001', '0000000000000003')).toBe(2);
});
