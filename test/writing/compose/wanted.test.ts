import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { compose, judgeSources, type Composition, type SourcePassage } from '../../../src/writing/compose/compose.ts';
import { faqSection, introductionSection } from '../../../src/markdown/body.ts';
import { normalise, terms } from '../../../src/language/tokens.ts';
import { manual } from '../../support/scenario.ts';
import { headingsOf, passagesOf, request, retrieve } from './support.ts';

const documents = {
  brewing: `# Brewing pour-over coffee

Pour-over coffee is brewed by pouring hot water over ground coffee in a filter. The water should be between 92 and 96 degrees Celsius. A ratio of 1 gram of coffee to 16 grams of water suits most beans. The whole brew takes three to four minutes.

## The bloom

Pour twice the weight of the coffee in water first and wait 30 seconds. During the bloom carbon dioxide leaves the grounds. Fresh coffee blooms more than stale coffee. Without a bloom the water runs past the grounds unevenly.

## Grind size

Grind medium-fine, about as coarse as table salt. A grind that is too fine makes the coffee bitter and slows the flow. A grind that is too coarse makes it sour and watery. Burr grinders give an even grind; blade grinders do not.

## Filters

Paper filters hold back oils and fines. Rinse a paper filter with hot water before brewing, so that it does not taste of paper. Metal filters let oils through and give a heavier body. Cloth filters must be kept wet in the refrigerator.`,
  drippers: `# Choosing a dripper

The Hario V60 is a cone with one large hole and spiral ribs. Its flow depends on the grind and on the pouring, so pour-over coffee from it varies with the person who brews it.

The Kalita Wave has a flat bottom with three small holes. It is more forgiving than a cone, because the holes limit the flow of the water.

The Chemex was invented by Peter Schlumbohm in 1941. Its filters are 20 to 30 percent thicker than those of other drippers, and the coffee from it is very clean.

## Materials

Plastic drippers keep heat better than ceramic ones that were not heated before. Ceramic drippers must be rinsed with hot water. Glass breaks easily. Metal drippers lose heat quickly but do not break.`,
  water: `# Water for coffee

Water makes up more than 98 percent of a cup of coffee. Hard water holds calcium and magnesium, which bind flavour compounds during extraction. Very soft water makes pour-over coffee taste flat. The Specialty Coffee Association recommends a total hardness of 50 to 175 ppm.

Distilled water should not be used alone. It extracts badly and may damage boilers with conductivity sensors. Filter jugs reduce chlorine and hardness. Boil the water fresh for each brew of pour-over coffee and let it rest for 30 seconds before pouring.`,
  storage: `# Storing coffee beans

Coffee beans keep their aroma for about four weeks after roasting. Keep beans in an airtight container, away from light, heat and moisture. Ground coffee loses most of its aroma within 30 minutes. Beans may be frozen in portions for up to six months. Frozen beans should be ground without thawing them.

## Freezing

A vacuum bag slows oxidation of frozen coffee beans considerably. Pour-over coffee from frozen beans tastes much like that from fresh ones.`,
};
let passages: SourcePassage[];

beforeAll(async () => {
  passages = await passagesOf(documents);
});

async function write(keyword: string, targetWordCount: number, outline?: string[], from: readonly SourcePassage[] = passages) {
  const scored = retrieve(from, [keyword, ...(outline ?? [])].join(' '));
  const result = compose(request(keyword, { targetWordCount, includeFaq: false, ...(outline && { outline }) }), scored);
  if (!result.ok) throw new Error(result.reason);
  return result.composition;
}

/** What is quoted under each heading: the ids of its passages, and its text. */
function quotedIn({ sources }: Composition, heading: string): { from: string[]; text: string } {
  const quoted = sources.flatMap(({ sentences }) => sentences).filter(({ section }) => section === heading);
  return { from: [...new Set(quoted.map(({ passageId }) => passageId))], text: quoted.map(({ text }) => text).join(' ') };
}

function textOf(id: string): string {
  return passages.find((passage) => passage.id === id)!.text;
}

