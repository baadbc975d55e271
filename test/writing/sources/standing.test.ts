import { describe, expect, test } from 'vitest';
import { standingOf } from '../../../src/writing/sources/standing.ts';

const standing = (sentence: string) => standingOf(sentence, 'en', new Set(['undici']));

describe('a sentence may open a run', () => {
  test.each([
    'A pool spreads requests across several connections to the same host.',
    'undici exposes structured errors through a code on every error.',
    'When the server closes the connection, the client opens a new one.',
    'It is possible to retry a request that failed before it was sent.',
    'Clean the chain of your bicycle every 200 km in dry weather.',
    '`git add` puts the contents of a file into the index.',
    'A stone that is too wet splits in the kiln.',
    'In 1902, Malone became president of the college that his father led.',
  ])('%s', (sentence) => expect(standing(sentence)).toBe('alone'));
});

describe('a sentence only follows the one before', () => {
  test.each([
    'However, the pool may open more connections than that.',
    'It wraps an inner handler and applies an exponential backoff.',
    'These options are passed to every client in the pool.',
    'For example, a client may send a second request at once.',
    'In 1923, he moved to the University of Virginia to teach.',
    'To prevent this, set the option to a higher number.',
    'The pool can also be closed with a callback function.',
    'Another option sets how long an idle socket stays open.',
    'If it never rises, check the water.',
    'The options shown above apply to every request in the pool.',
    'The bridge, too, was closed for the winter.',
  ])('%s', (sentence) => expect(standing(sentence)).toBe('after'));
});

describe('a sentence is not quoted', () => {
  test.each([
    ['points elsewhere', 'See the chapter on agents for more about their options.'],
    ['announces a list', 'The following options are accepted by the constructor of the pool.'],
    ['ends in a colon', 'Use the agent like this in your own code:'],
    ['names a figure', 'The growth of the market is plotted in Figure 3 for every year.'],
    ['is told by one person', 'I recommend that you open ten connections for every host.'],
    ['is code', 'const pool = new Pool(url, { connections: 10 }) opens ten connections.'],
    ['lost its head', 'when the pool is closed by the user, all of its clients end.'],
    ['lost a word', 'The solution is to create a , a self-contained directory tree.'],
    ['lost its list', 'The main kinds of pools that exist are:.'],
    ['is too short', 'Keep notes.'],
    ['is unbalanced', 'The pool (which is closed at the end opens ten sockets.'],
    ['sends the reader off', 'Learn more about pools and their options on the web site.'],
  ])('that %s', (_, sentence) => expect(['never', 'pointer']).toContain(standing(sentence)));
});

test('languages without rules of their own are judged by form alone', () => {
  expect(standingOf('Młyn miele prażone ziarna na równy proszek.', 'pl')).toBe('alone');
  expect(standingOf('Jak drobno młyn powinien mielić', 'pl')).toBe('never');
});
