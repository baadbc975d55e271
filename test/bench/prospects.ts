import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LinkProspect } from '../../schema/link-building.ts';
import type { Job } from '../../schema/jobs.ts';
import { createCopydesk } from '../../src/app.ts';
import { indexTerms } from '../../src/language/index-terms.ts';
import { bm25 } from '../../src/language/retrieval.ts';
import { round } from './figures.ts';
import { intervalOf, qualityOf, type OrderQuality, type Placed } from './prospects-measures.ts';
import { readProject, type LabelledPage, type LabelledProject } from './prospects-pages.ts';
import { startSmallWeb } from './prospects-web.ts';

export interface ProspectsOptions {
  projects?: readonly string[];
}

const allProjects = ['boats', 'accounting', 'garden', 'bees'];
export const tiny: ProspectsOptions = { projects: ['boats'] };

/** How much faster than the machine's the clock runs: sites are asked once a second. */
const clockTimes = 20;
const hourMs = 3_600_000;
const startOfClock = Date.UTC(2026, 10, 28, 9);

interface Judged extends LabelledPage {
  /** Null where the search did not make it a prospect. */
  score: number | null;
  contact: string | null;
  /** By BM25 with the project's subjects. */
  relevance: number;
}

/** What puts pages in an order: our score, and what anybody could do without it. */
const orders = {
  score: ({ score }: Judged) => score ?? -1,
  firstCome: ({ rank }: Judged) => -rank,
  answers: ({ cites }: Judged) => cites,
  relevance: ({ relevance }: Judged) => relevance,
  random: () => 0,
} satisfies Record<string, (page: Judged) => number>;
type Order = keyof typeof orders;

/**
 * A search for prospects over pages of invented projects that were labelled by hand: whether what is worth a letter is found and stands first, beside the trivial orders, and
 * whether the right person is found. Of all pages, those that are no prospects stand last. With `pages` it names every page.
 */
export async function run({ projects = allProjects }: ProspectsOptions = {}, args: readonly string[] = []): Promise<object> {
  const judged = await Promise.all(projects.map((name) => searched(readProject(name))));
  const found = judged.map((pages) => pages.filter(({ score }) => score !== null));
  const all = judged.flat();
  const ofAll = qualities(judged);
  const others = Object.entries(ofAll).filter(([name]) => name !== 'score');
  return {
    pages: all.length,
    projects: projects.length,
    found: { worthwhile: shareFound(all, ({ label }) => label >= 2), worthless: shareFound(all, ({ label }) => label === 0) },
    ofAll,
    ofFound: qualities(found),
    ofEach: Object.fromEntries(projects.map((name, at) => [name, qualities([found[at]!]).score])),
    overBest: { ofAll: overBest(judged), ofFound: overBest(found) },
    contacts: contactsOf(found.flat()),
    passed: others.every(([, other]) => ofAll.score.ndcg10 > other.ndcg10 && ofAll.score.pairs > other.pairs),
    ...(args.includes('pages') && { each: found.flat().map(({ host, label, score, contact }) => ({ host, label, score, contact })) }),
  };
}

function qualities(projects: readonly (readonly Judged[])[]): Record<Order, OrderQuality> {
  const names = Object.keys(orders) as Order[];
  return Object.fromEntries(names.map((name) => [name, rounded(meanQuality(projects, name))])) as Record<Order, OrderQuality>;
}

/** The mean of the projects. */
function meanQuality(projects: readonly (readonly Judged[])[], order: Order): OrderQuality {
  const each = projects.map((pages) => qualityOf(pages.map((page): Placed => ({ by: orders[order](page), label: page.label }))));
  const mean = (figure: keyof OrderQuality) => each.reduce((sum, one) => sum + one[figure], 0) / each.length;
  return { ndcg10: mean('ndcg10'), precision5: mean('precision5'), pairs: mean('pairs') };
}

const rounded = ({ ndcg10, precision5, pairs }: OrderQuality): OrderQuality => ({
  ndcg10: round(ndcg10),
  precision5: round(precision5),
  pairs: round(pairs),
});

