import { describe, expect, test } from 'vitest';
import { compose, type ComposeRequest, type SourcePassage } from '../../../src/writing/compose/compose.ts';
import { headingsOf, passagesOf, request } from './support.ts';

const about =
  'A kiln is an oven that fires clay at up to 1300 degrees. Every kiln has walls that keep the heat of many hours. A kiln of bricks lasts for decades. Gas, wood and electric current heat a kiln, and each of them gives the glaze another colour.';
const more =
  'A kiln stands on a floor of stone, away from all that burns. The room of a kiln needs a window for its fumes. Nobody leaves a kiln alone while it climbs to its heat. A kiln near a wall needs a gap of half a metre behind it, so that air can pass.';

function write(keyword: string, passages: readonly SourcePassage[], asked: Partial<ComposeRequest> = {}): string {
  const result = compose(request(keyword, { targetWordCount: 400, includeFaq: false, ...asked }), passages);
  if (!result.ok) throw new Error(result.reason);
  return result.composition.markdown;
}

/** An article on kilns from a manual with this section. */
async function articleWith(section: string): Promise<string> {
  const manual = `# Kilns\n\n${about}\n\n## Firing a kiln\n\n${section}\n\n## Placing a kiln\n\n${more}`;
  return write('kiln', await passagesOf({ manual }));
}

describe('a list', () => {
  const step = (index: number) =>
    `Open vent number ${index} of the kiln by hand, wait until its flame is blue, and write the heat of the kiln into the book that lies beside the door, so that the next potter knows where the firing stands and what is left to do before the night begins.`;
  const steps = (last: string) =>
    `A firing of the kiln takes these steps:\n\n${[1, 2, 3, 4, 5, 6].map((index) => `${index}. ${step(index)}`).join('\n')}\n7. ${last}`;

  test('that two passages share is quoted whole, with its numbers', async () => {
    const section = steps('Close the door of the kiln and let it cool for a day.');
    const { length } = (await passagesOf({ section })).filter(({ text }) => text.includes('vent number'));
    expect(length).toBeGreaterThan(1);
    expect(await articleWith(section)).toMatch(
      /\n1\. Open vent[^]+\n6\. Open vent.+\n7\. Close the door of the kiln and let it cool for a day\. \[1\]/,
    );
  });

  test('that goes on with a single item in the next passage keeps it', async () => {
    const five = [1, 2, 3, 4, 5].map((index) => `${index}. ${step(index)}`).join('\n');
    const section = `A firing of the kiln takes these steps:\n\n${five}\n6. Close the door of the kiln.`;
    expect((await passagesOf({ section })).at(-1)!.text).toMatch(/^6\. /);
    expect(await articleWith(section)).toMatch(/\n5\. Open vent.+\n6\. Close the door of the kiln\. \[1\]/);
  });

  test('of which one part cannot be quoted is left out with its other part', async () => {
    const article = await articleWith(
      `${steps('Close the , of the kiln.')}\n\nPotters say that a kiln has a memory for all that went wrong in it, and they sweep its floor after each firing with a broom that nobody uses for anything else.`,
    );
    expect(article).not.toMatch(/vent number|these steps/);
    expect(article).toContain('has a memory');
  });

  test('of one item stays with the words that announce it, or it would say the opposite', async () => {
    const article = await articleWith(
      'While the kiln is hot, you should never:\n\n- Open its door.\n\nThe heat of the kiln would crack each pot within a minute, and what is left of the glaze would run down its sides and stick to the shelf below it.',
    );
    expect(article).toContain('you should never:\n\n- Open its door.');
  });

  test('whose items are counted has all of them, also those that only point elsewhere', async () => {
    const items = '- Cones bend at the right heat.\n- See the tables of the maker.\n- Pyrometers show a number.';
    const told = (announced: string) => articleWith(`${announced}\n\n${items}\n\nNobody trusts the colour of a kiln alone.`);
    expect(await told('The heat of a kiln is told in several ways:')).toContain('- Cones bend at the right heat.\n- Pyrometers');
    expect(await told('The heat of a kiln is told in three ways:')).toContain('heat.\n- See the tables of the maker.\n- Pyrometers');
  });

  test('may be a table that is announced, but no heap of names', async () => {
    const table = '| Cone | Heat of the kiln |\n| --- | --- |\n| 04 | 1060 degrees |\n| 6 | 1222 degrees |';
    const article = await articleWith(
      `The cones of a kiln bend as follows:\n\n${table}\n\nA cone that stands too near to the door bends late, and the kiln is then hotter than its cone tells the potter.`,
    );
    expect(article).toMatch(/bend as follows:\n\n- .*1060 degrees\n- .*1222 degrees/);
    const heap = await articleWith(
      `Some parts of a kiln bear these names:\n\n- Door; Vent; Flue; Shelf: These parts are known to every potter.\n- Post: It carries a shelf.\n\nThe parts of a kiln are bought from its maker, or from another potter who has given up the work and sells what is left of it.`,
    );
    expect(heap).not.toContain('Door; Vent');
  });

  test('of names and what there is to say of them needs no announcement', async () => {
    const article = await articleWith(
      '- Typical use: Plates and cups of the kitchen, which are fired twice.\n- Effect: The kiln burns off what is left of the water.\n- Range: From 600 to 900 degrees.\n\nA kiln of this kind is small.',
    );
    expect(article).toContain('- Typical use: Plates and cups');
  });
});

