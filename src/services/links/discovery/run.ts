import type { LinkCandidateRow } from '../../../db/rows/links.ts';
import type { Tx } from '../../../db/open.ts';
import { polite, type Polite } from '../../../crawl/polite.ts';
import { hostOf } from '../../../crawl/url.ts';
import type { Hosts } from '../../common/hosts.ts';
import type { JobAttempt, JobKind } from '../../common/jobs.ts';
import { parsed } from '../../common/wire.ts';
import type { Given } from '../given.ts';
import { mailBasis } from '../outreach/material.ts';
import { senderOf } from '../outreach/standing.ts';
import { brokenLinksOn } from './broken.ts';
import { gather } from './candidates.ts';
import { findContact, type FoundContact } from './contacts.ts';
import type { Candidate, Opportunity, Reason } from './evidence.ts';
import { recordFound } from './found.ts';
import { createGone, type Gone } from './gone.ts';
import { groundOf, type Ground } from './ground.ts';
import { citedBy, competitorOn, evidenceOf, opportunitiesOn } from './judge.ts';
import { lookAt, type SeenPage } from './look.ts';
import { withTarget } from './own-page.ts';
import { bestOf, resultOf, type Outcome } from './result.ts';
import type { DiscoveryState } from './start.ts';

/** Pages that are read at the same time, each of another host as a rule: a host is asked one at a time. */
const atOnce = 5;

/** One attempt at a search. */
interface Course {
  attempt: JobAttempt;
  state: DiscoveryState;
  ground: Ground;
  way: Polite;
  gone: Gone;
  /** Whether any page of the project was read. */
  hasOwnPages: boolean;
  /** Whom to write to, by host: each site is looked through once. */
  contacts: Map<string, Promise<FoundContact | null>>;
}