describe('what is named after the keyword', () => {
  test('takes no sections from headings that say more', async () => {
    const about = await passagesOf({ manual });
    const { markdown } = await write('connection pool', 250, ['What a pool is', 'Sizing a pool', 'Closing a pool'], about);
    expect(markdown).toMatch(/## Sizing a pool\n\nThe size of .*\n\n## Closing a pool\n\nClosing a connection pool/);
    expect(markdown).not.toContain('statistics');
  });

  test('comes first with its sections if it is a document', async () => {
    expect(headingsOf(await write('pour-over coffee', 200))[0]).toBe('The Bloom');
  });

  test('must be enough on its own, without the rest of its document', async () => {
    const verdict = judgeSources(request('grind size', { targetWordCount: 200 }), retrieve(passages, 'grind size'));
    expect(verdict).toMatchObject({ sufficient: false, usablePassages: 1, usableWords: 43 });
  });
});

describe('a requested heading', () => {
  test('holds what its author put under it, and is unmet if no source speaks of it', async () => {
    const composition = await write('pour-over coffee', 300, ['Grind size', 'Nothing on this']);
    expect(quotedIn(composition, 'Grind size')).toEqual({ from: ['brewing#2'], text: textOf('brewing#2') });
    expect(composition.unmetOutline).toEqual(['Nothing on this']);
  });

  test('is filled from the one document that has it', async () => {
    const only = passages.filter(({ documentId }) => documentId === 'brewing');
    const composition = await write('pour-over coffee', 300, ['Grind size'], only);
    expect(composition.unmetOutline).toEqual([]);
    expect(quotedIn(composition, 'Grind size').from).toEqual(['brewing#2']);
  });

  test('is unmet if only one of its words occurs', async () => {
    const others = passages.filter(({ id }) => id !== 'brewing#2');
    const { unmetOutline } = await write('pour-over coffee', 300, ['Grind size', 'Filters'], others);
    expect(unmetOutline).toEqual(['Grind size']);
  });

  test('is matched with a section’s heading before its document’s title', async () => {
    const composition = await write('pour-over coffee', 400, ['Choosing a Dripper', 'Materials']);
    expect(quotedIn(composition, 'Choosing a Dripper').from).toEqual(['drippers#0']);
    expect(quotedIn(composition, 'Materials').from).toEqual(['drippers#1']);
  });

  test('takes no passage that merely mentions it under another heading', async () => {
    const composition = await write('pour-over coffee', 400, ['Water for Coffee', 'The Bloom']);
    expect(quotedIn(composition, 'Water for Coffee').from).toEqual(['water#0']);
  });

  test('takes from an unordered text the sentences that speak of it', async () => {
    const mixed = Object.values(documents).map((text) => text.replace(/^#.*$/gm, '').trim());
    const unordered = await passagesOf({ notes: mixed.join('\n\n') });
    const composition = await write('pour-over coffee', 300, ['Paper filters'], unordered);
    const { text } = quotedIn(composition, 'Paper filters');
    expect(text).toContain('Paper filters hold back oils and fines.');
    expect(text).not.toMatch(/beans|bloom|V60/i);
  });

  test('is the reason for a refusal if the sources say too little about it', async () => {
    await expect(write('pour-over coffee', 300, ['Nothing on this'])).rejects.toThrow('under the headings that were asked for');
  });

  test('is not left empty by those before it', async () => {
    const outline = ['Water for Coffee', 'Choosing a Dripper', 'Storing Coffee Beans', 'The Bloom', 'Filters', 'Grind size'];
    const composition = await write('pour-over coffee', 250, outline);
    expect(composition.unmetOutline).toEqual([]);
  });
});

test('an article’s own headings, requested for another, hold what they say', async () => {
  const headings = headingsOf(await write('pour-over coffee', 400)).slice(0, -1);
  const again = await write('pour-over coffee', 400, headings);
  expect(again.unmetOutline).toEqual([]);
  const documentsUnder = headings.map((heading) => [...new Set(quotedIn(again, heading).from.map((id) => id.split('#')[0]!))]);
  for (const [index, ids] of documentsUnder.entries()) expect(ids, headings[index]).toHaveLength(1);
});

test('whatever headings are requested, each is unmet or holds only passages that speak of it', async () => {
  const anyWords = ['Grind', 'size', 'Filters', 'water', 'coffee', 'bloom', 'metal', 'beans', 'history', 'dripper', 'the', 'Schlumbohm'];
  const anyHeading = fc.array(fc.constantFrom(...anyWords), { minLength: 1, maxLength: 3 }).map((all) => all.join(' '));
  const anyKeyword = fc.constantFrom('pour-over coffee', 'coffee', 'coffee filters', 'water');
  const byId = new Map(passages.map((passage) => [passage.id, passage]));
  await fc.assert(
    fc.asyncProperty(anyKeyword, fc.array(anyHeading, { minLength: 1, maxLength: 4 }), async (keyword, outline) => {
      const result = compose(request(keyword, { targetWordCount: 300, outline }), retrieve(passages, keyword));
      if (!result.ok) return;
      const { unmetOutline, sources, outline: met } = result.composition;
      const asked = new Set(outline.map(normalise));
      expect(new Set([...unmetOutline, ...met.map(({ heading }) => heading)].map(normalise))).toEqual(asked);
      for (const { text, passageId, section } of sources.flatMap(({ sentences }) => sentences)) {
        const { heading, documentTitle, text: all } = byId.get(passageId)!;
        expect(all).toContain(text);
        if (section === introductionSection || section === faqSection) continue;
        const held = new Set(terms(`${documentTitle} ${heading ?? ''} ${all}`, 'en'));
        const wanted = [...new Set(terms(section, 'en'))];
        const spoken = wanted.filter((term) => held.has(term)).length / wanted.length;
        expect(spoken, `${section}: ${text}`).toBeGreaterThanOrEqual(0.6);
      }
    }),
    { numRuns: 60 },
  );
});
