import { expect, test } from 'vitest';
import { judgeSources } from '../../../src/writing/compose/compose.ts';
import type { ComposeRequest } from '../../../src/writing/sources/shapes.ts';
import { otherScripts } from './prose.ts';
import { passagesOf, request } from './support.ts';

const pool = `# Connection pools

A connection pool keeps sockets open between requests. A connection pool hands an idle socket to the next request. The connection pool closes its sockets when nobody asks for them.`;
const german =
  '# Becken\n\nEin Becken im Garten hält das Wasser den ganzen Sommer über kühl. Das Becken wird im Herbst geleert und gereinigt.';

async function reasonFor(keyword: string, documents: Record<string, string>, more: Partial<ComposeRequest> = {}): Promise<string> {
  const { reason } = judgeSources(request(keyword, more), await passagesOf(documents));
  const found = /^The sources hold \d+ quotable words in (?:1 passage|\d+ passages); \d+ in \d+ are needed\.\s?/;
  expect(reason).toMatch(found);
  return reason.replace(found, '');
}

test('sources in another language are named as the reason, and not said to lack the keyword', async () => {
  expect(await reasonFor('connection pool', { pool }, { language: 'de' })).toBe(
    'The sources are in English (en) and the article is asked for in German (de): add sources in German (de) or leave language out.',
  );
});

test('if only some are in the article’s language, the reason says what these lack and what languages the others are in', async () => {
  expect(await reasonFor('connection pool', { pool, german }, { language: 'de' })).toBe(
    'No source in German (de) speaks of “connection”, “pool”. Sources in English (en) are not quoted in an article in German (de).',
  );
});

test.each(['🍵', '🎉🎉', '—', 'the'])('the keyword %s holds nothing to look for', async (keyword) => {
  expect(await reasonFor(keyword, { pool })).toBe('The keyword holds no word to look for in them: name the subject in words.');
});

test('words that no source holds are named, and the section that says most', async () => {
  expect(await reasonFor('connection kettle', { pool })).toBe('No source speaks of “kettle”. Nearest: Connection pools.');
});

test('words that never occur together are not a subject, and the nearest section tells which it lacks', async () => {
  const documentOf = (word: string) =>
    `# Notes\n\nThe town lies between two hills and has a market on Mondays.\n\n## Roads\n\nA road leads north.\n\n## Rest\n\nThe ${word} was painted in spring.`;
  const apart = Object.fromEntries(['bridge', 'kettle', 'lantern'].map((word) => [word, documentOf(word)]));
  expect(await reasonFor('bridge kettle lantern', apart)).toBe(
    'No passage speaks of all its words together. Nearest: Notes › Rest, without “kettle”, “lantern”.',
  );
});

test('text that cannot be quoted is distinguished from none', async () => {
  const list = '# Connection pool\n\n- connection pool, size of the\n- connection pool, sockets in the\n- connection pool, closing of the';
  expect(await reasonFor('connection pool', { list })).toBe(
    'What speaks of it are no whole sentences that can be quoted. Nearest: Connection pool.',
  );
});

test('sources that are enough for the article need no explanation', async () => {
  const { keyword, documents } = otherScripts.ja;
  expect(await reasonFor(keyword, documents, { targetWordCount: 100 })).toBe('');
});

test('of the nearest section nothing but its title and heading is told, and of long ones the beginning', async () => {
  const long = (word: string) => `${word} ${'and so on '.repeat(20)}`.trim();
  const manual = `# ${long('Pools')}\n\nA text.\n\n## ${long('Sockets')}\n\nA connection pool keeps sockets open between two requests.`;
  expect(await reasonFor('connection pool', { manual })).toBe(
    'Nearest: Pools and so on and so on and so on and so on and so on and… › Sockets and so on and so on and so on and so on and so on a….',
  );
});

test('a Korean keyword is found with particles', async () => {
  const kimchi =
    '# 발효 음식\n\n김치는 소금에 절인 배추로 만듭니다. 많은 가족이 겨울마다 김치를 담급니다. 김치에는 유산균이 많이 들어 있습니다.';
  expect(await reasonFor('김치', { kimchi })).toBe('Nearest: 발효 음식.');
  expect(await reasonFor('김치 만두', { kimchi })).toBe('No source speaks of “만두”. Nearest: 발효 음식.');
});
