import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coloursFrom, contrast, paletteOf } from '../../../src/providers/image/colour.ts';

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const brand = fc.record({ background: hex, foreground: hex, accent: hex });

test('contrast is that of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21);
  expect(contrast('#ffffff', '#767676')).toBeCloseTo(4.54, 2);
  expect(contrast('#f00', '#00ff00')).toBeCloseTo(2.91, 2);
});

test('all text is readable on every background it may have, whatever the brand colours', () => {
  fc.assert(
    fc.property(brand, (colours) => {
      const { backgrounds: grounds, ink, muted, accent, onAccent } = paletteOf(colours);
      for (const ground of grounds) {
        expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(muted, ground)).toBeGreaterThanOrEqual(4.5);
      }
      expect(contrast(onAccent, accent)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(accent, grounds[0])).toBeGreaterThanOrEqual(1.8);
    }),
    { numRuns: 1000 },
  );
});

test('colours that go together are taken as they are', () => {
  const colours = { background: '#0b2b26', foreground: '#f3f7ef', accent: '#f2b84b' };
  const { backgrounds: grounds, ink, accent } = paletteOf(colours);
  expect({ background: grounds[0], foreground: ink, accent }).toEqual(colours);
});

test('a brand without colours gets a set by its seed, always the same', () => {
  const sets = new Set(Array.from({ length: 60 }, (_, index) => coloursFrom(null, `keyword ${index}`).background));
  expect(sets.size).toBe(8);
  expect(coloursFrom({}, 'a')).toEqual(coloursFrom(null, 'a'));
});

test.each([{ accent: '#1db954' }, { background: '#fff' }, { foreground: '#333333' }, { background: '#777777', accent: '#787878' }])(
  'what a brand leaves open is added: %j',
  (known) => {
    const whole = coloursFrom(known, 'seed');
    expect(whole).toMatchObject(known);
    expect(contrast(whole.background, whole.foreground)).toBeGreaterThanOrEqual(4.5);
  },
);

test.each(['red', '#12', '', '#12345g', 'url(#a)'])('%j is refused, with the form that is wanted', (accent) => {
  expect(() => paletteOf({ background: '#000000', foreground: '#ffffff', accent })).toThrow(/hexadecimal/);
});
