import type { SourcePassage } from '../../../src/writing/sources/shapes.ts';
import type { WritingBrief } from '../../../schema/drafts.ts';
import type { BriefInput, BriefRequest } from '../../../src/writing/brief/shapes.ts';
import { buildBrief } from '../../../src/writing/brief/brief.ts';
import { boundedPassages } from '../../../src/writing/brief/pool.ts';
import { readSources } from '../../../src/writing/sources/candidates.ts';
import { passagesOf } from '../compose/support.ts';

export function request(keyword: string, more: Partial<BriefRequest> = {}): BriefRequest {
  return { keyword, articleType: 'guide', targetWordCount: 800, audience: null, styleGuide: null, brandTerms: [], ...more };
}

export async function brief(
  passages: readonly SourcePassage[],
  wanted: BriefRequest,
  more: Partial<BriefInput> = {},
): Promise<WritingBrief> {
  const input = { request: wanted, passages: boundedPassages(passages), composition: null, competing: [], published: [], ...more };
  const { keyword, articleType, targetWordCount, outline, language = input.composition?.language } = wanted;
  const asked = {
    keyword,
    articleType,
    targetWordCount,
    outline: outline ? [...outline] : undefined,
    language: language ?? undefined,
    includeFaq: false,
  };
  return buildBrief(input, readSources(asked, input.passages));
}

/** Scored in this order, best first. */
export async function passagesFrom(documents: Record<string, string>): Promise<SourcePassage[]> {
  const all = await passagesOf(documents);
  return all.map((one, index) => ({ ...one, score: all.length - index }));
}

export function passage(id: string, text: string, more: Partial<SourcePassage> = {}): SourcePassage {
  return {
    id,
    documentId: `doc_${id}`,
    documentTitle: `Notes ${id}`,
    url: `https://notes.example/${id}`,
    heading: null,
    kind: 'prose',
    text,
    position: 0,
    score: 1,
    language: 'en',
    ...more,
  };
}

export const compost: Record<string, string> = {
  'compost-basics': `# Compost Heap Basics

A compost heap is a pile of garden and kitchen waste that microbes turn into humus. A compost heap works by feeding bacteria and fungi with carbon and nitrogen while air and water keep them alive. Gardeners have kept a compost heap behind the shed for centuries, and the method has hardly changed.

## What belongs in a compost heap?

Green waste such as grass clippings, vegetable peel and coffee grounds brings nitrogen to the compost heap. Brown waste such as dry leaves, straw and cardboard brings carbon. Meat, cheese and cooked food attract rats and belong in the bin.

## Turning the heap

Turning the compost heap lets air into the middle, where bacteria use up the oxygen first. A heap turned every two weeks is ready in three months, while a heap left alone takes a year. Use a garden fork and move the outside to the inside.`,
  'compost-trouble': `# Compost Heap Trouble

A compost heap that smells of ammonia holds too much green waste. Mix dry leaves or torn cardboard into the heap until the smell is gone. A compost heap that stays cold lacks nitrogen or water, so add grass clippings and water it.

## Rats in the compost heap

Rats come to a compost heap for cooked food and stay for the warmth. Put wire mesh of 13 millimetres under the heap and leave out bread, meat and cheese. Turning the heap often disturbs the rats before they nest.

## Temperature of the heap

The middle of an active compost heap reaches 60 degrees Celsius within a week. That temperature kills most weed seeds and plant diseases. A thermometer with a long probe costs about 20 euros and shows when the heap needs turning.`,
  'compost-bins': `# Choosing a Compost Bin

A closed compost bin suits small gardens, because it keeps rats out and holds the warmth of a small heap. An open compost heap suits large gardens and is easier to turn with a garden fork. The benefits of a compost heap over a bin are the low price and the size.

## Wooden bins

Wooden slats let air into the compost heap from all sides. Larch lasts about ten years without paint, while spruce rots within four years.

## Plastic bins

Plastic bins keep the compost warm in winter but let in little air. Turning is hard in a plastic bin, so brown waste has to keep it loose.`,
};

/** One of them is about water; the others say more about coffee. */
export const coffee: Record<string, string> = {
  water: `# Water for coffee

Water makes up more than 98 percent of a cup of coffee. Hard water holds calcium and magnesium, which bind flavour compounds during extraction. Very soft water makes pour-over coffee taste flat. The Specialty Coffee Association recommends a total hardness of 50 to 175 ppm. Distilled water should not be used alone. It extracts badly and may damage boilers with conductivity sensors. Filter jugs reduce chlorine and hardness. Boil the water fresh for each brew of pour-over coffee and let it rest for 30 seconds before pouring.`,
  brewing: `# Brewing pour-over coffee

Pour-over coffee is brewed by pouring hot water over ground coffee in a filter. The water should be between 92 and 96 degrees Celsius. The whole brew takes three to four minutes.

## The bloom

Pour twice the weight of the coffee in water first and wait 30 seconds. During the bloom carbon dioxide leaves the grounds. Fresh coffee blooms more than stale coffee. Without a bloom the water runs past the grounds unevenly.

## Filters

Paper filters hold back oils and fines. Rinse a paper filter with hot water before brewing, so that it does not taste of paper. Metal filters let oils through and give a heavier body. Cloth filters must be kept wet in the refrigerator.`,
  dripper: `# Choosing a dripper

The Hario V60 is a cone with one large hole and spiral ribs. Its flow depends on the grind and on the pouring, so pour-over coffee from it varies with the person who brews it. The Kalita Wave has a flat bottom with three small holes. It is more forgiving than a cone, because the holes limit the flow of the water. The Chemex was invented by Peter Schlumbohm in 1941. Its filters are 20 to 30 percent thicker than those of other drippers, and the coffee from it is very clean.

## Materials

Plastic drippers keep heat better than ceramic ones that were not heated before. Ceramic drippers must be rinsed with hot water. Glass breaks easily. Metal drippers lose heat quickly but do not break.`,
};