describe('what is quoted', () => {
  test('has no references in brackets to what is not there', async () => {
    const article = await articleWith(
      'The door of a kiln (see Section 20.5) closes with two bolts (Table 3). The bolts of a kiln (see also the drawing in chapter two) are of steel. The vents of a kiln (two or three) stand open at first.',
    );
    expect(article).toContain(
      'The door of a kiln closes with two bolts. The bolts of a kiln are of steel. The vents of a kiln (two or three) stand',
    );
  });

  test('keeps the caption of code, and the word between two listings', async () => {
    const article = await articleWith(
      'The program of a kiln can be written in two ways, and both of them do the same:\n\n```\nramp 100 600\n```\n\nor\n\n```\nramp --from 100 --to 600\n```\n\nExtract of `kiln.conf`\n\n```\nheat = 600\n```\n\nThe kiln keeps its program when the current fails.',
    );
    expect(article).toMatch(/ramp 100 600\n```\n\nor \[1\]\n\n```\nramp --from[^]+Extract of `kiln\.conf` \[1\]\n\n```\nheat = 600/);
  });

  test('is in the article’s language, though small words may be spelled alike in two', async () => {
    const german = (english: string) =>
      `# Brennöfen\n\nEin Brennofen ist ein Ofen, in dem Ton bei bis zu 1300 Grad gebrannt wird. Die Wände eines Brennofens halten die Wärme über viele Stunden.\n\n## Einen Brennofen füllen\n\nDie Töpfe stehen im Brennofen in drei Lagen, und zwischen ihnen bleibt ein Finger breit Platz. ${english}\n\nDer Brennofen wird am Abend geschlossen, und wer einen Brennofen füllt, schreibt die Zahl der Töpfe und ihre Glasur in ein Buch, das neben der Tür liegt.\n\n## Einen Brennofen warten\n\nDer Boden des Brennofens wird nach jedem Brand gefegt. Risse in den Wänden eines Brennofens schließt man mit Mörtel aus Ton. Vor dem ersten Brand trocknet ein Brennofen drei Wochen lang, und seine Tür bleibt dabei offen. Wer einen Brennofen kauft, fragt nach dem Alter seiner Steine, denn nach dreißig Jahren zerfallen sie. Ein Brennofen aus Fasern wiegt wenig und kühlt in einer Nacht ab.`;
    const foreign = 'The order of pots in a kiln is shown in the firing book, which in most houses is an old one with many a stain in it.';
    const article = write('Brennofen', await passagesOf({ d: german(foreign) }), { language: 'de', targetWordCount: 200 });
    expect(article).toContain('in drei Lagen');
    expect(article).not.toContain('order of pots');
  });

  test('ends at no short sentence that begins something new', async () => {
    const long = (index: number) => `Mason ${index} came from the coast and laid the bricks of vault ${index} by hand.`;
    const paragraph = [
      ...Array.from({ length: 5 }, (_, index) => long(index)),
      'Then the kiln was in danger.',
      ...Array.from({ length: 5 }, (_, index) => long(index + 10)),
    ];
    const manual = `# Kilns\n\n${about}\n\n## Building a kiln\n\n${paragraph.join(' ')}\n\n## Placing a kiln\n\n${more}`;
    for (let targetWordCount = 200; targetWordCount <= 400; targetWordCount += 20) {
      const article = write('kiln', await passagesOf({ manual }), { targetWordCount });
      if (article.includes('was in danger')) expect(article).toContain('Mason 10');
    }
  });
});

test('the opening says what the keyword is, not what something else of that name is', async () => {
  const other =
    '# Toy kiln\n\nA toy kiln is an oven for dolls. It is made of tin, and a toy kiln never gets hot. Children fire clay in a toy kiln that is no clay.';
  const own = `# Pottery\n\n## Kilns\n\n${about}\n\n## Placing a kiln\n\n${more}`;
  expect(write('kiln', await passagesOf({ other, own }), { targetWordCount: 200 })).toMatch(/^A kiln is an oven that fires clay/);
});

describe('a heading', () => {
  const page = (name: string) =>
    `# ${name}\n\nThe ${name} of a kiln is checked before each firing, and it is replaced every ten years. A kiln without a good ${name} wastes its heat.\n\n## How to open it\n\nThe ${name} of the kiln opens with a key of brass. Turn the key of the ${name} to the left until the kiln clicks, and pull the handle down with the other hand. The ${name} of a hot kiln stays shut for ${name.length} hours, whatever the potter does with the key of brass. ${name === 'Door' ? 'Grease keeps its hinges from rust, and a mason hangs it anew when the frame of the kiln has sunk.' : 'Soot closes the gap of the flue in a year, so a brush hangs beside the kiln and is used after each tenth firing.'}`;

  test('that several documents have goes with the title of its own', async () => {
    const article = write('kiln', await passagesOf({ door: page('Door'), vent: page('Vent') }), { targetWordCount: 400 });
    expect(headingsOf({ markdown: article } as never).join('|')).toMatch(/(?:Door|Vent): How to Open It/);
  });

  test.each([
    ['A.5.1 The old kiln', 'The Old Kiln'],
    ['H.2. The old kiln', 'The Old Kiln'],
    ['7 Why is a kiln round?', 'Why Is a Kiln Round?'],
  ])('%s loses its number', async (raw, heading) => {
    const manual = `# Kilns\n\n${about}\n\n## ${raw}\n\n${more} The old kiln stood on the hill, and its chimney was seen from the sea. It was round, because a round wall keeps the heat of a kiln better than a corner, and needs fewer bricks.\n\n## Placing a kiln\n\n${more.replaceAll('kiln', 'good kiln')}`;
    expect(headingsOf({ markdown: write('kiln', await passagesOf({ manual }), { targetWordCount: 300 }) } as never)).toContain(heading);
  });
});
