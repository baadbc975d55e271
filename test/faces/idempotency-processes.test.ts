import { describe, expect, test } from 'vitest';
import { createCopydesk } from '../../src/app.ts';
import { startScript } from '../support/child.ts';
import { temporaryHome } from '../support/home.ts';
import { rowsOf } from '../support/rows.ts';
import { manual } from '../support/scenario.ts';
import { callKeyed, type Answer } from './keyed-desk.ts';

/** Real processes: what is proven here cannot be proven in one. */
const timeout = 60_000;
const leaseMs = 60_000;

/** A home with knowledge to write from and an API key, and its desks in processes of their own. */
async function prepareHome() {
  const home = temporaryHome();
  const desk = await createCopydesk({ home, logLevel: 'silent', now: Date.now });
  await desk.services.knowledge.add({ markdown: manual });
  const { key } = await desk.services.keys.create({ name: 'test', scope: 'write' });
  await desk.close();
  const wish = { keyword: 'connection pool', targetWordCount: 250 };
  return {
    async start(dies: 'before' | 'after' | 'never', aheadMs = 0) {
      const child = startScript(new URL('idempotent-desk.ts', import.meta.url), [home, dies, String(aheadMs)]);
      const url = await child.line();
      return { ...child, ask: (): Promise<Answer> => callKeyed(url, key, 'articles_create', wish, 'key-1') };
    },
    async counts() {
      const rows = rowsOf(home);
      const work = await rows.count('work', `kind <> 'maintenance'`);
      return { articles: await rows.count('articles'), jobs: await rows.count('jobs'), work };
    },
  };
}

const one = { articles: 1, jobs: 1, work: 1 };
const none = { articles: 0, jobs: 0, work: 0 };

describe('a process that is killed', { timeout }, () => {
  test('between the commit and the answer: the repeat is given the answer, and nothing is done twice', async () => {
    const { start, counts } = await prepareHome();
    const victim = await start('after');
    await expect(victim.ask()).rejects.toThrow();
    expect(await victim.ended).toBe('SIGKILL');
    expect(await counts()).toEqual(one);
    const heir = await start('never');
    const answer = await heir.ask();
    expect(answer).toMatchObject({ status: 202, replayed: 'true', body: { status: 'queued' } });
    expect(answer.location).toBe(`/api/v1/jobs/${answer.body.jobId}`);
    expect(await heir.ask()).toEqual(answer);
    expect(await counts()).toEqual(one);
  });

  test('within the transaction: nothing is done, and the repeat does it once the lease has run out', async () => {
    const { start, counts } = await prepareHome();
    const victim = await start('before');
    await expect(victim.ask()).rejects.toThrow();
    expect(await victim.ended).toBe('SIGKILL');
    expect(await counts()).toEqual(none);
    const early = await start('never');
    expect(await early.ask()).toMatchObject({ status: 409, body: { code: 'idempotency_key_in_use' } });
    const heir = await start('never', leaseMs);
    const answer = await heir.ask();
    expect(answer).toMatchObject({ status: 202, replayed: null });
    expect(await early.ask()).toEqual({ ...answer, replayed: 'true' });
    expect(await counts()).toEqual(one);
  });
});

test('of twenty requests at once to two processes one is done', { timeout }, async () => {
  const { start, counts } = await prepareHome();
  const desks = [await start('never'), await start('never')];
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => desks[index % 2]!.ask()));
  const done = answers.filter(({ status, replayed }) => status === 202 && replayed === null);
  expect(done).toHaveLength(1);
  const refused = answers.filter(({ status }) => status === 409);
  expect(refused.every(({ body }) => body.code === 'idempotency_key_in_use')).toBe(true);
  const replayed = answers.filter((answer) => answer.replayed === 'true');
  expect(replayed).toEqual(replayed.map(() => ({ ...done[0], replayed: 'true' })));
  expect(done.length + refused.length + replayed.length).toBe(20);
  for (const desk of desks) expect(await desk.ask()).toEqual({ ...done[0], replayed: 'true' });
  expect(await counts()).toEqual(one);
});
