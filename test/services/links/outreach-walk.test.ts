import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import type { Job } from '../../../schema/jobs.ts';
import type { LinkProspect } from '../../../schema/link-building.ts';
import type { OutreachDraft } from '../../../schema/link-outreach.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { connectMcp } from '../../support/wire-clients.ts';
import { discovered, startLinkDesk, type LinkDesk } from './desk.ts';
import { configure } from './outreach/support.ts';
import { list } from './support.ts';
import { answerSearches, answersCite, prose, siteWith } from './web.ts';

type Best = Pick<LinkProspect, 'id' | 'host' | 'bestOpportunity' | 'targetSuggestion'> & {
  contact: { source: string; why: string } | null;
};

/** An agent that speaks MCP, with how many calls it made and what their answers cost it. */
async function startAgent({ desk }: LinkDesk) {
  const { url } = await desk.listen({ port: 0 });
  const { key } = await desk.services.keys.create({ name: 'agent', scope: 'write' });
  const client = await connectMcp(url, key);
  const spent = { calls: 0, tokens: [] as number[] };
  const call = async <Answer>(name: string, input: Record<string, unknown> = {}): Promise<Answer> => {
    const { isError, content, structuredContent } = await client.callTool({ name, arguments: input });
    expect(isError ?? false, JSON.stringify(content)).toBe(false);
    spent.calls++;
    spent.tokens.push(encode(JSON.stringify(content)).length);
    return structuredContent as Answer;
  };
  return { call, spent };
}

/** Eight sites that answers cite, all of which speak of the competitor. */
async function startCitedSites(app: LinkDesk): Promise<string[]> {
  await app.desk.call('competitors_add', { name: 'Rival', domain: 'rival.com' });
  const sites = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      siteWith(
        `${prose}<p>Of all diaries our reader number ${at} likes Rival best, for its calendar.</p>`,
        `<p>Write to <a href="mailto:editor${at}@garden${at}.de">us</a>.</p>`,
      ),
    ),
  );
  await answersCite(
    app,
    sites.map(({ url }) => `${url}/page`),
  );
  return sites.map(({ url }) => new URL(url).host);
}

test('an agent prepares outreach to five sites that cite the competitor in at most eight calls, and nothing is sent', async () => {
  const app = await startLinkDesk();
  const mails = await startMailServer();
  await configure(app, mails.url);
  const hosts = await startCitedSites(app);
  const { call, spent } = await startAgent(app);

  const { jobId } = await call<{ jobId: string }>('link_prospects_discover', { kinds: ['cited'] });
  const working = app.desk.runDue();
  const { status, result } = await call<Job>('jobs_get', { id: jobId, waitSeconds: 30 });
  await working;
  expect(status).toBe('succeeded');
  const { prospects, mail } = result as { prospects: { best: Best[] }; mail: { closing: string } };
  const { best } = prospects;
  expect(mail.closing).toContain('1 High Street, Leeds\n\nYou get this mail as the contact of <site>, named on <page>.');
  expect(best.map(({ host }) => host).toSorted()).toEqual(hosts.toSorted());

  const drafts: OutreachDraft[] = [];
  for (const { id, host, contact, bestOpportunity } of best.slice(0, 5)) {
    const { url, title, evidence } = bestOpportunity!;
    const at = hosts.indexOf(host);
    expect(contact).toEqual({ source: `http://${host}/kontakt`, why: expect.any(String) });
    expect({ url, title }).toEqual({ url: `http://${host}/page`, title: 'Garden diaries' });
    expect(evidence).toMatchObject({ names: 'Rival', quote: `Of all diaries our reader number ${at} likes Rival best, for its calendar.` });
    const body = `Hello,\n\nyour page ${url} says that reader ${at} likes Rival best. Would you name Gardenbook too?`;
    drafts.push(await call('link_prospects_outreach', { id, subject: `Your page “${title}”`, body }));
  }
  for (const [place, draft] of drafts.entries()) {
    const at = hosts.indexOf(best[place]!.host);
    expect(draft).toMatchObject({
      writer: 'agent',
      draftId: expect.any(String),
      stops: [],
      brief: null,
      to: `editor${at}@garden${at}.de`,
    });
  }

  expect(spent.calls).toBeLessThanOrEqual(8);
  expect(Math.max(...spent.tokens)).toBeLessThanOrEqual(2_000);
  expect(spent.tokens.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(4_000);
  expect(mails.lines).toEqual([]);
  expect((await list(app, { status: 'contacted' })).data).toEqual([]);
});

test('prospects are listed by kind of reason, each with the one that was asked for', async () => {
  const app = await startLinkDesk();
  await app.desk.call('competitors_add', { name: 'Rival', domain: 'rival.com' });
  const both = await siteWith(`${prose}<p>Some of us use Gardenbook. Most use <a href="https://rival.com/">Rival</a>.</p>`);
  const named = await siteWith(`${prose}<p>We keep it in Gardenbook.</p>`);
  await answersCite(app, [`${both.url}/page`]);
  await answerSearches(app, () => [`${both.url}/page`, `${named.url}/page`]);
  await discovered(app, { kinds: ['cited', 'mention'] });
  const ofKind = async (kind: string, more: object = {}) => {
    const { data, nextCursor } = await list(app, { kind, ...more });
    return { nextCursor, told: data.map(({ host, bestOpportunity }) => [host, bestOpportunity?.kind, bestOpportunity?.evidence]) };
  };
  const [bothHost, namedHost] = [both, named].map(({ url }) => new URL(url).host);
  expect((await ofKind('cited')).told).toEqual([
    [
      bothHost,
      'cited',
      {
        quote: 'Some of us use Gardenbook. Most use Rival.',
        names: 'Rival',
        linksTo: ['Rival'],
        answers: 1,
        question: 'Which garden diary is good?',
        engines: ['chatgpt'],
      },
    ],
  ]);
  const first = await ofKind('mention', { limit: 1 });
  expect(first.told).toEqual([[bothHost, 'mention', { quote: 'Some of us use Gardenbook.', names: 'you', linksTo: ['Rival'] }]]);
  const rest = await ofKind('mention', { limit: 1, cursor: first.nextCursor });
  expect(rest).toEqual({ nextCursor: null, told: [[namedHost, 'mention', { quote: 'We keep it in Gardenbook.', names: 'you' }]] });
  expect((await ofKind('broken_link')).told).toEqual([]);
});
