import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanStretch, plainLine, type Frame } from '../../../src/writing/model/clean.ts';

const frame: Frame = { heading: 'Sizing a Pool', level: 2, others: ['Closing a Pool'], links: ['https://site.example/pools'] };
const clean = (raw: string, more: Partial<Frame> = {}, isCut = false) => cleanStretch(raw, { ...frame, ...more }, isCut);
const text = 'A small pool protects the server [1].';

describe('only what belongs to a section is kept', () => {
  test.each([
    ['thoughts', `<think>So they want\n\na section.</think>\n\n${text}`],
    ['thoughts whose opening the server held back', `So they want a section.\n</think>\n${text}`],
    ['thoughts that never end', `${text}\n<thinking>Was that enough?`],
    ['a fence around all of it', `\`\`\`markdown\n${text}\n\`\`\``],
    ['an announcement', `Sure, here is the section:\n\n${text}`],
    ['an announcement in front of a fence', `Here's the section you asked for:\n\n\`\`\`\n${text}\n\`\`\``],
    ['an announcement on the line above', `Certainly!\nHere is a rewritten version of the introduction:\n${text}`],
    ['an announcement in German', `Hier ist der Abschnitt:\n\n${text}`],
    ['a farewell', `${text}\n\nLet me know if you would like any changes!`],
    ['a count of words', `${text}\n\n(Word count: 120)`],
    ['its own heading', `## Sizing a pool\n\n${text}`],
    ['its own heading on another level', `# **Sizing a Pool**\n\n${text}`],
    ['the next section', `${text}\n\n## Closing a Pool\n\nAnother text [2].`],
    ['pictures', `![A pool](https://evil.example/a.png)\n\n${text}`],
    ['HTML and comments', `<div class="x">${text}</div><!-- a\ncomment -->`],
    ['scripts', `<script>fetch('https://evil.example')</script>${text}`],
    ['rules', `${text}\n\n---\n\n***`],
    ['definitions of links', `${text}\n\n[a]: https://evil.example "Evil"`],
  ])('%s', (_, raw) => {
    expect(clean(raw)).toBe(text);
  });

  test.each([
    [
      'links that were not offered',
      `A [small pool](https://evil.example/a_(b)) protects the server [1].`,
      `A small pool protects the server [1].`,
    ],
    ['links of citations', 'A small pool [1](https://evil.example/).', 'A small pool [1].'],
    ['addresses', 'A small pool <https://evil.example/>.', 'A small pool .'],
    ['citations in words', 'A small pool [passage 1] helps 【2†source】 (passages 3 and 4).', 'A small pool [1] helps [2] [3, 4].'],
    ['citations of every form', 'A [^1] b [2;3] c [3–5] d [1-99] e [7][8].', 'A [1] b [2, 3] c [3, 4, 5] d [1, 99] e [7][8].'],
    ['headings of the wrong level', `# Below\n\n${text}\n\n###### Deep`, `### Below\n\n${text}\n\n### Deep`],
    [
      'a second link to the same page',
      '[a](https://site.example/pools) [b](https://site.example/pools)',
      '[a](https://site.example/pools) b',
    ],
    ['carriage returns', 'One [1].\r\n\r\n\r\n\r\nTwo [1].', 'One [1].\n\nTwo [1].'],
  ])('%s are put right', (_, raw, wanted) => {
    expect(clean(raw)).toBe(wanted);
  });

  test('code is left as it is', () => {
    const code = '```html\n<div>[a](https://evil.example)</div>\n# no heading\n---\n```';
    expect(clean(`Use \`<pool>\` [1]:\n\n${code}\n\n${text}`)).toBe(`Use \`<pool>\` [1]:\n\n${code}\n\n${text}`);
  });

  test.each([
    'Here are the steps that every pool takes:\n\n1. It opens [1].\n2. It closes [1].',
    'Of course, a pool can be too small.\n\nThen requests wait [1].',
    'Here the pool waits [1].\n\nThen it closes [1].',
    'If you want to size a pool, begin with ten connections.',
  ])('words that only look like talk stay', (prose) => {
    expect(clean(prose)).toBe(prose);
  });

  test('a cut text ends with its last whole sentence', () => {
    expect(clean(`${text} A large pool [2]. And th`, {}, true)).toBe(`${text} A large pool [2].`);
    expect(clean('And th', {}, true)).toBe('');
  });

  test('an introduction ends at the first heading', () => {
    const whole = `# Title\n\n${text}\n\n## Sizing a Pool\n\nMore [1].`;
    expect(clean(whole, { heading: null, others: ['Sizing a Pool'] })).toBe(text);
    expect(clean(`# Title\n\n${text}\n\n## Anything\n\nMore [1].`, { heading: null })).toBe(text);
  });
});

test('a heading or title becomes one plain line', () => {
  expect(plainLine('<think>no</think>## **What a [Pool](https://evil.example) Is** [1] <b>x</b>')).toBe('What a Pool Is x');
  expect(plainLine('"A Title"')).toBe('A Title');
});

const piece = fc.constantFrom(
  '# Sizing a Pool',
  '## Other',
  '#### Deep',
  '<b>',
  '</b>',
  '<script>',
  '</script>',
  '<!--',
  '-->',
  '[a](https://evil.example)',
  '![x](y)',
  '[1]',
  '[passage 2]',
  '```',
  '`',
  '---',
  '===',
  '- item',
  '1. item',
  '| a |',
  text,
  'word',
  '\n',
  '\n\n',
  '[a]: b',
  '<https://x.example>',
  '(',
  ')',
  '[',
  ']',
  '<',
  '>',
);

test('whatever a model says, no foreign link, picture or heading out of place is left, and cleaning it again changes nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 12 })), { maxLength: 25 }), (pieces) => {
      const once = clean(pieces.join(' ').replaceAll(' \n', '\n').replaceAll('\n ', '\n'));
      const prose = once.replaceAll(/^ {0,3}```[^]*?(?:^ {0,3}```[ \t]*$|(?![^]))/gm, '').replaceAll(/`[^`\n]+`/g, '');
      expect(prose).not.toMatch(/^#{1,2} /m);
      expect(prose).not.toContain('](https://evil.example)');
      expect(prose).not.toMatch(/<(?:b|script)>/);
      expect(clean(once)).toBe(once);
    }),
    { numRuns: 300 },
  );
});

test('hostile text takes no time', () => {
  const begun = performance.now();
  for (const one of ['[', '![', '<!--', '<think>', '```\n', '`', '<a ', '](', '[a](', '【1†', '# ', '.\n\n', 'Sure ', 'Sure!\n'])
    clean(one.repeat(20_000));
  expect(performance.now() - begun).toBeLessThan(4_000);
});
