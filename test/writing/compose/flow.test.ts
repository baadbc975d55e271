import { describe, expect, test } from 'vitest';
import { compose } from '../../../src/writing/compose/compose.ts';
import { passagesOf, request } from './support.ts';

const lead =
  'A kiln is an oven that fires clay at up to 1300 degrees. Every kiln has walls that keep the heat of many hours. A kiln of bricks lasts for decades. Gas, wood and electric current heat a kiln, and each of them gives the glaze another colour.';

/** An article on kilns from a manual whose section "Firing a kiln" is given. */
async function articleWith(section: string): Promise<string> {
  const more =
    'A kiln stands on a floor of stone, away from all that burns. The room of a kiln needs a window for its fumes. Nobody leaves a kiln alone while it climbs to its heat. Shelves of a kiln carry the pots in three or four layers, with posts between them. A kiln near a wall needs a gap of half a metre behind it, so that air can pass.';
  const manual = `# Kilns\n\n${lead}\n\n## Firing a kiln\n\n${section}\n\n## Placing a kiln\n\n${more}`;
  const result = compose(request('kiln', { targetWordCount: 300 }), await passagesOf({ manual }));
  if (!result.ok) throw new Error(result.reason);
  return result.composition.markdown;
}

describe('what is quoted of a section', () => {
  test('is its text in order, with the code and the list among it', async () => {
    const steps = '1. Open the vents.\n2. Light the burner.\n3. Close the door.';
    const section = `A firing begins with a cold kiln. It takes these steps:\n\n${steps}\n\nThe controller of the kiln shows its program:\n\n\`\`\`\nramp 100 to 600\n\`\`\`\n\nThis program suits most clays.`;
    expect(await articleWith(section)).toMatch(
      /begins with a cold kiln\. It takes these steps:\n\n1\. Open[^]*3\. Close the door\. \[1\]\n\n.*shows its program: \[1\]\n\n```\nramp 100 to 600\n```\n\nThis program suits most clays/,
    );
  });

  test('leaves out what only points elsewhere, and what leans on it', async () => {
    const section =
      'The cones of a kiln tell its heat. See Section 4 for their numbers. They are listed by temperature there. A cone bends when the kiln has done its work. Potters say that a kiln has a memory for everything that went wrong in it, and they sweep its floor after each firing.';
    const article = await articleWith(section);
    expect(article).toContain('The cones of a kiln tell its heat. A cone bends');
    expect(article).not.toMatch(/Section 4|They are listed/);
  });

  test('has no hole: after a sentence that cannot be quoted its paragraph ends, and so does what leans on it', async () => {
    const section =
      'A slow kiln spares the glaze of large pots. It is set by the key , which is red. A key of that kind fits every kiln.\n\nThis key is lost easily by most potters.\n\nThe heat of a kiln falls for a day before anyone may open its door. Potters say that a kiln has a memory for everything that went wrong in it, and they sweep its floor after each firing.';
    const article = await articleWith(section);
    expect(article).toContain('spares the glaze');
    expect(article).toContain('falls for a day');
    expect(article).not.toMatch(/the key ,|of that kind|This key/);
  });

  test('has no sentence that announces code too long to be shown', async () => {
    const listing = Array.from({ length: 41 }, (_, line) => `line ${line}`).join('\n');
    const section = `A kiln logs its heat every minute of the night. The log of the kiln reads:\n\n\`\`\`\n${listing}\n\`\`\`\n\nA kiln without a log cannot be trusted by anyone. Potters say that a kiln has a memory for everything that went wrong in it, and they sweep its floor after each firing.`;
    const article = await articleWith(section);
    expect(article).toContain('every minute of the night');
    expect(article).not.toMatch(/log of the kiln reads|line 7/);
  });
});

describe('a manual page opens', () => {
  const page = (described: string) =>
    `# kiln(1)\n\n## NAME\n\nkiln - Fire clay at a steady heat\n\n## DESCRIPTION\n\n${described} Its door stays locked while the kiln is hot. Glaze runs off a pot if the heat falls by a hundred degrees within one hour of the night.\n\n## NOTES ON HEAT\n\nThe heat of a kiln rises by 100 degrees an hour. A kiln at its limit shuts itself off. Most clays want a kiln of a thousand degrees and some of twelve hundred. A kiln that is heated too fast breaks the pots that stand in it. Potters look into a kiln through a small hole in its side, and the colour of the fire tells them how hot it is.`;

  test.each([
    [
      'with its name, and what it is about below',
      'If a program is named, `kiln` follows it to its end.',
      /^kiln - Fire .+ heat \[1\]\n\nIf a program is/,
    ],
    ['with what its subject is', lead, /^A kiln is an oven/],
    ['without its name, where its description says as much', 'Use `kiln` to fire clay slowly overnight.', /^Use `kiln` to fire clay/],
  ])('%s', async (_, described, opening) => {
    const result = compose(request('kiln', { targetWordCount: 200 }), await passagesOf({ page: page(described) }));
    if (!result.ok) throw new Error(result.reason);
    expect(result.composition.markdown).toMatch(opening);
  });
});
