import { expect, test } from 'vitest';
import { longestTurnOf } from '../../support/turns.ts';
import { startGapDesk } from './gap-desk.ts';

/** Of computing, at the longest. */
const maxHoldMs = 50;
const competitors = ['rival.example', 'other.example', 'third.example'];

test('comparing a thousand results pages of a hundred results lets others have their turn', { timeout: 120_000 }, async () => {
  const desk = await startGapDesk();
  const urls = (nth: number) =>
    Array.from({ length: 100 }, (_, at) => `https://stranger${(at * 31 + nth) % 4000}.example/some/long/path/to-a-page-about-${nth}-${at}`);
  const keywords = Array.from({ length: 1000 }, (_, nth) => `keyword ${nth} about pumps`);
  for (const [nth, keyword] of keywords.entries()) await desk.keep(keyword, [...urls(nth).slice(1), `https://rival.example/${nth}`]);
  await desk.gap({ competitors, keywords: keywords.slice(0, 3) });
  expect(await longestTurnOf(() => desk.gap({ competitors }), maxHoldMs)).toBeLessThan(maxHoldMs);
  expect(await longestTurnOf(() => desk.gap({ competitors, keywords }), maxHoldMs)).toBeLessThan(maxHoldMs);
});

test('comparing what long pages write of lets others have their turn', { timeout: 120_000 }, async () => {
  const desk = await startGapDesk();
  const paragraph = (site: number, nth: number) =>
    `A connection pool of kind ${nth} keeps ${site} connections open, and the idle timeout ${nth % 17} closes what nobody uses. Handshake reuse needs session tickets ${(nth * 7919) % 1000}.`;
  const page = (site: number, nth: number, length: number) =>
    `# Pools of kind ${nth} in site ${site}\n\n${Array.from({ length }, (_, at) => `${at % 9 === 0 ? `## Timeout ${at} of pool ${nth}\n\n` : ''}${paragraph(site, at * 31 + nth)}`).join('\n\n')}`;
  for (let nth = 0; nth < 12; nth++) {
    await desk.read(`https://www.example.com/${nth}`, page(0, nth, nth === 0 ? 4000 : 100));
    await desk.read(`https://rival.example/${nth}`, page(1, nth, nth === 0 ? 4000 : 100));
  }
  await desk.gap({ competitors, keywords: ['pools'] });
  expect(await longestTurnOf(() => desk.gap({ competitors }), maxHoldMs)).toBeLessThan(maxHoldMs);
});
