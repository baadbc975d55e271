import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keywordOf } from '../../src/language/title-keyword.ts';

const on = (subject: string) =>
  Array.from({ length: 5 }, () => `People ask what ${subject} means, and ${subject} is what this tells about.`);

describe('the keyword of a title', () => {
  test.each([
    ['en', 'Connection Pools', 'connection pools'],
    ['en', 'The Ultimate Guide to Connection Pools', 'connection pools'],
    ['en', "A Beginner's Guide to Sourdough Bread (2026)", 'sourdough bread'],
    ['en', '10 Best Running Shoes in 2026', 'best running shoes'],
    ['en', 'How to Clean a Bike', 'how to clean a bike'],
    ['en', 'What Is a Heat Pump?', 'what is a heat pump'],
    ['en', 'Dynamic Shared Object (DSO) Support', 'dynamic shared object support'],
    ['en', 'Everything You Need to Know About Tulip Bulbs', 'tulip bulbs'],
    ['de', 'Der große Ratgeber zur Wärmepumpe', 'wärmepumpe'],
    ['de', 'Photovoltaik einfach erklärt', 'photovoltaik'],
    ['fr', 'Le guide complet du vélo électrique', 'vélo électrique'],
    ['es', 'Guía completa de energía solar', 'energía solar'],
  ])('(%s) %s is: %s', (language, title, keyword) => {
    expect(keywordOf(title, [], language)).toBe(keyword);
  });

  test('with several parts is the one that the text is about', () => {
    expect(keywordOf('Server Tutorial: Dynamic Content', on('dynamic content'), 'en')).toBe('dynamic content');
    expect(keywordOf('Dynamic Content | The Server Blog', on('dynamic content'), 'en')).toBe('dynamic content');
  });

  test('with a colon is what stands before it, where the text says that', () => {
    const sentences = ['Cupping needs five cups.', 'For cupping, fill the spoons with coffee.', 'Coffee cools.', 'Coffee, again.'];
    expect(keywordOf('Cupping at home: taste coffees with spoons', sentences, 'en')).toBe('cupping at home');
    expect(keywordOf('A quiet hour: taste coffees with spoons', sentences, 'en')).toBe('taste coffees with spoons');
  });

  test('that is long is the most telling phrase in it', () => {
    const title = 'Why our small team of five people moved everything to edge caching last summer';
    expect(keywordOf(title, on('edge caching'), 'en')).toBe('edge caching');
  });

  test('of which nothing names a thing is taken from the text, and from nothing there is none', () => {
    expect(keywordOf('What it is', on('edge caching'), 'en')).toMatch(/edge caching/);
    expect(keywordOf('What it is', [], 'en')).toBeNull();
    expect(keywordOf('', [], 'en')).toBeNull();
  });

  test('never fails, and never says what neither title nor text holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom('en', 'de', 'fr', 'es', 'und'), (title, language) => {
        const keyword = keywordOf(title, [], language);
        const tidied = title.replace(/\s+/g, ' ').toLowerCase();
        if (keyword !== null && !/[([\u00AD\u200B-\u200F\u2060-\uFEFF]/.test(title)) expect(tidied).toContain(keyword);
      }),
    );
  });
});