/** How much further the score is than the best of the others, and between what that lies. */
function overBest(projects: readonly (readonly Judged[])[]): Record<keyof OrderQuality, { best: string; by: number; interval: number[] }> {
  const over = (figure: keyof OrderQuality) => {
    const best = (Object.keys(orders) as Order[])
      .filter((name) => name !== 'score')
      .toSorted((one, other) => meanQuality(projects, other)[figure] - meanQuality(projects, one)[figure])[0]!;
    const by = (drawn: readonly (readonly Judged[])[]) => meanQuality(drawn, 'score')[figure] - meanQuality(drawn, best)[figure];
    return { best, by: round(by(projects)), interval: intervalOf(projects, by).map((value) => round(value)) };
  };
  return { ndcg10: over('ndcg10'), precision5: over('precision5'), pairs: over('pairs') };
}

function shareFound(pages: readonly Judged[], is: (page: Judged) => boolean): { found: number; of: number } {
  const those = pages.filter(is);
  return { found: those.filter(({ score }) => score !== null).length, of: those.length };
}

/** Of sites where somebody could rightly be written to, how often that one was found; of all that were found, how many are right. */
function contactsOf(pages: readonly Judged[]): { right: number; chosen: number; named: number } {
  const worth = pages.filter(({ label }) => label > 0);
  return {
    right: worth.filter(({ contact, right }) => contact !== null && right.includes(contact)).length,
    chosen: worth.filter(({ contact }) => contact !== null).length,
    named: worth.filter(({ right }) => right.length > 0).length,
  };
}

async function searched(project: LabelledProject): Promise<Judged[]> {
  const { name, language, siteUrl, competitors, keywords, pages, web } = project;
  const byRank = pages.toSorted((one, other) => one.rank - other.rank).map(({ url }) => url);
  const resultsFor = (query: string) => {
    const at = keywords.findIndex((keyword) => query.startsWith(keyword));
    return at < 0 ? [] : byRank.filter((_, place) => place % keywords.length === at);
  };
  const home = mkdtempSync(join(tmpdir(), 'copydesk-bench-'));
  const smallWeb = await startSmallWeb(web, resultsFor);
  const began = Date.now();
  let ahead = 0;
  const now = () => startOfClock + ahead + (Date.now() - began) * clockTimes;
  const desk = await createCopydesk({ home, logLevel: 'silent', now, request: smallWeb.request });
  try {
    const { data } = (await desk.call('projects_list', {})) as { data: { id: string }[] };
    await desk.call('projects_update', { id: data[0]!.id, siteUrl, language, brandTerms: [name] });
    for (const competitor of competitors) await desk.call('competitors_add', competitor);
    await desk.call('integrations_set', { provider: 'serper', apiKey: 'key', baseUrl: smallWeb.searchUrl });
    await desk.call('posts_refresh', {});
    await desk.call('ai_answers_submit', { answers: answersOf(project) });
    ahead = hourMs;
    await desk.runDue();
    const { jobId } = (await desk.call('link_prospects_discover', { keywords, limit: 100 })) as { jobId: string };
    await desk.runDue();
    const job = (await desk.call('jobs_get', { id: jobId })) as Job;
    if (job.status !== 'succeeded') throw new Error(`The search ended as ${job.status}.`);
    const { data: prospects } = (await desk.call('link_prospects_list', { limit: 100 })) as { data: LinkProspect[] };
    const relevances = relevanceOf(project);
    return pages.map((page, at) => {
      const prospect = prospects.find(({ host }) => host === page.host);
      return { ...page, score: prospect?.score ?? null, contact: prospect?.contact?.email ?? null, relevance: relevances[at]! };
    });
  } finally {
    await desk.close();
    await smallWeb.close();
    rmSync(home, { recursive: true, force: true });
  }
}

/** As many answers as cite the page that is cited most; each names a competitor and cites all that are cited as often. */
function answersOf({ competitors, keywords, pages }: LabelledProject): object[] {
  const most = Math.max(...pages.map(({ cites }) => cites));
  return Array.from({ length: most }, (_, at) => ({
    prompt: `What do you advise on ${keywords[at % keywords.length]}?`,
    engine: 'chatgpt',
    text: `${competitors[0]!.name} is the one to take. Answer ${at} says so [1].`,
    citations: pages.filter(({ cites }) => cites > at).map(({ url, title }) => ({ url, title })),
  }));
}

function relevanceOf({ pages, keywords, language }: LabelledProject): number[] {
  const wanted = new Set(keywords.flatMap((keyword) => indexTerms(keyword, language)));
  return bm25(
    wanted,
    pages.map(({ title, words }) => indexTerms(`${title} ${words}`, language)),
  );
}
