import { expect, test } from 'vitest';
import { readPage } from '../../src/pages/read-page.ts';

const size = 50_000;
const fill = (piece: string, length = size) => piece.repeat(Math.ceil(length / piece.length));
const ticks = (length: number, piece: (at: number) => string) => Array.from({ length: length / 10 }, (_, at) => piece(at)).join('');

/** Pages made to be slow, of any length. */
const pages: Record<string, (length: number) => string> = {
  'unclosed boxes': (length) => fill('<div>', length),
  'unclosed lists': (length) => fill('<ul><li>', length),
  'unclosed tables': (length) => fill('<table><tr><td>', length),
  'unclosed drawings': (length) => fill('<svg><g>', length),
  'unclosed links': (length) => fill('<a href=x>', length),
  'unclosed headings': (length) => fill('<h1><span>', length),
  'closing tags of what is not open': (length) => fill('<b>', length / 2) + fill('</i>', length / 2),
  'closing paragraphs': (length) => fill('</p>', length),
  'a hundred thousand attributes': (length) => `<a href=x ${ticks(length, (at) => ` a${at}=b`)}>`,
  'one attribute': (length) => `<div class="${fill('nav ', length)}" style="${fill('display ', length)}" id="${fill('a ', length)}">`,
  'one address': (length) => `<a href="${fill('%41', length)}">x</a><img src="data:${fill('A', length)}">`,
  'null bytes': (length) => fill('<\0b \0>\0', length),
  'open brackets': (length) => fill('<', length),
  'comments without an end': (length) => fill('<!-- ', length),
  'a doctype behind comments': (length) => `${fill('<!-- -->', length)}<!doctyp`,
  'many ids': (length) => ticks(length, (at) => `<p id=p${at}><a href=#q${at}>x</a>`),
  'many titles': (length) => fill('<title>x</title>', length),
  'empty roots': (length) => fill('<div id=root>x', length),
  'one word': (length) => fill('a', length),
  'words with marks': (length) => `a${fill('\u0301', length)}`,
  'a script without spaces': (length) => fill('漢字', length),
  'deep JSON-LD': (length) => `<script type="application/ld+json">${fill('[', length / 2)}${fill(']', length / 2)}</script>`,
  'wide JSON-LD': (length) => `<script type="application/ld+json">[${fill('{"@type":"Article"},', length)}0]</script>`,
  'meta of commas': (length) =>
    `<meta name=robots content="${fill('a,', length)}"><meta http-equiv=refresh content="${fill('0 ', length)}">`,
  'dates within dates': (length) => fill('<time><span itemprop="author">', length),
};

function timeOf(html: string): number {
  const started = process.cpuUsage();
  readPage(html, { url: 'https://example.com/' });
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}

/** A page eight times as long would take sixty-four times as long where time went by the square. */
test.each(Object.entries(pages))('%s take time by their length alone', (_, make) => {
  timeOf(make(size / 8));
  const [short, long] = [size, size * 8].map((length) => Math.min(timeOf(make(length)), timeOf(make(length))));
  expect(long).toBeLessThan(40 * Math.max(short!, 5));
});

test('what is kept of a page is bounded', () => {
  const html = fill('<a href=x>z</a><h2>y</h2><p id=a>x</p>', 1_000_000);
  const facts = readPage(html, { url: 'https://example.com/' });
  expect(JSON.stringify(facts).length).toBeLessThan(6_000_000);
  expect(facts.links).toHaveLength(20_000);
  expect(facts.size.html).toBe(html.length);
});

test('what is nested too deep is read as if it stood beside', () => {
  const facts = readPage(`${fill('<div>', 10_000)}<h1>Kilns</h1><p>Fired <a href=x>clay</a></p>`, { url: 'https://example.com/' });
  expect(facts.links).toEqual([expect.objectContaining({ url: 'https://example.com/x' })]);
  expect(facts.mainWords).toBe(3);
});

test('what is named as every object of the language is told as nothing, and can be handed to another thread', () => {
  const said = ['constructor', '__proto__', 'toString'];
  const html = said.map((name) => `<link rel="${name}" href=x><p role="${name}" style="background:red;color:${name}"><${name}>x</${name}>`);
  const facts = structuredClone(readPage(html.join(''), { url: 'https://example.com/' }));
  expect(facts.named).toEqual([]);
  expect(facts.slips.filter(({ what }) => what === 'pale')).toEqual([]);
});
