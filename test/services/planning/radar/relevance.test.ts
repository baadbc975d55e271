import { expect, test } from 'vitest';
import { terms } from '../../../../src/language/tokens.ts';
import {
  fieldOf,
  hasPhrase,
  minRelevance,
  nearestPiece,
  pieceNamed,
  relevanceOf,
  type FoundText,
  type Ground,
  touchingPiece,
} from '../../../../src/services/planning/radar/relevance.ts';
import { pairs, passages, titles } from './relevance-pairs.ts';

const language = 'en';

/** A project with these titles and documents; `has` says whether a text has a phrase. */
function groundWith(has: (text: { name: string; text: string }, phrase: string) => boolean): Ground {
  const pieces = titles.map((title) => ({ kind: 'post' as const, title, url: null, id: null, terms: new Set(terms(title, language)) }));
  const findText = async (phrase: string): Promise<FoundText | undefined> => {
    const found = passages.find(({ title, heading, text }) => has({ name: `${title} ${heading}`, text }, phrase));
    return found && { kind: 'knowledge', title: found.title, url: null, id: null };
  };
  const none = async () => undefined;
  return { language, brandTerms: [], field: fieldOf(pieces), pieces, hasTexts: true, hasOwnPages: false, hasKnowledge: true, findOwnPage: none, findDocument: findText, findText }; // prettier-ignore
}

const ground = groundWith((text, phrase) => hasPhrase(text, phrase, language));
const relevance = async (phrases: readonly string[]) => (await relevanceOf(ground, phrases)).relevance!;

test('changes that concern a project are more relevant than others', async () => {
  const judged = await Promise.all(pairs.map(async ([phrases, concerns]) => ({ concerns, relevance: await relevance(phrases) })));
  const [near, far] = [true, false].map((concerns) => judged.filter((one) => one.concerns === concerns).map((one) => one.relevance));
  const inOrder = near!.flatMap((one) => far!.map((other): number => (one > other ? 1 : one === other ? 0.5 : 0)));
  expect(inOrder.reduce((sum, one) => sum + one, 0) / inOrder.length).toBeGreaterThan(0.95);
  expect(near!.filter((one) => one >= minRelevance)).toHaveLength(20);
  expect(far!.filter((one) => one < minRelevance)).toHaveLength(17);
});

test('a word that stands somewhere in a text, and one that only says when, count nothing', async () => {
  expect(await relevance(['Readers', 'survey', 'Friday', 'winner'])).toBe(0);
  expect(await relevance(['two weeks', 'Sunday', 'yesterday'])).toBe(0);
});

test('a word that a title has counts less than one that a title is', async () => {
  expect(await relevance(['patches'])).toBe(0.4);
  expect(await relevance(['submodule'])).toBe(0.4);
  expect(await relevance(['Sending patches'])).toBe(1);
  expect(await relevance(['embedded repository'])).toBe(0.7);
});

test('a subject within what a project is about is near to the pieces on its rarest word', () => {
  const on = [
    'Find a bad commit with bisect in Git',
    'Bisect merges in Git',
    'Automate bisect in Git',
    'Git credentials',
    'Git branches',
    'Git tags',
    'French press in Git',
  ];
  const pieces = on.map((title) => ({ kind: 'post' as const, title, url: null, id: null, terms: new Set(terms(title, language)) }));
  const about = { ...ground, pieces, field: fieldOf(pieces) };
  expect([...about.field].toSorted()).toEqual(['bisect', 'git']);
  expect(nearestPiece(about, 'git-bisect')!.title).toBe(on[0]);
  expect(nearestPiece(about, 'git tags')!.title).toBe('Git tags');
  expect(nearestPiece(about, 'git worktree')).toBeUndefined();
  // A phrase of two words or more, all of them; of a document's title one that tells is enough.
  expect(pieceNamed(about, 'git branches')!.title).toBe('Git branches');
  expect([pieceNamed(about, 'branches'), pieceNamed(about, 'branches of trees')]).toEqual([undefined, undefined]);
  expect(touchingPiece(about, 'Credentials and their care')!.title).toBe('Git credentials');
  expect(touchingPiece(about, 'Git worktrees')).toBeUndefined();
  expect(touchingPiece({ ...about, field: new Set() }, 'Credentials and their care')).toBeUndefined();
  expect(nearestPiece(about, 'press a french press calmly')!.title).toBe('French press in Git');
});
