import { expect, test } from 'vitest';
import { killJob, tiny } from './soak/research.ts';

test('killed in the middle, a run of prompts ends once, and asks for nothing again that was kept', { timeout: 120_000 }, async () => {
  expect(await killJob('visibility', tiny)).toMatchObject({
    kills: 1,
    asked: 24,
    kept: 24,
    askedAgain: 0,
    jobs: ['succeeded'],
    events: 0,
    integrity: 'ok',
  });
});
