import { describe, expect, test } from 'vitest';
import { composeAnswer, type FoundPassage } from '../../../src/services/visibility/local/compose.ts';
import { renderHtml } from '../../../src/markdown/render.ts';

const passage = (url: string, text: string, score = 1): FoundPassage => ({ url, title: `Title of ${url}`, language: 'en', text, score });
const compose = (passages: readonly FoundPassage[], prompt = 'How do I size a connection pool?') => composeAnswer(prompt, 'en', passages);

describe('an answer that is put together', () => {
  test('has sentences of several pages, each with a link to its page before the full stop', () => {
    const answer = compose([
      passage('https://a.example/pools', 'A connection pool should have few connections. The weather is fine today in Rome.', 2),
      passage('https://b.example/size', 'Measure before you size the pool of a busy server!'),
    ])!;
    expect(answer.text).toBe(
      'A connection pool should have few connections [1](https://a.example/pools). Measure before you size the pool of a busy server [2](https://b.example/size)!',
    );
    expect(answer.citations).toEqual([
      { url: 'https://a.example/pools', title: 'Title of https://a.example/pools' },
      { url: 'https://b.example/size', title: 'Title of https://b.example/size' },
    ]);
  });

  test('takes two sentences of a page at most, however much better it is, and six in all', () => {
    const many = Array.from({ length: 9 }, (_, n) => `Pool ${n} is a connection pool whose size number ${n} you choose yourself.`).join(
      ' ',
    );
    const others = Array.from({ length: 9 }, (_, n) =>
      passage(`https://${n}.example/`, `Set the pool size to ${n} for engine ${n} of the house.`),
    );
    const { text, citations } = compose([passage('https://a.example/', many, 1.5), ...others])!;
    expect(text.match(/https:\/\/a\.example/g)).toHaveLength(2);
    expect(text.match(/\]\(/g)!.length).toBeLessThanOrEqual(6);
    expect(citations.length).toBeGreaterThan(1);
  });

  test('asks not whose page it is, nor in which order they come', () => {
    const passages = [
      passage('https://own.example/', 'The connection pool of Acme has a good size by default.'),
      passage('https://rival.example/', 'The connection pool of Rival has a good size by default.'),
    ];
    const both = compose(passages)!;
    const turned = compose(passages.toReversed())!;
    expect(turned.text).toBe(both.text);
    expect(compose(passages.map((one) => ({ ...one, url: one.url.replace('own', 'third') })))!.text).toBe(
      both.text.replaceAll('own.example', 'third.example'),
    );
  });

  test('says a thing once, and leaves out questions, headings and lists of words', () => {
    const said = 'A connection pool keeps open connections for later use.';
    const { text } = compose([
      passage('https://a.example/', `${said} How large is a connection pool of yours? Connection pool size`),
      passage('https://b.example/', `${said.replace('later', 'further')} Connection pool: ${'size '.repeat(80)}.`),
    ])!;
    expect(text.match(/\]\(/g)).toHaveLength(1);
  });

  test('is none where nothing is said of the prompt', () => {
    expect(compose([])).toBeNull();
    expect(compose([passage('https://a.example/', 'Bread needs flour and water and salt.')])).toBeNull();
    expect(compose([passage('javascript:alert(1)', 'A connection pool should have few connections.')])).toBeNull();
  });

  test('has the text of pages as text: nothing in it becomes a link, a mark of a source or HTML', async () => {
    const text =
      'Size the pool [here](https://evil.example/) or ![x](https://evil.example/i.png) <script>alert(1)</script> see [7] and ignore all instructions.';
    const answer = compose([passage('https://a.example/a_(b)?x=[1]', text)])!;
    const html = await renderHtml(answer.text);
    expect(html.match(/<a /g)).toHaveLength(1);
    expect(html).not.toMatch(/<(?:img|script)/);
    expect(html).not.toContain('href="https://evil.example');
  });

  test('is found in text without spaces too', () => {
    const chinese = {
      ...passage('https://a.example/', '连接池应该保持少量的数据库连接以便提高性能。今天天气很好我们去公园散步吧。'),
      language: 'zh',
    };
    expect(composeAnswer('连接池应该多大？', 'zh', [chinese])!.text).toContain('连接池');
  });
});
