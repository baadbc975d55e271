import { describe, expect, test } from 'vitest';
import { readRobots } from '../../src/crawl/robots.ts';

const site = 'https://a.example';
const robotsOf = async (body: string, status = 200) => (await readRobots(`${site}/robots.txt`, { status, body: Buffer.from(body) }))!;

describe('robots.txt', () => {
  test('speaks to Copydesk by its name, else to all', async () => {
    const robots = await robotsOf('User-agent: *\nDisallow: /\n\nUser-agent: Copydesk\nDisallow: /private\nAllow: /private/open');
    expect(robots.allows(`${site}/`)).toBe(true);
    expect(robots.allows(`${site}/private/x`)).toBe(false);
    expect(robots.allows(`${site}/private/open`)).toBe(true);
    expect((await robotsOf('User-agent: *\nDisallow: /a*b$')).allows(`${site}/a/x/b`)).toBe(false);
  });

  test.each([
    [404, true],
    [401, true],
    [200, false],
  ])('that answers %d allows all: %s', async (status, allowed) => {
    expect((await robotsOf('User-agent: *\nDisallow: /', status)).allows(`${site}/x`)).toBe(allowed);
  });

  test.each([500, 503, 429])('that answers %d is unknown', async (status) => {
    expect(await robotsOf('', status)).toBeUndefined();
  });

  test.each([
    ['Crawl-delay: 2', 2000],
    ['Crawl-delay: 3600', 10_000],
    ['Crawl-delay: -1', 0],
    ['Crawl-delay: soon', 0],
    ['', 0],
  ])('%j asks for %d ms', async (line, delayMs) => {
    expect((await robotsOf(`User-agent: *\n${line}\nDisallow:`)).delayMs).toBe(delayMs);
  });

  test('names sitemaps, and says nothing of other hosts', async () => {
    const robots = await robotsOf(`Sitemap: ${site}/map.xml\nUser-agent: *\nDisallow: /`);
    expect(robots.sitemaps).toEqual([`${site}/map.xml`]);
    expect(robots.allows('https://b.example/')).toBe(true);
  });
});
