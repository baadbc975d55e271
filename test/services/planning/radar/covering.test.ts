import { expect, test } from 'vitest';
import { keywordKey } from '../../../../src/language/same-keyword.ts';
import { Covered } from '../../../../src/services/planning/radar/recommend/covering.ts';

/** What somebody has, and a subject: would an editor say that the first covers it? */
const pairs: readonly [own: string, subject: string, isCovered: boolean][] = [
  ['How to Brew Pour-Over Coffee at Home', 'how to make pour over coffee', true],
  ['The French Press Coffee Guide', 'french press', true],
  ['How to Store Coffee Beans', 'storing coffee beans', true],
  ['Cold Brew Coffee: A Simple Recipe', 'cold brew', true],
  ['What Is a Cortado?', 'cortado', true],
  ['cortado', 'what is a cortado', true],
  ['Connection Pooling in Postgres Explained', 'connection pools', true],
  ['How to Descale an Espresso Machine', 'descaling espresso machines', true],
  ['Arabica vs Robusta: What Is the Difference?', 'arabica vs robusta', true],
  ['Running Shoes for Flat Feet: Ten Pairs Compared', 'running shoes flat feet', true],
  ['Wie man Espresso richtig mahlt', 'Espresso mahlen', true],
  ['Sourdough Starter: How to Feed It', 'feeding a sourdough starter', true],
  ['How to Clean a Moka Pot', 'moka pot cleaning', true],
  ['Index Bloat in Postgres', 'index bloat', true],
  ['Tax Return Deadlines for Freelancers', 'when is the tax return due', true],
  ['How to Descale an Espresso Machine', 'how to make espresso without a machine', false],
  ['How to Store Coffee Beans', 'how long do coffee beans last', false],
  ['Espresso Grind Size Explained', 'espresso', false],
  ['Cold Brew Coffee', 'cold brew coffee maker', false],
  ['Decaf Coffee', 'mushroom coffee', false],
  ['Burr Grinder or Blade Grinder?', 'best coffee grinders under $100', false],
  ['From Berlin to Rome by Train', 'train from Rome', false],
  ['Vegan Cake without Sugar', 'vegan cake', false],
  ['Iced Latte at Home', 'vietnamese iced coffee', false],
  ['Arabica vs Robusta', 'arabica', false],
  ['Jobs with a Degree', 'jobs without degree', false],
  ['Postgres Backups', 'postgres', false],
  ['Flat Feet: What Helps', 'running shoes for flat feet', false],
  ['Sourdough Starter', 'sourdough pizza', false],
  ['Roast Levels', 'dark roast caffeine', false],
];

test('a piece covers subjects whose words its title or keyword has, and no others', () => {
  const languageOf = (text: string) => (/Wie man/.test(text) ? 'de' : 'en');
  const right = (judge: (own: string, subject: string) => boolean) =>
    pairs.filter(([own, subject, isCovered]) => judge(own, subject) === isCovered).length;
  const covered = (own: string, subject: string) => new Covered(languageOf(own), [{ keyword: own, title: null }]).by(subject) !== undefined;
  expect(right(covered)).toBe(28);
  expect(right((own, subject) => keywordKey(own, 'en') === keywordKey(subject, 'en'))).toBe(15);
  // Nothing is taken for covered that is not.
  expect(pairs.filter(([own, subject, isCovered]) => !isCovered && covered(own, subject))).toEqual([]);
});
