import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRobots } from '../../src/crawl/robots.ts';

const site = 'https://a.example';
const robotsOf = (body: string, status = 200) => readRobots(`${site}/robots.txt`, { status, body: Buffer.from(body) })!;

describe('robots.txt', () => {
  test('speaks to Copydesk by its name, else to all', () => {
    const robots = robotsOf('User-agent: *\nDisallow: /\n\nUser-agent: Copydesk\nDisallow: /private\nAllow: /private/open');
    expect(robots.allows(`${site}/`)).toBe(true);
    expect(robots.allows(`${site}/private/x`)).toBe(false);
    expect(robots.allows(`${site}/private/open`)).toBe(true);
    expect(robotsOf('User-agent: *\nDisallow: /a*b$').allows(`${site}/a/x/b`)).toBe(false);
  });

  test.each([
    [404, true],
    [401, true],
    [200, false],
  ])('that answers %d allows all: %s', (status, allowed) => {
    expect(robotsOf('User-agent: *\nDisallow: /', status).allows(`${site}/x`)).toBe(allowed);
  });

  test.each([500, 503, 429])('that answers %d is unknown', (status) => {
    expect(robotsOf('', status)).toBeUndefined();
  });

  test.each([
    ['Crawl-delay: 2', 2000],
    ['Crawl-delay: 3600', 10_000],
    ['Crawl-delay: -1', 0],
    ['Crawl-delay: soon', 0],
    ['', 0],
  ])('%j asks for %d ms', (line, delayMs) => {
    expect(robotsOf(`User-agent: *\n${line}\nDisallow:`).delayMs).toBe(delayMs);
  });

  test('names sitemaps, and says nothing of other hosts', () => {
    const robots = robotsOf(`Sitemap: ${site}/map.xml\nUser-agent: *\nDisallow: /`);
    expect(robots.sitemaps).toEqual([`${site}/map.xml`]);
    expect(robots.allows('https://b.example/')).toBe(true);
  });
});

describe('the rules of a robots.txt', () => {
  const allows = (rules: string, path: string) => robotsOf(`User-agent: *\n${rules}`).allows(`${site}${path}`);

  test.each([
    // RFC 9309, 5.2: the longest match decides.
    ['Allow: /example/page/\nDisallow: /example/page/disallowed.gif', '/example/page/disallowed.gif', false],
    ['Allow: /example/page/\nDisallow: /example/page/disallowed.gif', '/example/page/other.gif', true],
    ['Disallow: /page\nAllow: /page', '/page', true],
    ['Disallow: /\nAllow: /$', '/', true],
    ['Disallow: /\nAllow: /$', '/x', false],
    ['Disallow: *.gif$', '/a/b.gif', false],
    ['Disallow: *.gif$', '/a/b.gif?x', true],
    ['Disallow: /a*/b*/c$', '/a1/b2/x/c', false],
    ['Disallow: /*aab$', '/aaab', false],
    ['Disallow: /ab*ba$', '/aba', true],
    ['Disallow:', '/x', true],
    ['Disallow: /x # but not y', '/x', false],
    ['disallow : /x', '/x', false],
    // RFC 9309, 2.2.2: percent-encoding.
    ['Disallow: /foo/bar?baz=https://foo.bar', '/foo/bar?baz=https://foo.bar', false],
    ['Disallow: /foo/bar?baz=https%3A%2F%2Ffoo.bar', '/foo/bar?baz=https%3a%2f%2ffoo.bar', false],
    ['Disallow: /foo/bar?baz=https%3A%2F%2Ffoo.bar', '/foo/bar?baz=https://foo.bar', true],
    ['Disallow: /foo/bar/ツ', '/foo/bar/%E3%83%84', false],
    ['Disallow: /foo/bar/%E3%83%84', '/foo/bar/ツ', false],
    ['Disallow: /foo/bar/%62%61%7A', '/foo/bar/baz', false],
    // RFC 9309, 2.2.3: an encoded star or dollar is only itself.
    ['Disallow: /a%2Ab', '/axb', true],
    ['Disallow: /a%2Ab', '/a*b', false],
    ['Disallow: /a%24', '/a$b', false],
    ['Disallow: /a$b', '/a$b', false],
  ])('%j on %s: %s', (rules, path, allowed) => {
    expect(allows(rules, path)).toBe(allowed);
  });

  test.each([
    ['User-agent: other\nUser-agent: CopyDesk/2\nDisallow: /', false],
    ['User-agent: Copydesk\nDisallow: /a\n\nUser-agent: *\nDisallow: /b\n\nUser-agent: copydesk\nDisallow: /x', false],
    ['User-agent: *\nDisallow: /x\n\nUser-agent: Copydesk\nAllow: /', true],
    ['User-agent: Copydesks\nDisallow: /', true],
    ['User-agent: Copydesk\nSitemap: https://a.example/s.xml\nUser-agent: other\nDisallow: /x', false],
    ['Disallow: /\nUser-agent: *\nAllow: /', true],
  ])('stand for whom %j names: %s', (text, allowed) => {
    expect(robotsOf(text).allows(`${site}/x`)).toBe(allowed);
  });

  test('match as the definition says, whatever the pattern', () => {
    const written = (alphabet: string, maxLength: number) => fc.string({ unit: fc.constantFrom(...alphabet), maxLength });
    fc.assert(
      fc.property(written('ab*$', 8), written('ab/', 10), (pattern, rest) => {
        const path = `/${rest}`;
        expect(allows(`Disallow: /${pattern}`, path)).toBe(!matchesByDefinition(`/${pattern}`, path));
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['stars', `Disallow: /${'*a'.repeat(250_000)}c`],
    ['many stars', `Disallow: /${'*a'.repeat(900)}c\n`.repeat(280)],
    ['many rules', Array.from({ length: 40_000 }, (_, index) => `Allow:/*b${index}`).join('\n')],
    ['lines', '\n'.repeat(500_000)],
  ])('of half a megabyte of %s hold nothing up', (_, rules) => {
    const before = process.cpuUsage();
    for (const path of [`/${'a'.repeat(1990)}`, `/${'ab'.repeat(990)}`]) expect(allows(rules, path)).toBe(true);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(1500);
  });
});

/** Tries every place for every star. */
function matchesByDefinition(pattern: string, path: string): boolean {
  if (pattern === '') return true;
  if (pattern === '$') return path === '';
  if (pattern[0] === '*')
    return matchesByDefinition(pattern.slice(1), path) || (path !== '' && matchesByDefinition(pattern, path.slice(1)));
  return path !== '' && pattern[0] === path[0] && matchesByDefinition(pattern.slice(1), path.slice(1));
}
