import { expect, test } from 'vitest';
import { metaDescriptionOf, metaTitleOf, titleFor } from '../../../src/writing/compose/titles.ts';
import { request } from './support.ts';

const spellings = new Map([['http', 'HTTP']]);

test.each([
  ['http requests', { articleType: 'how-to' }, 'HTTP Requests, Step by Step'],
  ['connection pooling', {}, 'Connection Pooling: A Guide'],
  ['connection pooling', { articleType: 'glossary' }, 'What Is Connection Pooling?'],
  ['how to brew coffee', {}, 'How to Brew Coffee'],
  ['why is http slow?', { articleType: 'opinion' }, 'Why Is HTTP Slow?'],
  ['what is borg', { articleType: 'glossary' }, 'What Is Borg?'],
  ['how does borg prune work', {}, 'How Does Borg Prune Work?'],
  ["can't i delete a backup", {}, "Can't I Delete a Backup?"],
  ['canned food', {}, 'Canned Food: A Guide'],
  ['borg vs restic', { articleType: 'comparison' }, 'Borg vs Restic'],
  ['restic compared with borg', { articleType: 'comparison' }, 'Restic Compared with Borg'],
  ['pool review', { articleType: 'review' }, 'Pool Review'],
  ['borg setup tutorial', { articleType: 'how-to' }, 'Borg Setup Tutorial'],
  ['borg guide', {}, 'Borg Guide'],
  ['backup tools', { articleType: 'listicle' }, 'Backup Tools'],
  ['idempotency definition', { articleType: 'glossary' }, 'Idempotency Definition'],
  ['automated backups to a local hard drive', {}, 'Automated Backups to a Local Hard Drive'],
  ['connection pooling', { title: '  My own  title ' }, 'My own title'],
] as const)('%s with %j is titled "%s"', (keyword, more, title) => {
  expect(titleFor(request(keyword, more), 'en', spellings)).toBe(title);
});

test('a title in another language is the keyword', () => {
  expect(titleFor(request('kaffee richtig mahlen'), 'de', new Map())).toBe('Kaffee richtig mahlen');
});

test('a long title loses its second part before it loses words', () => {
  expect(metaTitleOf('Connection Pooling in Large Distributed Systems: What You Should Know')).toBe(
    'Connection Pooling in Large Distributed Systems',
  );
  expect(metaTitleOf('word '.repeat(30).trim()).length).toBeLessThanOrEqual(60);
});

test('a description is whole sentences if they fit, else the first cut at a word', () => {
  expect(
    metaDescriptionOf([
      'A pool keeps connections open.',
      'It saves the handshake that every new connection has to make before it is of use.',
      'Third.',
    ]),
  ).toBe('A pool keeps connections open. It saves the handshake that every new connection has to make before it is of use.');
  const cut = metaDescriptionOf(['pool '.repeat(60).trim()]);
  expect(cut.length).toBeLessThanOrEqual(160);
  expect(cut).toMatch(/pool…$/);
});
