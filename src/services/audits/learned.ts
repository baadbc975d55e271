import { aiAccessOf, aiCrawlersAsOf } from '../../audit/ai-crawlers.ts';
import { mendedRobots, robotsFaults } from '../../audit/site-checks/robots-faults.ts';
import type { Probes, RobotsFacts, SitemapFacts } from '../../audit/site-checks/site-view.ts';
import type { CrawlEnd, CrawlResult, CrawlSpent, RobotsAnswer, SitemapAnswer } from '../../crawl/crawl.ts';
import { readRobotsOfAll } from '../../crawl/robots.ts';
import type { SkipReason } from '../../crawl/visit.ts';
import type { Audit } from '../../../schema/audit.ts';

/** What was learned besides the pages, kept as JSON until the audit has ended. */
export interface Learned {
  /** `complete`: nothing was left out for a limit. */
  end: CrawlEnd | 'max_depth';
  robots: { url: string; status: number; text: string };
  sitemaps: SitemapFacts[];
  probes: Probes;
}

/** The limits of sitemaps.org for one file. */
const maxSitemapEntries = 50_000;
/** Of a robots.txt: what comes later is not judged. */
const maxRobotsLength = 100_000;

export function learnedFrom({ end, spent, robots, sitemaps }: CrawlResult, probes: Probes): Learned {
  return {
    end: end === 'complete' ? limitIn(spent) : end,
    robots: { url: robots.url, status: robots.status, text: textOf(robots) },
    sitemaps: sitemaps.map(sitemapFacts),
    probes,
  };
}

/** What of the audit's limits left out pages of a crawl that came to its end; traps are no pages. */
function limitIn({ skipped = [] }: CrawlSpent): Learned['end'] {
  const has = (reason: SkipReason) => skipped.some((one) => one.reason === reason);
  return has('too_many') ? 'max_pages' : has('max_depth') ? 'max_depth' : 'complete';
}

function textOf({ body }: RobotsAnswer): string {
  return body.toString('utf8').slice(0, maxRobotsLength).toWellFormed();
}

function sitemapFacts({ url, namedBy, status, entries, foreign, repeated, undated, error }: SitemapAnswer): SitemapFacts {
  const isThere = status >= 200 && status < 300;
  const problem = error?.message ?? (isThere ? null : `answers ${status}`);
  const isTooLarge = entries > maxSitemapEntries || error?.code === 'too_large';
  return {
    url,
    status,
    problem: isTooLarge ? null : problem,
    isNamed: namedBy !== 'guess',
    isTooLarge,
    entries,
    foreign,
    repeated,
    undated,
  };
}

/** What robots.txt says; null where nothing was heard of it. */
export function robotsFactsOf({ robots: { url, status, text } }: Learned): RobotsFacts {
  const rulesFor = readRobotsOfAll(url, { status, body: Buffer.from(text) });
  const mended = mendedRobots(text);
  const meantFor = mended === null ? undefined : readRobotsOfAll(url, { status, body: Buffer.from(mended) });
  return {
    url,
    status,
    faults: robotsFaults(text),
    meantFor: meantFor ? (agent, page) => meantFor(agent.toLowerCase()).allows(page) : null,
    allowsAgent: (agent, page) => rulesFor?.(agent.toLowerCase()).allows(page) ?? false,
  };
}

/** What each AI crawler may read, for the summary; null where robots.txt could not be read. */
export function aiAccessIn(learned: Learned, start: string): Audit['aiAccess'] {
  const { status } = learned.robots;
  if (status === 0 || status >= 500) return null;
  return { asOf: aiCrawlersAsOf, ...aiAccessOf(robotsFactsOf(learned).allowsAgent, start), llmsTxt: learned.probes.llmsTxt };
}
