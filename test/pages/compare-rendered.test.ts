import { expect, test } from 'vitest';
import { compareRendered } from '../../src/pages/compare-rendered.ts';
import { readPage } from '../../src/pages/read-page.ts';

const url = 'https://a.test/page';
const headers = { 'x-robots-tag': 'noarchive' };
const facts = (html: string) => readPage(`<!doctype html><html lang="en"><head>${html}</html>`, { url, headers });
const words = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`).join(' ');

const head = (title: string) =>
  `<title>${title}</title><meta name="robots" content="nofollow, max-snippet:20"><link rel="canonical" href="/page">`;
const article = '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Article"}</script>';

test('a page that scripts do not change differs in nothing', () => {
  const raw = `${head('Docks')}</head><body><main><h1>Docks</h1><p>${words(30)} <a href="/b">b</a></p></main>`;
  const again = `<meta name="robots" content="max-snippet:20, nofollow"><title>Docks</title><link rel="canonical" href="https://a.test/page">`;
  const rendered = `${again}</head><body><div><main><h1>Docks</h1><p>${words(30)} <a href="/b">b</a></p></main></div>`;
  expect(compareRendered(facts(raw), facts(rendered))).toEqual({
    words: { raw: 32, rendered: 32 },
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
  const raw = `${head('Loading …')}</head><body><main><p>Please wait. <a href="/">Home</a></p></main>`;
  const rendered = `<title>Docks</title><meta name="description" content="Of docks.">${article}</head><body><main><h1>Docks</h1><h2>Docks</h2>
    <p>${words(640)} <a href="/">Home</a> <a href="/b">b</a> <a href="/b">b</a> <a href="mailto:a@b.test">write</a></p></main>`;
  expect(compareRendered(facts(raw), facts(rendered))).toEqual({
    words: { raw: 3, rendered: 646 },
    title: { raw: 'Loading …', rendered: 'Docks' },
    description: { raw: null, rendered: 'Of docks.' },
    canonical: { raw: url, rendered: null },
    robots: { raw: 'robots: max-snippet:20, nofollow | robots: noarchive', rendered: 'robots: noarchive' },
    headings: ['Docks'],
    links: ['https://a.test/b'],
    types: ['Article'],
  });
});
