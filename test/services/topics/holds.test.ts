import { expect, test } from 'vitest';
import type { AddedTopic } from '../../../schema/topics.ts';
import { createTestApp } from '../../support/test-app.ts';
import { longestTurnOf } from '../../support/turns.ts';

/** Of computing, at the longest. */
const maxHoldMs = 50;

const things = 'bread starter oven flour yeast loaf crust pan mixer scale rye spelt baguette stone dough basket'.split(' ');
const aspects =
  'cost size temperature time cleaning storage brand material weight repair recipe hydration mistakes timer ratio history'.split(' ');
const frames = ['how to {a} a {s}', 'best {s} for {a}', 'cheap {s} {a}', 'why does {s} {a} matter', '{s} vs {t} {a}', '{a} {s} for beginners', '{s} {a} 2026', 'improving {s} {a}']; // prettier-ignore

/** As many as one plan takes, and nearly as long as keywords may be. */
const keywords = Array.from({ length: 2_000 }, (_, at) => {
  const keyword = frames[at % frames.length]!.replace('{a}', aspects[(at >> 3) % aspects.length]!)
    .replace('{s}', things[(at >> 7) % things.length]!)
    .replace('{t}', `kind${at}`);
  return `${keyword} ${Array.from({ length: 14 }, (__, nth) => `${things[(at + nth) % things.length]!}${(at * 7 + nth) % 900}`).join(' ')}`.slice(
    0,
    190,
  );
});

test('the research of 2,000 keywords, and its plan, let others have their turn', { timeout: 300_000 }, async () => {
  const { desk } = await createTestApp({ offline: true });
  const { id } = (await desk.call('topics_create', { name: 'bread baking' })) as AddedTopic;
  for (let at = 0; at < keywords.length; at += 500) await desk.call('topics_add_keywords', { id, keywords: keywords.slice(at, at + 500) });
  const section = (at: number) =>
    `## Bread of kind ${at}\n\n${`The dough of kind ${at} rests in a basket while the oven heats. `.repeat(30)}`;
  for (let nth = 0; nth < 4; nth++)
    await desk.call('knowledge_create', {
      markdown: `# Baking ${nth}\n\n${Array.from({ length: 60 }, (_, at) => section(at * 7 + nth)).join('\n\n')}`,
    });
  const research = async () => {
    await desk.call('topics_research', { id });
    await desk.runDue();
  };
  expect(await longestTurnOf(research, maxHoldMs)).toBeLessThan(maxHoldMs);
  expect(await longestTurnOf(() => desk.call('topics_get', { id, view: 'plan' }), maxHoldMs)).toBeLessThan(maxHoldMs);
});
