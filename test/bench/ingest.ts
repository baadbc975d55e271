import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createCopydesk } from '../../src/app.ts';
import { watchTurns } from '../support/turns.ts';
import { round } from './figures.ts';
import { growth } from './growth.ts';
import { peakMiB } from './memory.ts';

export interface IngestOptions {
  documents?: number;
  /** Every so manieth document is long. */
  longEvery?: number;
  /** Asked for at once. */
  atOnce?: number;
}

export const tiny: IngestOptions = { documents: 40, longEvery: 20 };

const subjects = ['kiln', 'glaze', 'harbour', 'tide', 'orchard', 'ledger', 'bridge', 'loom', 'quarry', 'lantern', 'meadow', 'engine'];
const verbs = ['holds', 'turns', 'carries', 'warms', 'opens', 'measures', 'follows', 'repairs', 'colours', 'divides', 'lifts', 'guards'];

/**
 * How fast documents are taken in, and for how long that holds the event loop at most: short ones in Markdown, HTML and plain text, and among
 * them long ones. What loading and compiling holds at the first use is measured along.
 */
export async function run({ documents = 10_000, longEvery = 200, atOnce = 4 }: IngestOptions = {}): Promise<object> {
  const home = mkdtempSync(join(tmpdir(), 'copydesk-bench-'));
  const desk = await createCopydesk({ home, logLevel: 'silent' });
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const longestTurn = watchTurns();
  let [next, characters, kept, ended] = [0, 0, 0, 0];
  try {
    const began = performance.now();
    // Of the first tenth and of all.
    const sizes: { documents: number; seconds: number; peakMiB: number }[] = [];
    delay.enable();
    const take = async () => {
      while (next < documents) {
        const input = documentOf(next++, longEvery);
        characters += Object.values(input)[0]!.length;
        const { alreadyKnown } = (await desk.call('knowledge_create', input)) as { alreadyKnown: boolean };
        if (!alreadyKnown) kept++;
        if (++ended === Math.ceil(documents / 10) || ended === documents)
          sizes.push({ documents: ended, seconds: (performance.now() - began) / 1000, peakMiB: peakMiB() });
      }
    };
    await Promise.all(Array.from({ length: atOnce }, take));
    delay.disable();
    const { seconds } = sizes.at(-1)!;
    const [last] = ((await desk.call('knowledge_list', { q: 'harbour', limit: 1 })) as { data: unknown[] }).data;
    if (!last) throw new Error('Nothing of what was taken in is found.');
    if (kept < documents) throw new Error(`Only ${kept} of ${documents} documents were kept.`);
    return {
      documents,
      kept,
      mebibytes: round(characters / 1024 / 1024),
      documentsPerSecond: round(documents / seconds),
      longestHoldMs: round(delay.max / 1e6),
      longestHoldCpuMs: round(longestTurn()),
      holdMs: { p99: round(delay.percentile(99) / 1e6), p999: round(delay.percentile(99.9) / 1e6) },
      peakMiB: round(peakMiB()),
      growth: {
        seconds: growth(sizes.map((one) => ({ size: one.documents, value: round(one.seconds) }))),
        peakMiB: growth(sizes.map((one) => ({ size: one.documents, value: Math.round(one.peakMiB) }))),
      },
    };
  } finally {
    await desk.close();
    rmSync(home, { recursive: true, force: true });
  }
}

/** Each with words of its own, so that none is a duplicate of another. */
function documentOf(index: number, longEvery: number): Record<string, string> {
  const paragraphs = index % longEvery === longEvery - 1 ? 400 : 3 + (index % 5);
  const text = Array.from({ length: paragraphs }, (_, part) => paragraphOf(index, part));
  if (index % 3 === 0) return { markdown: `# Document ${index}\n\n${text.map((one, part) => `## Part ${part}\n\n${one}`).join('\n\n')}` };
  if (index % 3 === 1) return { html: `<html><body><article><h1>Document ${index}</h1>${text.map((one) => `<p>${one}</p>`).join('')}</article></body></html>` }; // prettier-ignore
  return { text: text.join('\n\n') };
}

function paragraphOf(index: number, part: number): string {
  return Array.from({ length: 6 }, (_, sentence) => {
    const seed = Math.imul(index * 7919 + part * 131 + sentence, 2_654_435_761) >>> 0;
    const [one, other] = [subjects[seed % 12]!, subjects[(seed >>> 8) % 12]!];
    return `The ${one} of ${seed.toString(36)} ${verbs[(seed >>> 4) % 12]!} every ${other} that somebody from ${(seed ^ 0x5bd1e995).toString(36)} had left by the ${subjects[(seed >>> 16) % 12]!}.`;
  }).join(' ');
}
