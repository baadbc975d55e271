import { expect, test } from 'vitest';
import { mendedRobots, robotsFaults } from '../../src/audit/site-checks/robots-faults.ts';

const head = 'User-agent: *\n';

test.each([
  ['Dissallow: /x', 'Disallow: /x'],
  ['Disalow: /x', 'Disallow: /x'],
  ['Disallow /x', 'Disallow: /x'],
  ['Alow: /x/y', 'Allow: /x/y'],
])('%s is a rule with a slip', (line, meant) => {
  expect(robotsFaults(head + line)).toEqual([{ line: 2, text: line, isRule: true }]);
  expect(mendedRobots(head + line)).toBe(head + meant);
});

test.each(['Noindex: /x', 'Dissallow:', 'Allow us to say hello', 'Download: /x'])('%s is none', (line) => {
  expect(robotsFaults(head + line)).toEqual([{ line: 2, text: line, isRule: false }]);
  expect(mendedRobots(head + line)).toBeNull();
});

test('rules without a name above them are meant for all, or for whom a mistyped line names', () => {
  expect(mendedRobots('Disallow: /x')).toBe('User-agent: *\nDisallow: /x');
  expect(mendedRobots('Useragent: Googlebot\nDisallow: /x')).toBe('User-agent: Googlebot\nDisallow: /x');
  expect(mendedRobots(`${head}Disallow: /x`)).toBeNull();
  expect(mendedRobots('<!doctype html>\nDisallow /x')).toBeNull();
});
