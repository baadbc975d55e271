import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';

const top = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, top), 'utf8');
const pages = ['README.md', ...readdirSync(new URL('docs/', top)).map((name) => `docs/${name}`)];

/** The page without its code, in which nothing is a link or a heading. */
const proseOf = (markdown: string) => markdown.replace(/^```.*?^```$/gms, '');

/** The anchors that GitHub gives to the headings of a page. */
function anchorsOf(markdown: string): string[] {
  return Array.from(proseOf(markdown).matchAll(/^#+ (.+)$/gm), ([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** The relative links of a page that lead nowhere. */
function brokenLinks(page: string, markdown: string): string[] {
  const links = Array.from(proseOf(markdown).matchAll(/\]\(([^)\s]+)\)/g), ([, link]) => link!);
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [path, anchor] = link.split('#') as [string, string?];
    const target = posix.join(posix.dirname(page), path);
    if (path !== '' && !existsSync(new URL(target, top))) return true;
    return anchor !== undefined && !anchorsOf(path === '' ? markdown : read(target)).includes(anchor);
  });
}

describe.each(pages)('%s', (page) => {
  test('has no link that leads nowhere', () => {
    expect(brokenLinks(page, read(page))).toEqual([]);
  });
});

test('the README has a link to every page, and 150 lines at most', () => {
  const readme = read('README.md');
  expect(pages.slice(1).filter((page) => !readme.includes(`(${page})`))).toEqual([]);
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(150);
});

test('a missing page, a missing heading and a heading in a code block are found', () => {
  const planted =
    '# Here\n\n```sh\n# Not here\n```\n\n[a](#here) [b](#not-here) [c](gone.md) [d](quality.md#the-score) [e](quality.md#gone)';
  expect(brokenLinks('docs/planted.md', planted)).toEqual(['#not-here', 'gone.md', 'quality.md#gone']);
});
