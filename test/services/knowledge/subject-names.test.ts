import { expect, test } from 'vitest';
import { named, questionIn, sectionNamed } from '../../../src/services/knowledge/subject-names.ts';

const field = { name: 'kilndesk', within: 'in kilndesk', isBefore: true, documentIds: new Set<string>() };
const opening = ['Your credit card company sends a bill.', 'The capital gains tax is due in May.', 'A glaze firing takes a day.'];
const sectionOf = (title: string | null, heading: string, within: object = {}) =>
  sectionNamed(heading, { name: title === null ? null : named(title, [], 'en'), opening, field: null, language: 'en', ...within })?.keyword;

test('of two questions in a heading the first is asked, and a verb is no noun', () => {
  expect(questionIn('How to debug a script? How to read the log?', 'en')).toBe('how to debug a script');
  expect(questionIn('How to setup Quassel?', 'en')).toBe('how to set up quassel');
});

test('who speaks in a title is no name: what is to be done is one, or nothing', () => {
  const said = Array.from({ length: 6 }, () => 'A boss wants the report. The boss wants it today.');
  const nameOf = (title: string) => named(title, said, 'en')?.keyword;
  expect(nameOf('My boss wants me to read the weekly report')).toBe('how to read the weekly report');
  expect(nameOf('I need to install a kiln')).toBe('how to install a kiln');
  expect(nameOf('My boss wants me to be happier at work')).toBeUndefined();
  expect(named('My boss told us', [], 'en')).toBeNull();
  expect(sectionOf(null, 'We are the kiln people')).toBeUndefined();
  expect(sectionOf(null, 'Our kiln shelves')).toBe('our kiln shelves');
});

test('what is done with a lone thing is said with the name of its document, as that stands before other nouns', () => {
  expect(sectionOf('Credit Cards', 'Entering Charges')).toBe('how to enter credit card charges');
  expect(sectionOf('Credit Cards', 'Reconciling Your Accounts', { field })).toBe('how to reconcile credit card accounts');
  // With the name of the field that would be too long.
  expect(sectionOf('Credit Cards', 'Setting Up Your Accounts', { field })).toBe('how to set up accounts');
  expect(sectionOf('Credit Cards', 'Setting Up Your Accounts')).toBe('how to set up credit card accounts');
  expect(sectionOf('Capital Gains', 'Estimating Valuation')).toBe('how to estimate capital gains valuation');
});

test('no name is added to what has it, has an article or is more than a lone thing, nor one that stands before no noun', () => {
  expect(sectionOf('Credit Cards', 'Entering Card Charges')).toBe('how to enter card charges');
  expect(sectionOf('Credit Cards', 'Entering a Charge')).toBe('how to enter a charge');
  expect(sectionOf('Credit Cards', 'Entering Charges by Month')).toBe('how to enter charges by month');
  expect(sectionOf('Advanced Usage', 'Entering Charges')).toBe('how to enter charges');
  expect(sectionOf('Firing', 'Entering Charges', { opening: ['A firing schedule has steps.'] })).toBe('how to enter charges');
  expect(sectionOf('Schedule Editor', 'Entering Charges', { opening: ['The schedule editor page opens.'] })).toBe('how to enter charges');
});

test('what may be anything is told where a name says of what', () => {
  expect(sectionOf('Advanced Usage', 'Importing Files')).toBeUndefined();
  expect(sectionOf('Advanced Usage', 'Importing Files', { field })).toBe('how to import files');
  expect(sectionOf('Credit Cards', 'Importing Files')).toBe('how to import credit card files');
  expect(sectionOf('Credit Cards', 'Saving Results', { field })).toBeUndefined();
});

test('a thing of a section has the name of its document in the singular', () => {
  const before = (title: string) => sectionOf(title, 'Kinds and Uses', { opening: [] });
  const names = ['Loans', 'Batteries', 'Boxes', 'Databases', 'Glasses', 'Canvas', 'Children', 'Statistics', 'Analysis'];
  expect(names.map((name) => before(name)?.split(' ')[0])).toEqual(
    ['loan', 'battery', 'box', 'database', 'glass', 'canvas', 'child', 'statistics', 'analysis'], // prettier-ignore
  );
});

test('a question that is one already stays, what forbids or tells asks nothing', () => {
  const asked = (heading: string) => questionIn(heading, 'en');
  expect(asked('How does the firing work?')).toBe('how does the firing work');
  expect(asked('How firing works')).toBe('how does firing work');
  expect(asked('Do not open a hot kiln')).toBeNull();
  expect(asked('I broke a kiln shelf, can you help me?')).toBeNull();
});

test('a question without a thing of its own is none', () => {
  expect(['What could go wrong?', 'What happens next?', 'How does it work?'].map((asked) => questionIn(asked, 'en'))).toEqual([
    null,
    null,
    null,
  ]);
  expect(named('What could go wrong?', [], 'en')).toBeNull();
  expect(questionIn('What could go wrong in a kiln?', 'en')).toBe('what could go wrong in a kiln');
});

test('a heading that tells, or asks why without a verb, asks nothing', () => {
  const nameOf = (heading: string) => sectionOf(null, heading) ?? null;
  expect(['Firing is a craft', 'Parting Thoughts', 'Teaching Opportunities', 'Why slow kilns?'].map(nameOf)).not.toContainEqual(
    expect.stringMatching(/^(?:how|why) /),
  );
  expect(nameOf('Firing a kiln')).toBe('how to fire a kiln');
  expect(questionIn('Why do kilns cool slowly?', 'en')).toBe('why do kilns cool slowly');
});
