import { describe, expect, test } from 'vitest';
import { compose, judgeSources, type SourcePassage } from '../../../src/writing/compose/compose.ts';
import { headingsOf, passagesOf, request } from './support.ts';

const tea = `# Green tea

Green tea is a tea whose leaves are heated soon after the harvest. Most green tea comes from China and Japan, where it is drunk every day.

## Water for green tea

Green tea needs water of 60 to 80 degrees. Boiling water makes green tea bitter within a minute. Soft water brings out more of its taste than hard water does.

## Storing green tea

Light and air harm green tea more than heat does. A tin keeps green tea fresh for about a year. Green tea takes on the smell of coffee that is kept beside it. Old green tea loses its colour and its taste within a few months of summer.

## Brewing green tea

Green tea is brewed for one to three minutes in a warm pot. A second brew of green tea tastes milder than the first one does. A small spoon of green tea is enough for one cup of water.`;
const coffee = `# Black coffee

Black coffee is a drink of roasted beans that is taken without milk or sugar. The first houses that sold black coffee stood in Mecca and later in Cairo.

## Grinding for black coffee

Black coffee tastes sour where the beans were ground too coarse. Burrs of steel crush the beans for black coffee between two rings. Blades leave dust that makes black coffee muddy and bitter.

## Keeping black coffee warm

A flask of glass holds the heat of black coffee for six hours or so. On a hot plate black coffee turns bitter after twenty minutes. Reheated black coffee has lost most of what made it smell good.

## Beans for black coffee

Arabica beans give black coffee more acid and less caffeine than other beans do. Dark roasts lend black coffee notes of chocolate and smoke. Freshly roasted beans rest four days before they become black coffee.`;

async function write(keyword: string, articleType: 'how-to' | 'listicle' | 'comparison', passages: readonly SourcePassage[]) {
  const result = compose(request(keyword, { articleType, targetWordCount: 300, includeFaq: false }), passages);
  if (!result.ok) throw new Error(result.reason);
  return result.composition;
}

describe('a comparison', () => {
  test('tells both subjects side by side, each from sources of its own', async () => {
    const { outline, sources } = await write('green tea vs black coffee', 'comparison', await passagesOf({ tea, coffee }));
    for (const [index, { heading }] of outline.entries())
      expect(heading.split(':')[0]).toBe(index % 2 === 0 ? 'Green Tea' : 'Black Coffee');
    for (const { documentId, sentences } of sources) {
      const under = sentences.filter(({ section }) => section.includes(':')).map(({ section }) => section);
      expect(under.every((section) => section.startsWith(documentId === 'tea' ? 'Green Tea' : 'Black Coffee'))).toBe(true);
    }
  });

  test('is refused, naming the subject that has no sources', async () => {
    const passages = await passagesOf({ tea });
    const verdict = judgeSources(request('green tea vs black coffee', { articleType: 'comparison' }), passages);
    expect(verdict.sufficient).toBe(false);
    expect(verdict.reason).toMatch(/too few for “black coffee”\./);
  });
});

describe('a how-to', () => {
  const code = 'git init\n  git add .';
  const steps = ['Make a folder for the git repository and open a shell there:', 'Then record the files of the git repository once:'];

  function guide(): SourcePassage[] {
    const one = { documentId: 'd', documentTitle: 'Git repository', url: null, heading: 'Start', score: 1, language: 'en' };
    const text = [
      'A git repository holds the history of a folder with all that ever stood in its files. The history of a git repository is kept in a hidden folder beside the files, which nobody should edit by hand. Every copy of a git repository holds the whole history, so that work goes on without a network.',
      `A git repository is made in a folder of your own with two commands and takes no time at all, however large the folder is. ${steps[0]}`,
      code,
      `A git repository tracks nothing before that, however many files there are in its folder, and tells so whenever it is asked for its state. ${steps[1]}`,
      'git commit -m "First"',
    ];
    const kinds = ['prose', 'prose', 'code', 'prose', 'code'] as const;
    return text.map((all, position) => ({
      ...one,
      id: `p${position}`,
      text: all,
      kind: kinds[position]!,
      position,
      heading: position === 0 ? null : 'Start',
    }));
  }

  test('quotes each block of code whole, right after the step that leads to it', async () => {
    const { markdown } = await write('git repository', 'how-to', guide());
    expect(markdown).toContain(`${steps[0]} [1]\n\n\`\`\`\n${code}\n\`\`\``);
    expect(markdown.indexOf(steps[0]!)).toBeLessThan(markdown.indexOf(steps[1]!));
  });

  test('counts no word of code', async () => {
    const { wordCount, markdown } = await write('git repository', 'how-to', guide());
    const prose = markdown.slice(0, markdown.indexOf('## Sources')).replace(/```[^]*?```|^#.*$| \[1\]/gm, '');
    expect(wordCount).toBe(prose.split(/\s+/).filter(Boolean).length);
  });

  test('is refused where no source tells steps', async () => {
    const { sufficient, reason } = judgeSources(
      request('green tea', { articleType: 'how-to', targetWordCount: 300 }),
      await passagesOf({ tea }),
    );
    expect({ sufficient, reason }).toEqual({ sufficient: false, reason: expect.stringContaining('steps') });
  });
});

describe('a list', () => {
  const tools = [
    '## Hammer\n\nA hammer drives nails and pegs into the wood with its heavy head. Joiners choose a hammer by its weight, which is stamped on the steel and given in grams.',
    '## Chisel\n\nA chisel cuts mortises and pares the joints until they close. Edges of a chisel are honed on a wet stone each morning before the first cut.',
    '## Plane\n\nA plane shaves a board flat, one curl after the other. Old planes were made of beech, whereas later ones have an iron body and a brass screw.',
  ];

  test('has one numbered item for each thing that a source tells of', async () => {
    const documents = {
      tools: `# Tools of a joiner\n\nThe tools of a joiner are made of steel and wood, and all of them are old.\n\n${tools.join('\n\n')}`,
    };
    expect(headingsOf(await write('tools of a joiner', 'listicle', await passagesOf(documents)))).toEqual([
      '1. Hammer',
      '2. Chisel',
      '3. Plane',
      'Sources',
    ]);
  });
});

test.each(['review', 'opinion', 'news'] as const)('a %s is refused, with the writers that can, but may be planned', async (articleType) => {
  const wanted = request('green tea', { articleType, targetWordCount: 300 });
  const passages = await passagesOf({ tea });
  const result = compose(wanted, passages);
  expect(result).toMatchObject({ ok: false, reason: expect.stringContaining('writer: agent') });
  expect(compose({ ...wanted, plan: true }, passages).ok).toBe(true);
});
