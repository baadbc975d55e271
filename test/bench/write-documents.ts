import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { generator } from './random.ts';

/** What the articles are written from, whatever else the knowledge base holds: manuals that the installed `undici` package ships. */
const manuals = 'Agent BalancedPool Client Dispatcher MockAgent Pool ProxyAgent RetryAgent RetryHandler WebSocket'.split(' ');

export const keywords = ['connection pool', 'dispatcher', 'client', 'client options'];

const things =
  'harbour turbine orchard archive viaduct kiln beacon aqueduct foundry loom granary observatory quarry tannery lighthouse sluice brewery smithy'.split(
    ' ',
  );
const shared = 'client server request connection pool agent option error message response'.split(' ');
const qualities =
  'steady pressure, even heat, clean water, dry air, careful timing, skilled hands, regular care, good light, firm ground, patient trade'.split(
    ', ',
  );
const effects =
  'output rises, losses fall, costs shrink, quality improves, waiting ends, accidents become rare, repairs take hours, neighbours profit'.split(
    ', ',
  );

/** The n-th document: first the manuals, then as many others as are wanted, which share some of their words. The same index always gives the same document. */
export function documentOf(index: number): string {
  const manual = manuals[index];
  if (manual === undefined) return otherDocument(index);
  return readFileSync(fileURLToPath(new URL(`../../node_modules/undici/docs/docs/api/${manual}.md`, import.meta.url)), 'utf8');
}

/** Markdown of some 400 words on something else. */
function otherDocument(index: number): string {
  const next = generator(index + 1);
  const pick = (items: readonly string[]) => items[Math.floor(next() * items.length)]!;
  const thing = pick(things);
  const sentence = () => {
    const number = 2 + Math.floor(next() * 97);
    return pick([
      `A ${thing} of the year ${1700 + number} depends on ${pick(qualities)} for its daily work.`,
      `When ${pick(qualities)} is kept up for ${number} weeks, ${pick(effects)} at the ${thing}.`,
      `Each ${pick(shared)} of the ${thing} needs about ${number} hours of ${pick(qualities)} before its first full day.`,
      `The owners found that ${pick(effects)} as soon as every ${pick(shared)} was measured in the morning.`,
      `Number ${number} in the records names a ${pick(things)} whose ${pick(shared)} had ${pick(qualities)}.`,
    ]);
  };
  const section = () => `## The ${thing} and ${pick(qualities)}\n\n${Array.from({ length: 9 }, sentence).join(' ')}`;
  return `# Notes on the ${thing}, part ${index}\n\n${Array.from({ length: 3 }, section).join('\n\n')}\n`;
}
