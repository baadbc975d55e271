import { expect, test } from 'vitest';
import { terms } from '../../../src/language/tokens.ts';
import { answersHeading, weightBy, ownTerms } from '../../../src/writing/rewrite/answers.ts';

const title = 'Recovering data from a corrupt SQLite database';
const ownOf = (heading: string) => ownTerms(heading, ['sqlite database recovery', title], 'en');
const answers = (heading: string, text: string, under: string | null = null) =>
  answersHeading(
    { own: ownOf(heading), keyword: terms('sqlite database recovery', 'en') },
    { heading: under, opening: [terms(text, 'en')] },
    'en',
  );

test('a heading is answered by text that says its own words', () => {
  expect(answers('Acquiring a read lock', 'Before it reads, a connection acquires a shared read lock on the file.')).toBe(true);
  expect(answers('Acquiring a read lock', 'The backup copies a database. SQLite reads the source only.')).toBe(false);
});

test('the keyword, the title of the page and headings above the text answer nothing', () => {
  expect(ownOf('Recovering the database')).toEqual([]);
  expect(answers('Recovering the database', 'Recovering the database takes a minute.')).toBe(false);
  expect(answers('Acquiring a read lock', 'It returns at once.', 'Acquiring a read lock › Busy handlers')).toBe(false);
});

test('the text’s own heading counts once, and not without the text', () => {
  expect(answers('Hot journals', 'A journal is hot if it was left by a crash.', 'Journals')).toBe(true);
  expect(answers('Hot rollback journals', 'Such a rollback journal was left by a crash.', 'Hot rollback journals')).toBe(true);
  expect(answers('Hot rollback journals', 'Call the function once.', 'Hot rollback journals')).toBe(false);
});

test('a single word of its own is answered where the keyword is said with it, or under a heading that has it', () => {
  const text = 'The name of a file is short.';
  expect(answers('The name of SQLite', text)).toBe(false);
  expect(answers('The name of SQLite', text, 'Names')).toBe(true);
  expect(answers('The name of SQLite', 'The name of an SQLite database matters to its recovery.')).toBe(true);
});

test('beside a keyword of nothing but small words a single word of its own answers under its heading alone', () => {
  const small = { own: ['album'], keyword: terms('the who', 'en') };
  const opening = [terms('The band made an album.', 'en')];
  expect(answersHeading(small, { heading: null, opening }, 'en')).toBe(false);
  expect(answersHeading(small, { heading: 'Albums', opening }, 'en')).toBe(true);
});

test('a rare word that is not said weighs more than common ones that are', () => {
  const rarity = new Map([['make', 0.2], ['chang', 0.4], ['octopus', 4]]); // prettier-ignore
  const own = { own: terms('Making changes by octopus', 'en'), keyword: [] };
  expect(answersHeading(own, { heading: null, opening: [terms('Make changes by hand.', 'en')] }, 'en', weightBy(rarity))).toBe(false);
  expect(answersHeading(own, { heading: null, opening: [terms('An octopus makes changes.', 'en')] }, 'en', weightBy(rarity))).toBe(true);
});

test('words that stand far apart in a long sentence are another matter', () => {
  const far =
    'Read about the server first, where each old file of the backup host has its name, its owner and, on some disks, a lock to acquire.';
  expect(answers('Acquiring a read lock', far)).toBe(false);
});
