import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { introductionSection } from '../../src/markdown/body.ts';
import { renderHtml } from '../../src/markdown/render.ts';
import { replaceSection, sectionsOf, sectionText } from '../../src/markdown/sections.ts';

const headingsOf = async (markdown: string) => (await sectionsOf(markdown)).slice(1).map(({ heading }) => heading);
async function replaced(markdown: string, heading: string, text: string): Promise<string> {
  const result = await replaceSection(markdown, heading, text);
  if (!result.ok) throw new Error(`No ${heading} among ${result.headings.join()}`);
  return result.markdown;
}

describe('what is a heading', () => {
  test.each([
    ['a fence of four backticks holds one of three', '## A\n\n````\n```\n## in code\n```\n## in code\n````\n\n## B', ['A', 'B']],
    ['three backticks with code behind them open no fence', '## A\n\n``` inline ```\n\n## B', ['A', 'B']],
    ['a fence within a list', '## A\n\n- x\n\n  ```\n## B', ['A', 'B']],
    ['tildes within backticks', '## A\n\n```\n~~~\n```\n\n## B', ['A', 'B']],
    ['underlined headings', 'Opening.\n\nA\n---\n\nText.\n\nOne\ntwo\n---\n\nText.', ['A', 'One two']],
    ['indented by up to three spaces', '   ## A\n\n    ## code', ['A']],
    ['in a quotation or a list there is none', '## A\n\n> ## Quoted\n\n- ## Item', ['A']],
    ['no mark without a space', '##A\n\n## B ##', ['B']],
    ['of level 1 or 4 none is a section', '# T\n\n## A\n\n#### D\n\n### C', ['A', 'C']],
  ])('%s', async (_name, markdown, headings) => {
    expect(await headingsOf(markdown)).toEqual(headings);
  });
});

describe('sections', () => {
  const article = 'Opening.\n\n## A\n\nOne.\n\n### A1\n\nTwo.\n\n## B\n\nThree.\n\n## Sources\n\n1. [Doc](https://a.example)';

  test('hold their subsections, and end at the next heading of their level', async () => {
    expect((await sectionsOf(article)).map(({ heading, level, text }) => [heading, level, text])).toEqual([
      [introductionSection, 0, 'Opening.'],
      ['A', 2, 'One.\n\n### A1\n\nTwo.'],
      ['A1', 3, 'Two.'],
      ['B', 2, 'Three.'],
    ]);
    expect(await sectionText(article, '## a1')).toBe('Two.');
    expect(await sectionText(article, 'C')).toBeUndefined();
  });

  test('are found by a heading that begins with a number sign', async () => {
    expect(await sectionText('## Choice\n\nOne.\n\n## #1 choice\n\nTwo.', '#1 choice')).toBe('Two.');
    expect(await sectionText('## Choice\n\nOne.\n\n## #1 choice\n\nTwo.', '## Choice')).toBe('One.');
  });

  test('end at a title', async () => {
    expect(await sectionText('## A\n\nOne.\n\n# Title\n\nTwo.', 'A')).toBe('One.');
  });

  test('do not include the closing list of sources, which stays last', async () => {
    expect(await headingsOf(article)).not.toContain('Sources');
    expect(await replaced(article, 'B', 'New.')).toBe(article.replace('Three.', 'New.'));
    expect(await replaceSection(article, 'Sources', 'Gone.')).toEqual({ ok: false, headings: [introductionSection, 'A', 'A1', 'B'] });
    const short = 'Opening.\n\n## Quellen\n\n1. [Doc](https://a.example)';
    expect(await replaced(short, introductionSection, 'New.')).toBe(short.replace('Opening.', 'New.'));
  });

  test('include one about sources', async () => {
    expect(await headingsOf('## Sources\n\nRivers have them.\n\n## B\n\nText.')).toEqual(['Sources', 'B']);
    expect(await headingsOf('## A\n\nText.\n\n## Sources\n\nRivers have them.')).toEqual(['A', 'Sources']);
  });
});

describe('replacing', () => {
  test('keeps code that is indented, and the heading of the next section out of a list', async () => {
    expect(await replaced('## A\n\nOld.\n\n## B', 'A', '    code')).toBe('## A\n\n    code\n\n## B');
    expect(await headingsOf(await replaced('## A\n\nOld.\n\n  ## B', 'A', '- item'))).toEqual(['A', 'B']);
  });

  test('closes code that the new text leaves open', async () => {
    expect(await headingsOf(await replaced('## A\n\nOld.\n\n## B', 'A', '````js\ncode'))).toEqual(['A', 'B']);
  });

  test('an empty text leaves the heading', async () => {
    expect(await replaced('## A\n\nOld.\n\n## B', 'A', ' \n')).toBe('## A\n\n## B');
  });

  test('a section by its own text changes nothing but blank lines', async () => {
    const line = fc.constantFrom(
      '## A',
      '  ### B',
      'C',
      '---',
      '===',
      '```',
      '````',
      '~~~',
      '    code',
      '- item',
      '  more',
      '> quote',
      '# T',
      '',
      '',
      'Text.',
      '``` x ```',
      '## Sources',
      '1. [D](https://a.example)',
      '| a |',
      '|---|',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 25 }), fc.nat(), async (lines, pick) => {
        const markdown = lines.join('\n');
        const sections = await sectionsOf(markdown);
        const { heading } = sections[pick % sections.length]!;
        const again = await replaced(markdown, heading, (await sectionText(markdown, heading))!);
        const filled = (text: string) => text.split('\n').flatMap((one) => one.trim() || []);
        expect(filled(again)).toEqual(filled(markdown));
        expect(await headingsOf(again)).toEqual(await headingsOf(markdown));
      }),
      { numRuns: 200 },
    );
    expect(await renderHtml(await replaced('A\n---\n\n- x\n\n    y\n\n## B', 'A', '- x\n\n    y'))).toContain('<p>y</p>');
  });
});
