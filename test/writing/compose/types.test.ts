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

  test('begins with the section that compares the two itself', async () => {
    const both = `# Drinks of the morning\n\n## What wakes you\n\nBlack coffee wakes you sooner than green tea does. A cup of green tea has a third of the caffeine of black coffee. The effect of green tea lasts longer, as it comes on more slowly.`;
    const { outline } = await write('green tea vs black coffee', 'comparison', await passagesOf({ tea, coffee, both }));
    expect(outline[0]!.heading).toBe('What Wakes You');
    expect(outline.slice(1, 3).map(({ heading }) => heading)).toEqual([
      expect.stringContaining('Green Tea'),
      expect.stringContaining('Black Coffee'),
    ]);
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

  test('tells a procedure, not answers to questions, and only one that names its subject', async () => {
    const answers = ['Why is the git repository large?', 'How is a git repository moved?', 'Who may write to the git repository?'].map(
      (question, at) =>
        `## ${question}\n\nLook at the git repository from its folder, and let git count what it holds:\n\n\`\`\`\ngit count-objects ${at}\n\`\`\`\n\nA git repository of this kind is moved with its hidden folder, and with nothing else.`,
    );
    const faq = await passagesOf({ faq: `# Questions on the git repository\n\n${answers.join('\n\n')}` });
    expect((await write('git repository', 'how-to', [...guide(), ...faq])).markdown).not.toContain('count-objects');
    const perl = await passagesOf({
      perl: '# The git repository in Perl\n\nA program in Perl reads a git repository through a module that is older than most of its users. Perl sees a git repository as a tree of objects, and Perl asks git for each of them by its name.',
    });
    const verdict = judgeSources(request('git repository in Perl', { articleType: 'how-to', targetWordCount: 100 }), [...guide(), ...perl]);
    expect(verdict).toMatchObject({ sufficient: false });
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

test('a list has one item for each document that tells of one thing, and opens with none of them', async () => {
  const saw = (name: string, told: string, more: string) => `# The ${name} saw\n\nThe ${name} saw ${told}\n\n## Teeth\n\n${more}`;
  const documents = {
    bow: saw(
      'bow',
      'has its blade in a frame of wood, and cuts curves. A string of hemp is twisted with a stick until the blade sings, and it is slackened again each evening.',
      'Its teeth lean to the left and to the right by a hair, so that the blade runs free.',
    ),
    rip: saw(
      'rip',
      'parts boards along the grain, with teeth like small chisels. Two people pull where the trunk is thicker than an arm is long, and sing to keep the time.',
      'Five teeth to the inch are enough for green oak, and seven for dry pine.',
    ),
    fret: saw(
      'fret',
      'carries a thread of steel for letters and lace. Clock makers use it for brass, break a dozen blades a day, and keep the next dozen in a tube of reed.',
      'A lens shows whether a tooth is missing, which ends the blade at once.',
    ),
    choosing:
      '# Choosing\n\n## How a saw is chosen\n\nA saw is a blade with teeth that cuts wood. Which saw is right depends on the cut, and joiners own a dozen of them.',
  };
  const article = await write('saws', 'listicle', await passagesOf(documents));
  expect(
    headingsOf(article)
      .slice(0, 3)
      .map((heading) => heading.replace(/^\d\. The /, ''))
      .toSorted(),
  ).toEqual(['Bow Saw', 'Fret Saw', 'Rip Saw']);
  expect(article.markdown).toMatch(/^A saw is a blade/);
});

test.each(['review', 'opinion', 'news'] as const)('a %s is refused, with the writers that can, but may be planned', async (articleType) => {
  const wanted = request('green tea', { articleType, targetWordCount: 300 });
  const passages = await passagesOf({ tea });
  const result = compose(wanted, passages);
  expect(result).toMatchObject({ ok: false, reason: expect.stringContaining('writer: agent') });
  expect(compose({ ...wanted, plan: true }, passages).ok).toBe(true);
});