/** Looks for sites that could link. Each is kept as it is found: after an interruption no page is read twice. */
export function createDiscovering(given: Given & { hosts: Hosts }): JobKind {
  const { store, system, jobs, hosts } = given;

  async function open(attempt: JobAttempt): Promise<Course> {
    const state = attempt.state as DiscoveryState;
    const ground = await groundOf(given, attempt.resourceId, state.keywords);
    const way = polite(system, hosts.visit, { ownSite: ground.project.siteUrl });
    const hasOwnPages = (await given.crawledPages.pagesOf(attempt.resourceId, { origin: 'own', limit: 1 })).length > 0;
    return { attempt, state, ground, way, gone: createGone(way), hasOwnPages, contacts: new Map() };
  }

  async function withCandidates(course: Course): Promise<Course> {
    const { attempt, state, ground } = course;
    if (state.gathered) return course;
    const { signal, report, jobId, resourceId: projectId } = attempt;
    await report('choosing pages', 0.02);
    const told = (step: string) => report(step, 0.04);
    const { candidates, ...gathered } = await gather(given, ground, { ...state, signal, told });
    const withThem: DiscoveryState = { ...state, gathered };
    await report('reading pages', 0.1, async (tx) => {
      await addCandidates(tx, { jobId, projectId, candidates });
      await jobs.save(tx, jobId, { state: withThem });
    });
    return { ...course, state: withThem };
  }

  async function readAll(course: Course): Promise<void> {
    const { jobId } = course.attempt;
    const pages = store.db.selectFrom('link_candidates').selectAll().where('job_id', '=', jobId).orderBy('number');
    const all = await pages.execute();
    const waiting = all.filter(({ outcome }) => outcome === null);
    let done = all.length - waiting.length;
    const readOn = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const row = next;
        const { outcome, opportunities, contact, host } = await readOne(course, row);
        const progress = () => [`read ${++done} of ${all.length} pages`, 0.1 + (0.85 * done) / all.length] as const;
        await course.attempt.report(...progress(), (tx) => settle(tx, { row, outcome, site: { host, opportunities, contact } }));
      }
    };
    const ended = await Promise.allSettled(Array.from({ length: atOnce }, readOn));
    for (const end of ended) if (end.status === 'rejected') throw end.reason;
  }

  async function readOne(course: Course, { url, why }: LinkCandidateRow): Promise<Read> {
    const { attempt, state, ground, way } = course;
    const { signal } = attempt;
    const { kinds } = state;
    const reasons = parsed<Reason[]>(why);
    const look = await lookAt({ ...given, way }, ground, url, signal);
    const nothing = { opportunities: [], contact: null, host: hostOf(url) };
    if (look.saw === 'forbidden') {
      // What answers cite is known without reading it.
      const cited = kinds.includes('cited') ? reasons.find(({ kind }) => kind === 'cited') : undefined;
      if (!cited) return { ...nothing, outcome: { saw: 'forbidden', judged: [], found: [] } };
      const opportunity: Opportunity = { kind: 'cited', url, evidence: citedBy(cited) };
      return { ...nothing, opportunities: [opportunity], outcome: { saw: 'forbidden', judged: ['cited'], found: ['cited'] } };
    }
    if (look.saw !== 'page') return { ...nothing, outcome: { saw: look.saw, judged: [], found: [] } };
    const { page } = look;
    const opportunities = await opportunitiesOf(course, page, reasons);
    const judged = kinds.filter((kind) => kind !== 'cited' || reasons.some((one) => one.kind === 'cited'));
    const found = [...new Set(opportunities.map(({ kind }) => kind))];
    const contact = opportunities.length > 0 ? await contactAt(course, page) : null;
    return { host: hostOf(page.url), opportunities, contact, outcome: { saw: 'page', judged, found } };
  }

  async function opportunitiesOf(course: Course, seen: SeenPage, reasons: readonly Reason[]): Promise<Opportunity[]> {
    const { ground, gone, attempt, state, hasOwnPages } = course;
    const turn = system.turns(attempt.signal);
    await turn();
    const page = evidenceOf(seen, ground);
    await turn();
    const competitor = reasons.some(({ kind }) => kind === 'cited') ? competitorOn(seen, ground) : null;
    await turn();
    const all = opportunitiesOn(seen, page, ground, { kinds: state.kinds, reasons, competitor });
    await turn();
    const found = await withTarget(given.crawledPages, seen, all, { ground, hasOwnPages });
    if (!state.kinds.includes('broken_link')) return found;
    return [...found, ...(await brokenLinksOn({ ...given, gone }, seen, page, { ground, signal: attempt.signal }))];
  }

  async function contactAt({ attempt, way, contacts }: Course, { url, facts }: SeenPage): Promise<FoundContact | null> {
    const host = hostOf(url);
    const known = contacts.get(host);
    if (known) return known;
    const looking = hasContact(given, attempt.resourceId, host).then((has) =>
      has ? null : findContact({ ...given, way }, { url, facts }, attempt.signal),
    );
    contacts.set(host, looking);
    return looking;
  }

  async function settle(tx: Tx, { row, outcome, site }: { row: LinkCandidateRow; outcome: Outcome; site: Site }): Promise<void> {
    const [recorded] = site.opportunities.length === 0 ? [] : await recordFound(tx, given, row.project_id, [site]);
    const told: Outcome = !recorded
      ? outcome
      : recorded.id === null
        ? { ...outcome, found: [], erased: true }
        : { ...outcome, prospectId: recorded.id, host: recorded.host, isNew: recorded.isNew };
    const place = tx.updateTable('link_candidates').set({ outcome: JSON.stringify(told) });
    await place.where('job_id', '=', row.job_id).where('number', '=', row.number).execute();
  }

  return {
    resumes: true,

    async run(attempt) {
      const course = await withCandidates(await open(attempt));
      await readAll(course);
      const { jobId, resourceId: projectId } = attempt;
      return {
        async write(tx) {
          const rows = await tx.selectFrom('link_candidates').select('outcome').where('job_id', '=', jobId).orderBy('number').execute();
          const outcomes = rows.map(({ outcome }) => parsed<Outcome>(outcome!));
          await letGo(tx, jobId);
          const best = await bestOf(tx, outcomes, course.state.kinds, system.now());
          const sender = senderOf(await given.integrations.find(projectId, 'smtp', tx));
          const { state, ground, hasOwnPages } = course;
          return resultOf(state, state.gathered!, ground, { outcomes, hasOwnPages, best, mail: mailBasis(ground.project, sender) });
        },
      };
    },

    // What was found until then stands.
    failed: (tx, _projectId, _error, _attempts, jobId) => letGo(tx, jobId),
    canceled: (tx, _projectId, jobId) => letGo(tx, jobId),
  };
}

interface Site {
  host: string;
  opportunities: readonly Opportunity[];
  contact: FoundContact | null;
}

interface Read extends Site {
  outcome: Outcome;
}

async function addCandidates(
  tx: Tx,
  { jobId, projectId, candidates }: { jobId: string; projectId: string; candidates: readonly Candidate[] },
): Promise<void> {
  if (candidates.length === 0) return;
  const rows = candidates.map(({ url, reasons }, number) => ({
    job_id: jobId,
    number,
    project_id: projectId,
    url,
    why: JSON.stringify(reasons),
    outcome: null,
  }));
  await tx.insertInto('link_candidates').values(rows).execute();
}

/** At most as many as one search may read. */
async function letGo(tx: Tx, jobId: string): Promise<void> {
  await tx.deleteFrom('link_candidates').where('job_id', '=', jobId).execute();
}

/** Removes the pages of a project that is being deleted; returns whether there may be more. */
export async function removeCandidates(tx: Tx, projectId: string): Promise<boolean> {
  const some = tx.selectFrom('link_candidates').select('job_id').where('project_id', '=', projectId).limit(1);
  return (await tx.deleteFrom('link_candidates').where('job_id', 'in', some).executeTakeFirstOrThrow()).numDeletedRows > 0n;
}

async function hasContact({ store }: Pick<Given, 'store'>, projectId: string, host: string): Promise<boolean> {
  const prospects = store.db.selectFrom('link_prospects').select('id').where('project_id', '=', projectId).where('host', '=', host);
  return (await prospects.where('contact_email', 'is not', null).executeTakeFirst()) !== undefined;
}
