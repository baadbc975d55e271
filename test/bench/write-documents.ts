/** Ten documents share a subject, so a larger knowledge base holds more subjects, as real ones do; the frames' words are common to all. */
const perSubject = 10;

const materials = 'copper cedar granite linen amber cobalt walnut marble velvet bronze hazel quartz'.split(' ');
const things = 'harbour turbine orchard archive viaduct kiln beacon aqueduct foundry loom granary observatory quarry tannery lighthouse sluice brewery smithy'.split(' ');
const places = 'north ridge, lower valley, eastern shore, old market, upper moor'.split(', ');
const qualities = 'steady pressure, even heat, clean water, dry air, careful timing, skilled hands, regular care, good light, firm ground, patient trade'.split(', ');
const effects = 'output rises, losses fall, costs shrink, quality improves, waiting ends, accidents become rare, repairs take hours, neighbours profit'.split(', ');

const frames: ((words: Words) => string)[] = [
  ({ subject, place, quality }) => `A ${subject} is a site on the ${place} that depends on ${quality} for its daily work.`,
  ({ subject, quality, effect }) => `When ${quality} is kept up throughout the season, ${effect} at the ${subject} within ${quality.length} weeks.`,
  ({ subject, number, place }) => `Records from the ${place} count ${number} people who worked at the ${subject} in its best year.`,
  ({ thing, quality, number }) => `Each ${thing} needs about ${number} hours of ${quality} before its first full day.`,
  ({ subject, effect, quality }) => `Owners of the ${subject} found that ${effect} as soon as ${quality} was measured every morning.`,
  ({ subject, number, place }) => `The ${subject} near the ${place} was rebuilt after ${number} years because its walls had moved.`,
  ({ material, thing, quality }) => `Working with ${material} in a ${thing} asks for ${quality} and for tools that hold an edge.`,
  ({ subject, quality, number }) => `A manual for the ${subject} names ${number} steps and puts ${quality} at the head of them.`,
  ({ subject, effect, place }) => `Visitors to the ${place} often ask why ${effect} once the ${subject} opens its gates.`,
  ({ thing, material, number }) => `No ${thing} made of ${material} has lasted longer than ${number} winters without new beams.`,
];

interface Words {
  subject: string;
  material: string;
  thing: string;
  place: string;
  quality: string;
  effect: string;
  number: number;
}

/** The subject of the n-th article: the subjects at hand in turn. */
export function keywordFor(article: number, documents: number): string {
  return subjectOf((article * perSubject) % documents);
}

function subjectOf(index: number): string {
  const group = Math.floor(index / perSubject);
  return `${materials[group % materials.length]} ${things[Math.floor(group / materials.length) % things.length]}`;
}

/** Markdown of some 400 words; the same index always gives the same document. */
export function syntheticDocument(index: number): string {
  const next = generator(index + 1);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(next() * items.length)]!;
  const subject = subjectOf(index);
  const [material = '', thing = ''] = subject.split(' ');
  const words = (): Words => ({ subject, material, thing, place: pick(places), quality: pick(qualities), effect: pick(effects), number: 2 + Math.floor(next() * 97) });
  const section = () => `## The ${thing} and ${pick(qualities)}\n\n${Array.from({ length: 8 }, () => pick(frames)(words())).join(' ')}`;
  return `# Notes on the ${subject}, part ${(index % perSubject) + 1}\n\n${Array.from({ length: 3 }, section).join('\n\n')}\n`;
}

/** Mulberry32, a small generator with a seed (Tommy Ettinger, public domain). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
