import { expect, test } from 'vitest';
import { checkRewrite } from '../../../src/writing/rewrite/check.ts';
import { changesOf } from '../../../src/writing/rewrite/changes.ts';
import { lossesOf } from '../../../src/writing/rewrite/losses.ts';
import { nothing, pageOf, rewriteOf } from './support.ts';

const names = ['pump', 'valve', 'seal', 'rotor', 'gauge', 'plug'];

function section(at: number): string {
  const [one, other] = [names[at % 6]!, names[(at * 5 + 1) % 6]!];
  return `## The ${one} of part ${at}\n\nThe ${one} number ${at} drives the ${other} at ${at + 3} litres per minute. Read the [notes](/notes/${at}) before you open it. It came over the hills by train.\n\n\`\`\`sh\n${one} --part ${at}\n\`\`\`\n\n| Part | Flow |\n| - | - |\n| ${one} ${at} | ${at} l |\n`;
}

/** Pages of some 600 kB, and of a quarter of it: of less, the clock's own steps are a part of what is measured. */
const shapes: Record<string, (at: number) => string> = {
  'of many sections': section,
  'of one link with ever other words': (at) =>
    `Read [the words ${at} of the manual](https://a.example/manual) once and then again.\n`.repeat(4),
  'of tables that begin alike': (at) => `| Part | Flow |\n| - | - |\n| pump | ${at} |\n| pump | ${at + 1} |\n`.repeat(3),
  'of one heading': (at) => `## Pump\n\nThe pump is a pump of the pumps.\n\n\`\`\`\n}\nend ${at}\n\`\`\`\n`.repeat(4),
};
const small = 640;
const large = 4 * small;

function pageWith(count: number, shape: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => shape(at)).join('\n');
}

async function spent(work: () => Promise<unknown>): Promise<number> {
  const from = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(from);
  return user + system;
}

/** How much longer the large takes than the small, each at its best of three, in turns. */
async function growth(work: (count: number) => Promise<unknown>): Promise<number> {
  const best = { small: Infinity, large: Infinity };
  for (let round = 0; round < 3; round++) {
    best.small = Math.min(best.small, await spent(() => work(small)));
    best.large = Math.min(best.large, await spent(() => work(large)));
  }
  return best.large / best.small;
}

// Four times the text takes four times as long; were it to grow with the square, it would be sixteen.
test.each(Object.entries(shapes))('the time for losses and changes grows with the length of pages %s', async (_, shape) => {
  const backwards = (markdown: string) => markdown.split(/\n(?=\n)/).toReversed().join('\n'); // prettier-ignore
  const losses = await growth(async (count) => {
    const before = pageWith(count, shape);
    await lossesOf(before, backwards(before).replaceAll(/\d/g, '7'));
    await lossesOf(before, '');
  });
  const changes = await growth(async (count) => {
    const before = pageWith(count, shape);
    await changesOf(pageOf(before), pageOf(backwards(before).replaceAll('over', 'under')), nothing, nothing);
  });
  expect(losses).toBeLessThan(8);
  expect(changes).toBeLessThan(8);
});

test('the time to check a rewrite that changes little grows with the length of its page', async () => {
  const check = await growth(async (count) => {
    const before = pageWith(count, section);
    await checkRewrite(rewriteOf(pageOf(before), before.replace('at 3 litres', 'at 9 litres')));
  });
  expect(check).toBeLessThan(8);
});
