import type { SourcePassage } from '../../../src/text/compose/shapes.ts';
import type { BriefInput, BriefRequest, WritingBrief } from '../../../src/text/brief/shapes.ts';
import { buildBrief } from '../../../src/text/brief/brief.ts';
import { noPause, passagesOf } from '../compose/support.ts';

export function request(keyword: string, more: Partial<BriefRequest> = {}): BriefRequest {
  return { keyword, articleType: 'guide', targetWordCount: 800, audience: null, styleGuide: null, brandTerms: [], ...more };
}

export function brief(passages: readonly SourcePassage[], wanted: BriefRequest, more: Partial<BriefInput> = {}): Promise<WritingBrief> {
  return buildBrief({ request: wanted, passages, composition: null, competing: [], published: [], ...more }, noPause);
}

/** Scored in their order, the first best. */
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
