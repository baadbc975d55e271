import { expect, test } from 'vitest';
import type { ArticleSummary } from '../schema/articles.ts';
import type { CalendarPage } from '../schema/calendar.ts';
import { end, run, startServe, until } from './support/cli.ts';
import { temporaryHome } from './support/home.ts';
import { manual } from './support/scenario.ts';
import { callRest } from './support/wire-clients.ts';

test('killed while slots are due and started again, the desk begins an article for each slot once', { timeout: 120_000 }, async () => {
  const home = temporaryHome();
  const key = (await run(['keys', 'create'], { home })).stdout.trim();
  const first = await startServe(home);
  await callRest(first.url, key, 'knowledge_create', { markdown: manual });
  // Where it is noon, so that no midnight comes in between.
  const behind = new Date().getUTCHours() - 12;
  const { data } = (await callRest(first.url, key, 'projects_list', {})).body as { data: { id: string }[] };
  const timezone = `Etc/GMT${behind < 0 ? behind : `+${behind}`}`;
  expect((await callRest(first.url, key, 'projects_update', { id: data[0]!.id, timezone })).status).toBe(200);
  const date = new Date(Date.now() - behind * 3_600_000).toISOString().slice(0, 10);
  const keywords = Array.from({ length: 20 }, (_, index) => `connection pool ${index}`);
  const slots = keywords.map((keyword) => ({ date, time: '00:00', keyword, writer: 'agent' }));
  const { status } = await callRest(first.url, key, 'calendar_create', { slots });
  expect(status).toBe(201);
  const calendar = async (url: string) => ((await callRest(url, key, 'calendar_list', { limit: 100 })).body as CalendarPage).data;
  await until(async () => ((await calendar(first.url)).some(({ articleId }) => articleId !== null) ? true : undefined));
  await end(first.child, 'SIGKILL');

  const second = await startServe(home);
  await until(async () => ((await calendar(second.url)).every(({ articleId }) => articleId !== null) ? true : undefined));
  const articles = ((await callRest(second.url, key, 'articles_list', { limit: 100 })).body as { data: ArticleSummary[] }).data;
  expect(articles.map(({ keyword }) => keyword).toSorted()).toEqual(keywords.toSorted());
  expect((await calendar(second.url)).map(({ articleId }) => articleId).toSorted()).toEqual(articles.map(({ id }) => id).toSorted());
  expect(await end(second.child, 'SIGTERM')).toBe(0);
});
