import { expect, test } from 'vitest';
import { compareRendered } from '../../src/pages/compare-rendered.ts';
import type { PageFacts } from '../../src/pages/page-facts.ts';

/** What a page without anything says, but for these. */
function facts(given: Partial<PageFacts> = {}): PageFacts {
  const nothing = { titles: [], descriptions: [], canonicals: [], robots: [], headings: [], links: [], types: [], mainWords: 0 };
  return { ...nothing, ...given } as unknown as PageFacts;
}

const line = 1;
const link = (url: string | null) => ({ line, href: url ?? 'mailto:a@b.test', url, text: '', rel: [], place: 'content' as const });

test('a page that scripts do not change differs in nothing', () => {
  const same = {
    titles: [{ line, text: 'Docks' }],
    canonicals: [{ line, href: '/a', url: 'https://a.test/a' }],
    robots: [{ line, agent: 'robots', directives: ['nofollow', 'noindex'] }],
    links: [link('https://a.test/'), link(null)],
    types: ['Article'],
    mainWords: 300,
  } as Partial<PageFacts>;
  const again = { ...same, robots: [{ line: 9, agent: 'robots', directives: ['noindex', 'nofollow'] }] } as Partial<PageFacts>;
  expect(compareRendered(facts(same), facts(again))).toEqual({
    words: { raw: 300, rendered: 300 },
    title: null,
    description: null,
    canonical: null,
    robots: null,
    headings: [],
    links: [],
    types: [],
  });
});

test('what only scripts bring is told, each once, and so is what they change', () => {
  const raw = facts({
    titles: [{ line, text: 'Loading …' }],
    canonicals: [{ line, href: '/', url: 'https://a.test/' }] as PageFacts['canonicals'],
    links: [link('https://a.test/')],
    types: ['WebSite'],
    mainWords: 2,
  });
  const rendered = facts({
    titles: [{ line, text: 'Docks' }],
    descriptions: [{ line, text: 'Of docks.' }],
    robots: [{ line, agent: 'robots', directives: ['noindex'] }] as PageFacts['robots'],
    headings: ['Docks', '', 'Docks'].map((text) => ({ line, level: 2, text })) as PageFacts['headings'],
    links: [link('https://a.test/'), link('https://a.test/b'), link('https://a.test/b'), link(null)],
    types: ['WebSite', 'Article'],
    mainWords: 640,
  });
  expect(compareRendered(raw, rendered)).toEqual({
    words: { raw: 2, rendered: 640 },
    title: { raw: 'Loading …', rendered: 'Docks' },
    description: { raw: null, rendered: 'Of docks.' },
    canonical: { raw: 'https://a.test/', rendered: null },
    robots: { raw: null, rendered: 'robots: noindex' },
    headings: ['Docks'],
    links: ['https://a.test/b'],
    types: ['Article'],
  });
});
