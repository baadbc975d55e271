import { expect, test } from 'vitest';
import type { Job } from '../schema/jobs.ts';
import type { TopicResearchJob } from '../schema/topic-plan.ts';
import type { AddedTopic, Topic } from '../schema/topics.ts';
import { end, firstLine, run, start, until } from './support/cli.ts';
import { temporaryHome } from './support/home.ts';
import { callRest } from './support/wire-clients.ts';

const documents = 15;

/** A manual whose parts take the research a while to read. */
const manual = (nth: number) =>
  `# Connection pool ${nth}\n\n${Array.from({ length: 60 }, (_, at) => `## Option ${at} of pool ${nth}\n\n${`Setting ${at} of pool ${nth} keeps a connection open. `.repeat(18)}`).join('\n\n')}`;

/** Without a network of its own: it asks nobody. */
async function serve(home: string) {
  const child = start(['serve', '--port', '0', '--json', '--log-level', 'error'], home, { COPYDESK_OFFLINE: '1' });
  return { url: (JSON.parse(await firstLine(child)) as { url: string }).url, child };
}

test('killed while a topic is researched and started again, the desk ends the research once', { timeout: 120_000 }, async () => {
  const home = temporaryHome();
  const key = (await run(['keys', 'create'], { home })).stdout.trim();
  const first = await serve(home);
  for (let nth = 0; nth < documents; nth++) await callRest(first.url, key, 'knowledge_create', { markdown: manual(nth) });
  const { id } = (await callRest(first.url, key, 'topics_create', { name: 'connection pool', keywords: ['pool size', 'pool sizes'] }))
    .body as AddedTopic;
  const { jobId } = (await callRest(first.url, key, 'topics_research', { id })).body as TopicResearchJob;
  const job = async (url: string) => (await callRest(url, key, 'jobs_get', { id: jobId })).body as Job;
  const killed = await until(async () => {
    const now = await job(first.url);
    return now.step === null ? undefined : now;
  });
  expect(killed).toMatchObject({ status: 'running' });
  await end(first.child, 'SIGKILL');

  const second = await serve(home);
  const topic = async () => (await callRest(second.url, key, 'topics_get', { id, view: 'keywords', limit: 100 })).body as Topic;
  expect(await topic()).toMatchObject({ status: 'researching', researchedAt: null, keywordCount: 3 });
  const ended = await until(async () => {
    const now = await job(second.url);
    return now.status === 'succeeded' || now.status === 'failed' ? now : undefined;
  });
  const { status, keywords, keywordCount } = await topic();
  const added = keywords!.filter(({ source }) => source === 'research').length;
  expect({ status, keywordCount }).toEqual({ status: 'researched', keywordCount: 3 + added });
  expect(added).toBeGreaterThan(0);
  expect(ended).toMatchObject({ status: 'succeeded', result: { keywordsAdded: added } });
  expect(new Set(keywords!.map(({ keyword }) => keyword)).size).toBe(keywordCount);
  expect((await callRest(second.url, key, 'topics_get', { id, view: 'plan' })).body).toMatchObject({
    plan: { pageCount: expect.any(Number) },
  });
  expect(await end(second.child, 'SIGTERM')).toBe(0);
});
