import { describe, expect, test } from 'vitest';
import { excerptOf } from '../../../src/writing/brief/excerpt.ts';
import { countWords } from '../../../src/language/tokens.ts';

const focus = new Set(['rat', 'mesh']);

describe('an excerpt', () => {
  test('is the whole passage if that is short, with its paragraphs and lists kept apart', () => {
    const text = 'Put mesh under it.\n\nYou need:\n\n- Wire mesh.\n- A fork.';
    expect(excerptOf(text, 'en', focus, 120)).toBe(text);
  });

  test('begins where most of the focus is, if that is not the start', () => {
    const text = `${'Leaves fall in autumn every year. '.repeat(10)}Rats hate wire mesh. Rats chew wood but no mesh of wire.`;
    expect(excerptOf(text, 'en', focus, 20)).toMatch(/^… .*Rats chew wood but no mesh of wire\.$/s);
  });

  test('leaves out a sentence that announces a missing listing', () => {
    expect(excerptOf('A heap needs air. For example:\n\nTurn it often.', 'en', focus, 120)).toBe('A heap needs air.\n\nTurn it often.');
  });

  test('of one endless sentence is cut at a word', () => {
    const cut = excerptOf('mesh and leaves '.repeat(200), 'en', focus, 30);
    expect(cut).toMatch(/ …$/);
    expect(countWords(cut)).toBeLessThanOrEqual(70);
  });

  test.each(['ラットは金網を嫌う。'.repeat(60), 'الفئران تكره الشبك. '.repeat(60), 'หนูไม่ชอบตาข่าย '.repeat(80)])(
    'of %s keeps to its length',
    (text) => {
      expect(countWords(excerptOf(text, 'ja', focus, 40))).toBeLessThanOrEqual(120);
    },
  );
});
