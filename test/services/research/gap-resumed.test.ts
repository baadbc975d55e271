import { expect, test } from 'vitest';
import { gapByRanks } from '../../../src/services/research/gap/by-ranks.ts';
import { paidLists } from '../../../src/services/research/gap/paid.ts';
import { rowsOf } from '../../support/rows.ts';
import { startGapDesk } from './gap-desk.ts';

const sides = { siteUrl: 'https://example.com/', rivals: ['a.example', 'b.example'].map((domain) => ({ domain, names: [] })) };
const figures = {
  searchVolume: 90,
  cpc: null,
  competition: null,
  difficulty: null,
  intent: null,
  monthly: [],
  features: null,
  updatedAt: null,
};

/** A job that compares three sites, and whom it asked what each ranks for. */
async function startJob() {
  const { store, projectId, home, now } = await startGapDesk();
  const asked: string[] = [];
  const paid = paidLists(store.db, { jobId: 'job_1', projectId, write: (also) => store.write(also) });
  return {
    asked,
    home,
    async attempt(at: number, cutAt?: string) {
      const controller = new AbortController();
      const { signal } = controller;
      const data = {
        provider: 'dataforseo' as const,
        cannot: () => null,
        async ranked(domain: string) {
          asked.push(domain);
          if (domain === cutAt) controller.abort(new Error('cut'));
          signal.throwIfAborted();
          const row = { keyword: `of ${domain}`, position: 3, url: `https://${domain}/`, figures };
          return { rows: [row], total: 1, complete: true, wholeAbove: null };
        },
      };
      const market = { country: 'US', language: 'en' };
      return gapByRanks({ data: data as never, sides, market, keywords: undefined, paid, now: now() + at, signal });
    },
  };
}

test('a gap that was cut off asks only for the lists that it has not paid for', async () => {
  const job = await startJob();
  await expect(job.attempt(0, 'b.example')).rejects.toThrow('cut');
  expect(job.asked.splice(0)).toEqual(['example.com', 'a.example', 'b.example']);
  const resumed = await job.attempt(3_600_000);
  expect(job.asked).toEqual(['b.example']);
  const whole = await (await startJob()).attempt(0);
  expect(resumed).toEqual(whole);
  expect(await rowsOf(job.home).count('gap_pieces')).toBe(3);
});
