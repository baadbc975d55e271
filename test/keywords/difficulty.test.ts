import { expect, test } from 'vitest';
import { difficultyOf } from '../../src/keywords/difficulty.ts';

const made = (at: number) => ({ url: `https://shop-${at}.example/cold-brew-ratio`, title: `The right cold brew ratio (${at})` });
const ten = Array.from({ length: 10 }, (_, at) => made(at));

test('difficulty is the share of the first ten that were made for the keyword', () => {
  expect(difficultyOf('cold brew ratios', ten, 'en')).toBe(100);
  const weak = [
    { url: 'https://www.reddit.com/r/coffee/1', title: 'Cold brew ratio?' },
    { url: 'https://forum.beans.example/1', title: 'Cold brew ratio' },
    { url: 'https://beans.example/threads/1', title: 'Cold brew ratio' },
    { url: 'https://beans.example/iced', title: 'Iced coffee' },
  ];
  expect(difficultyOf('cold brew ratio', [...weak, ...ten], 'en')).toBe(60);
  expect(difficultyOf('cold brew ratio', [{ url: 'https://notreddit.com/', title: 'Cold brew ratio' }, ...ten.slice(0, 4)], 'en')).toBe(
    100,
  );
});

test('too few results, and a keyword without a word that tells, have none', () => {
  expect(difficultyOf('cold brew ratio', ten.slice(0, 4), 'en')).toBeNull();
  expect(difficultyOf('how to', ten, 'en')).toBeNull();
  expect(difficultyOf('☕️', ten, 'en')).toBeNull();
});
