import { expect, test } from 'vitest';
import { z } from 'zod';
import { issueWords } from '../../src/faces/issue-words.ts';

const shape = z.strictObject({
  word: z.string().min(1).max(2000).optional(),
  limit: z.number().int().min(1).max(100).optional(),
  tags: z.array(z.string()).min(1).max(2).optional(),
  kind: z.enum(['a', 'b']).optional(),
  page: z.url().optional(),
  on: z.boolean().optional(),
  code: z.string().regex(/^x$/, 'Give x.').optional(),
});

test.each([
  [{ word: '' }, 'must have at least 1 character'],
  [{ word: 'x'.repeat(2001) }, 'must have at most 2,000 characters'],
  [{ word: 3 }, 'must be a string, not a number'],
  [{ word: null }, 'must be a string, not null'],
  [{ limit: 0 }, 'must be at least 1'],
  [{ limit: 101 }, 'must be at most 100'],
  [{ limit: 1.5 }, 'must be a whole number'],
  [{ limit: 'x' }, 'must be a number, not a string'],
  [{ tags: [] }, 'must have at least 1 item'],
  [{ tags: ['a', 'b', 'c'] }, 'must have at most 2 items'],
  [{ tags: {} }, 'must be an array, not an object'],
  [{ kind: 'c' }, 'must be one of a, b'],
  [{ page: 'foo' }, 'must be a web address such as https://example.com/'],
  [{ on: 'yes' }, 'must be true or false, not a string'],
  [{ code: 'y' }, 'Give x.'],
])('%j is told in plain words', (input, words) => {
  expect(shape.safeParse(input, { error: issueWords }).error?.issues[0]?.message).toBe(words);
});

test('what is missing is required, whatever it should have been', () => {
  const needed = z.strictObject({ a: z.string(), b: z.enum(['x', 'y']), c: z.array(z.string()), d: z.literal('z'), e: z.url() });
  expect(needed.safeParse({}, { error: issueWords }).error?.issues.map(({ message }) => message)).toEqual(Array(5).fill('is required'));
});
