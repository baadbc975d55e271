import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseBody, textLines } from '../../../src/markdown/body.ts';
import { ground } from '../../../src/writing/claims/citations.ts';
import type { Evidence } from '../../../src/writing/claims/evidence.ts';
import { marksIn } from '../../../src/writing/claims/marks.ts';
import type { CitedSource } from '../../../src/writing/sources/shapes.ts';
import { sourcesHeadings } from '../../../src/markdown/outline.ts';

const item = (documentId: string, ...passages: string[]) => ({
  documentId,
  title: `Document ${documentId}`,
  url: `https://docs.example/${documentId}`,
  passages,
});
const evidence: Evidence = new Map([
  [3, item('a', 'Pools keep sockets open.')],
  [4, item('a', 'Pools close idle sockets.')],
  [7, item('b', 'Agents route requests.')],
]);
const grounded = (markdown: string, language = 'en') => ground({ markdown, evidence, language });
const asEvidence = (sources: readonly CitedSource[]): Evidence =>
  new Map(sources.map(({ number, documentId, title, url }) => [number, { documentId, title, url, passages: [] }]));
const numbersIn = (markdown: string) => marksIn(markdown).flatMap((mark) => mark.numbers);

describe('marksIn', () => {
  test.each([
    ['Said so. [3]', [3]],
    ['Said so [3].', [3]],
    ['Said so.[3]', [3]],
    ['Both [3, 5] agree', [3, 5]],
    ['Both [3][5] agree', [3, 5]],
    ['Both [3], [5] agree', [3, 5]],
    ['All of [3–6]', [3, 4, 5, 6]],
    ['A footnote[^3]', [3]],
    ['In `a[3]` code', []],
    ['A link [3](https://a.example)', []],
    ['A [link with [3] in it](https://a.example)', []],
    ['An image ![3](a.png)', []],
    ['Escaped \\[3\\]', []],
    ['At <https://a.example/[3]>', []],
    ['The year [2019]', []],
    ['No number [x] [ 3]', []],
  ])('reads %j', (text, numbers) => {
    expect(numbersIn(text)).toEqual(numbers);
  });

  test('stays fast on hostile brackets', () => {
    const started = performance.now();
    for (const hostile of ['['.repeat(50_000), '[]('.repeat(20_000), '`'.repeat(300).replace(/`/g, '` `` '), '[3]'.repeat(20_000)])
      marksIn(hostile);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

describe('ground', () => {
  test('numbers documents in order of appearance and lists them', async () => {
    const { markdown, sources } = await grounded('Agents route. [7]\n\n## Pools\n\nThey keep sockets open [3][4], and route [7].');
    expect(markdown).toBe(
      'Agents route. [1]\n\n## Pools\n\nThey keep sockets open [2], and route [1].\n\n## Sources\n\n1. [Document b](https://docs.example/b)\n2. [Document a](https://docs.example/a)\n',
    );
    expect(
      sources.map(({ number, documentId, sentences }) => ({ number, documentId, sections: sentences.map(({ section }) => section) })),
    ).toEqual([
      { number: 1, documentId: 'b', sections: ['Introduction', 'Pools'] },
      { number: 2, documentId: 'a', sections: ['Pools'] },
    ]);
  });

  test('drops numbers without evidence, and says where they were', async () => {
    const { markdown, dropped } = await grounded('Pools keep sockets open [3, 9]. So it is said. Napoleon knew it [12].');
    expect(markdown.split('\n')[0]).toBe('Pools keep sockets open [1]. So it is said. Napoleon knew it.');
    expect(dropped).toEqual([
      { number: 9, sentence: 'Pools keep sockets open.' },
      { number: 12, sentence: 'Napoleon knew it.' },
    ]);
  });

  test.each([
    ['Odd [[9]3] marks', 'Odd [ 3] marks'],
    ['Odd [3[9], 4] marks', 'Odd [3 , 4] marks'],
    ['Text `[9]```', 'Text ` ```'],
    ['Text\n[9]# no heading', 'Text\n…# no heading'],
    ['Text\n[9] goes on', 'Text\ngoes on'],
  ])('lets nothing new arise where it takes a mark out of %j', async (written, expected) => {
    expect((await grounded(written)).markdown).toBe(`${expected}\n`);
  });

  test.each([
    '## References\n\n1. Made up\n2. https://evil.example',
    '## Quellen:\n\n- [1] Erfunden',
    '**Sources:**\n\n- https://evil.example',
    '# Sources',
    '## References\n\n[1] Made up, 2019\n[2] Made up, too\n\nhttps://evil.example',
    '[3]: https://evil.example "x"\n[^7]: Made up, 2019',
  ])('takes away the writer’s own list %j', async (list) => {
    const { markdown } = await grounded(`Pools keep sockets open. [3]\n\n${list}`);
    expect(markdown).toBe('Pools keep sockets open. [1]\n\n## Sources\n\n1. [Document a](https://docs.example/a)\n');
  });

  test.each(Object.entries(sourcesHeadings))('keeps one list in %s, under “%s”, however often it is edited', async (language, heading) => {
    const written = await grounded('Pools keep sockets open. [3]\n\n## Pools\n\nAgents route. [7]', language);
    expect(written.markdown.split(`\n## ${heading}\n`)).toHaveLength(2);
    let edited = written;
    for (let edit = 0; edit < 2; edit++)
      edited = await ground({ markdown: edited.markdown, evidence: asEvidence(edited.sources), language });
    expect(edited.markdown).toBe(written.markdown);
    const moved = await ground({
      markdown: `${written.markdown}\n${heading}：\n\n1. Made up`,
      evidence: asEvidence(written.sources),
      language,
    });
    expect(moved.markdown).toBe(written.markdown);
  });

  test.each([
    '## References\n\n1. Made up\n2. https://evil.example\n\nClients wait.',
    '## References\n\n1. Made up\n2. https://evil.example\nClients wait.',
    '## References\n1. Made up\n\n   More of it.\n\n\nClients wait.',
    '**Sources:**\n\n1. Made up\n\nClients wait.',
    '## References\n\n[1] Made up, 2019\n\nClients wait.',
  ])('keeps the text after the writer’s own list %j', async (list) => {
    const { markdown } = await grounded(`Pools keep sockets open. [3]\n\n${list}`);
    expect(markdown.replace(/\n{2,}/g, '\n\n')).toBe(
      'Pools keep sockets open. [1]\n\nClients wait.\n\n## Sources\n\n1. [Document a](https://docs.example/a)\n',
    );
  });

  test.each([
    'Some words about them.',
    '- Rivers\n- Lakes\n\nThey feed the sea.',
    '- Rivers\n- Lakes\nThey feed the sea.',
    '### Rivers\n\nLong.',
  ])('keeps the last section under such a heading if it is more than a list: %j', async (text) => {
    expect((await grounded(`Pools keep sockets open. [3]\n\n## Sources\n\n${text}`)).markdown).toContain(
      `## Sources\n\n${text}\n\n## Sources`,
    );
  });

  test('keeps a section that merely has such a heading', async () => {
    const { markdown } = await grounded('## Sources\n\nRivers begin at them.\n\n## Mouths\n\nThey end there. [3]');
    expect(markdown).toContain('Rivers begin at them.');
  });

  test('heads the list in the article’s language, and writes none without sources', async () => {
    expect((await grounded('Text. [3]', 'de')).markdown).toContain('## Quellen');
    expect((await grounded('Text. [99]')).markdown).toBe('Text.\n');
  });

  test('leaves code and headings alone, and takes marks out of headings', async () => {
    const { markdown } = await grounded('## Array[3] [3]\n\n```\na [9]\n```\n\n    b [9]\n\nIn `c [9]` it is. [3]');
    expect(markdown).toMatch(/^## Array\[3\]\n\n```\na \[9\]\n```\n\n {4}b \[9\]\n\nIn `c \[9\]` it is\. \[1\]/);
  });

  test('gives a sentence the next mark of its paragraph, and a list item any mark of its list', async () => {
    const { sentences } = await grounded(
      'First one here. Second one. [3] Third one.\n\nThere are kinds:\n\n- big ones\n- small ones [7]\n- others',
    );
    expect(sentences.map(({ text, citations }) => [text, citations])).toEqual([
      ['First one here.', [3]],
      ['Second one.', [3]],
      ['Third one.', []],
      ['There are kinds:', [7]],
      ['big ones', [7]],
      ['small ones', [7]],
      ['others', [7]],
    ]);
  });

  test('reads the marks of answers', async () => {
    const { faq, sources } = await ground({
      markdown: '',
      faq: [{ question: 'What?', answer: 'Pools keep sockets open [3].' }],
      evidence,
      language: 'en',
    });
    expect(faq).toEqual([{ question: 'What?', answer: 'Pools keep sockets open.' }]);
    expect(sources[0]!.sentences).toEqual([{ text: 'Pools keep sockets open.', passageId: '3', section: 'FAQ' }]);
  });

  const pieces = [
    ['[3]', '[9]', '[4, 7]', '[3][9]', '[^7]', ' ', ' ', '\n', '\n\n', 'Pools keep.', 'word', '# ', '- ', '1. ', '> ', '`', '```', '    '],
    ['[', ']', '(u)', '\\', ':', '|', '---', '!', '[3]: https://x.example', '## Sources', '**', '<', '[a](b)', '-', '[7]: ', '…'],
  ].flat();
  const anyMarkdown = fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((parts) => parts.join(''));

  test('never leaves a number that is not in the sources', async () => {
    await fc.assert(
      fc.asyncProperty(anyMarkdown, async (written) => {
        const { markdown, sources } = await grounded(written);
        const known = new Set(sources.map(({ number }) => number));
        const lines = markdown.split('\n');
        for (const { from, to, kind } of textLines(await parseBody(markdown))) {
          if (kind === 'text') for (const number of numbersIn(lines.slice(from, to).join('\n'))) expect(known).toContain(number);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('changes nothing when its result is grounded again', async () => {
    await fc.assert(
      fc.asyncProperty(anyMarkdown, async (written) => {
        const once = await grounded(written);
        const twice = await ground({ markdown: once.markdown, evidence: asEvidence(once.sources), language: 'en' });
        expect(twice.markdown).toBe(once.markdown);
        expect(twice.dropped).toEqual([]);
      }),
      {
        numRuns: 300,
        examples: [['## Sources\n[4, 7]'], ['## Sources # [3]'], ['[\n[9]```'], ['[3]    [9]:'], ['[3]: https://x.example [3]\n---']],
      },
    );
  });
});
