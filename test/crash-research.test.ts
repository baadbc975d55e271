import { expect, test } from 'vitest';
import { run, tiny } from './soak/research.ts';

// Forty times each, with a thousand keywords, under the machine's own clock: npm run soak research.
test(
  'killed in the middle, a check of rankings, a sync and a competitor gap end once, and ask for nothing again that was kept',
  { timeout: 120_000 },
  async () => {
    const ended = { kills: 1, askedAgain: 0, jobs: ['succeeded'], events: 0, integrity: 'ok' };
    expect(await run(tiny)).toMatchObject({
      passed: true,
      rankings: { ...ended, asked: 24, kept: 24 },
      sync: { ...ended, asked: 25, kept: 25 },
      gap: { ...ended, asked: 4 },
    });
  },
);
