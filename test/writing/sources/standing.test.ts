import { describe, expect, test } from 'vitest';
import { standingOf } from '../../../src/writing/sources/standing.ts';

const standing = (sentence: string) => standingOf(sentence, 'en', new Set(['undici']));

describe('a sentence stands alone', () => {
  test.each([
    'A pool spreads requests across several connections to the same host.',
    'undici exposes structured errors through a code on every error.',
    'Mount Greylock is part of the Taconic Mountains.',
    'When the server closes the connection, the client opens a new one.',
    'It is possible to retry a request that failed before it was sent.',
    'Clean the chain of your bicycle every 200 km in dry weather.',
    'The lid traps the steam that leaves the dough.',
    'Cast iron warms slowly.',
    'A stone that is too wet splits in the kiln.',
    'Knead gently, about as long as a song lasts.',
    'The lock makes it possible to close the pool from another process.',
    'Rooms were named for those who paid for them.',
    'Mass and Cass, also known as Recovery Road, is a part of Boston.',
    'In 1902, Malone became president of the college that his father led.',
  ])('%s', (sentence) => expect(standing(sentence)).toBe('alone'));
});

describe('a sentence depends on the one before', () => {
  test.each([
    'However, the pool may open more connections than that.',
    'It wraps an inner handler and applies an exponential backoff.',
    'These options are passed to every client in the pool.',
    'For example, a client may send a second request at once.',
    'In 1923, he moved to the University of Virginia to teach.',
    'By the end of that day, the storm had lost its strength.',
    'To prevent this, set the option to a higher number.',
    'The pool can also be closed with a callback function.',
    'Another option sets how long an idle socket stays open.',
    'A commuter who rides 8 km a day should therefore do it about once a month.',
    'Two percent is the usual amount.',
    'At 65 percent the dough is firm and easy to shape.',
    'If it never rises, check the water.',
    'To bring it back, soak 10 g of flakes in 20 g of water.',
    'That makes one loaf of about 900 g.',
    'The bridge, too, was closed for the winter.',
    'The bridge too was closed for the winter.',
    'A slow oven makes it pale and dry.',
  ])('%s', (sentence) => expect(standing(sentence)).toBe('after'));
});

describe('a sentence cannot be used in another text', () => {
  test.each([
    ['points elsewhere', 'See the chapter on agents for more about their options.'],
    ['points above', 'The options shown above apply to every request in the pool.'],
    ['announces a list', 'The following options are accepted by the constructor of the pool.'],
    ['ends in a colon', 'Use the agent like this in your own code:'],
    ['names a figure', 'The growth of the market is plotted in Figure 3 for every year.'],
    ['asks', 'How many connections should a pool open for one host?'],
    ['is told by its author', 'We recommend that you open ten connections for every host.'],
    ['is code', 'const pool = new Pool(url, { connections: 10 }) opens ten connections.'],
    ['lost its head', 'when the pool is closed by the user, all of its clients end.'],
    ['lost its subject', 'Implements the interface of a dispatcher and closes every client.'],
    ['is a stub', 'Emitted when the socket has connected to the origin.'],
    ['is too short', 'Keep notes.'],
    ['is unbalanced', 'The pool (which is closed at the end opens ten sockets.'],
    ['sends the reader off', 'Learn more about pools and their options on the web site.'],
  ])('that %s', (_, sentence) => expect(standing(sentence)).toBe('never'));
});

test('a noun phrase is an entry, fit only under the name it explains', () => {
  expect(standing('A dispatcher that retries failed requests by wrapping another dispatcher.')).toBe('entry');
});

test('other languages are judged by form alone', () => {
  expect(standingOf('Die Mühle mahlt geröstete Bohnen zu gleichmäßigem Pulver.', 'de', new Set())).toBe('alone');
  expect(standingOf('Wie fein soll die Mühle die Bohnen mahlen?', 'de', new Set())).toBe('never');
});
