import { expect, test } from 'vitest';
import type { Job } from '../schema/jobs.ts';
import type { Optimization } from '../schema/optimizations.ts';
import { end, firstLine, run, start, until } from './support/cli.ts';
import { temporaryHome } from './support/home.ts';
import { startReceiver } from './support/receiver.ts';
import { pageOf, startSite } from './support/site.ts';
import { manual } from './support/scenario.ts';
import { callRest } from './support/wire-clients.ts';

async function serve(home: string) {
  const child = start(['serve', '--port', '0', '--json', '--log-level', 'error'], home);
  return { url: (JSON.parse(await firstLine(child)) as { url: string }).url, child };
}

const said = manual.split('\n\n').filter((text) => text.length > 60);

test(
  'killed while competitors are read and started again, the desk reads none of them twice and tells the end once',
  { timeout: 120_000 },
  async () => {
    const home = temporaryHome();
    const key = (await run(['keys', 'create'], { home })).stdout.trim();
    const receiver = await startReceiver();
    let isHeld = true;
    const site = await startSite({
      '/page': pageOf('Connection pool', said.slice(0, 2)),
      '/one': pageOf('Connection pools', said),
      '/held': (_, response) => {
        // Nobody is answered before the first desk is gone.
        if (!isHeld) response.writeHead(200, { 'content-type': 'text/html' }).end(pageOf('Pools of connections', said));
      },
    });
    const first = await serve(home);
    const input = {
      url: `${site.url}/page`,
      keyword: 'connection pool',
      competitorUrls: [`${site.url}/one`, `${site.url}/held`],
      writer: 'none',
      webhookUrl: receiver.url,
    };
    const { id, jobId } = (await callRest(first.url, key, 'optimizations_create', input)).body as Optimization;
    const optimization = async (url: string) => (await callRest(url, key, 'optimizations_get', { id })).body as Optimization;
    const before = await until(async () => {
      const now = await optimization(first.url);
      return now.competitors.length > 0 ? now : undefined;
    });
    expect(before).toMatchObject({
      status: 'fetching',
      title: 'Connection pool',
      competitors: [{ title: 'Connection pools', error: null }],
    });
    await end(first.child, 'SIGKILL');
    isHeld = false;

    const second = await serve(home);
    const ended = await until(async () => {
      const now = (await callRest(second.url, key, 'jobs_get', { id: jobId })).body as Job;
      return now.status === 'succeeded' || now.status === 'failed' ? now : undefined;
    });
    expect(ended).toMatchObject({ status: 'succeeded' });
    expect(await optimization(second.url)).toMatchObject({ status: 'ready', competitors: [{ error: null }, { error: null }] });
    expect(site.asked.toSorted()).toEqual(['/held', '/held', '/one', '/page']);
    await until(async () => (receiver.arrivals.length > 0 ? true : undefined));
    expect(await end(second.child, 'SIGTERM')).toBe(0);
    expect(receiver.arrivals.map(({ headers }) => headers['x-service-event'])).toEqual(['optimization.completed']);
  },
);
