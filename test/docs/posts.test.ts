import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Post } from '../../schema/posts.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** The rows of the table that begins with this column. */
function rowsOf(column: string): string[][] {
  const lines = read('docs/posts.md').split('\n');
  const head = lines.findIndex((line) => line.startsWith(`| ${column} `));
  const length = lines.slice(head).findIndex((line) => !line.startsWith('|'));
  return lines.slice(head + 2, head + length).map((line) => line.slice(1, -1).split('|').map((cell) => cell.trim())); // prettier-ignore
}

test('the docs publish the limits of competitors, posts and crawled pages as they are', () => {
  const rows = rowsOf('constant');
  expect(rows.length).toBeGreaterThan(5);
  for (const [name, value] of rows) {
    const [file, constant] = name!.replaceAll('`', '').split('.');
    const code = read(`src/services/site/${file}.ts`);
    expect(code, name).toMatch(
      new RegExp(
        String.raw`const ${constant}(?:: [^=]+)? = ${value!.replaceAll('`', '').replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)};`,
      ),
    );
  }
});

test('the docs tell only of fields that a post has', () => {
  const told = rowsOf('field').flatMap(([names]) => names!.match(/\w+/g)!);
  expect(told.filter((name) => !(name in Post.shape))).toEqual([]);
});
