import type { LinkVerificationJob, LinkVerificationRequest } from '../../../../schema/link-discovery.ts';
import type { Tx } from '../../../db/open.ts';
import { AppError } from '../../../errors.ts';
import type { Queue } from '../../../queue/queue.ts';
import type { Worker } from '../../../queue/worker.ts';
import type { System } from '../../../system.ts';
import { requireSite } from '../discovery/ground.ts';
import { jobUnderWay } from '../discovery/start.ts';
import type { Given } from '../given.ts';
import { countLinks, type VerificationState } from './run.ts';

/** The kind of job that looks at placed links. */
export const verifyLinks = 'link_prospects.verify';
/** The kind of work that asks for it once a week. */
export const verificationDue = 'link_prospects.verify_due';
const verifyEveryMs = 7 * 24 * 3_600_000;

interface Due {
  projectId: string;
  dueAt: number;
}

const keyOf = (projectId: string) => `links ${projectId}`;

/** By a job; one that is under way is not started twice. Throws `not_found`, `project_required`, `site_required`, and `conflict` where no link is placed. */
export async function startVerification(given: Given, { ids, projectId }: LinkVerificationRequest): Promise<LinkVerificationJob> {
  const { store, system, projects, queue } = given;
  return store.write(async (tx) => {
    const { id } = requireSite(await projects.resolve(projectId, tx));
    const state: VerificationState = { since: system.now() + 1, ...(ids && { ids }) };
    const { total } = await countLinks(tx, id, state);
    if (total === 0) throw nonePlaced(ids !== undefined);
    const job = await askToVerify(tx, given, id, state);
    await planVerification(tx, { system, queue }, id);
    return { ...job, projectId: id, links: total };
  });
}

async function askToVerify(
  tx: Tx,
  { jobs }: Pick<Given, 'jobs'>,
  projectId: string,
  state: VerificationState,
): Promise<Pick<LinkVerificationJob, 'jobId' | 'status'>> {
  const other = await jobUnderWay(tx, verifyLinks, projectId);
  if (other) return { jobId: other.id, status: other.status === 'running' ? 'running' : 'queued' };
  const about = { kind: verifyLinks, projectId, resourceType: 'link_prospect', resourceId: projectId, state };
  return { jobId: await jobs.create(tx, about), status: 'queued' };
}

/** Has the placed links of a project looked at once a week from now on, as long as there are any. To be called where one is placed. */
export function planVerification(
  tx: Tx,
  { system, queue }: { system: Pick<System, 'now'>; queue: Queue },
  projectId: string,
): Promise<void> {
  const dueAt = system.now() + verifyEveryMs;
  return queue.enqueueOnce(tx, { kind: verificationDue, key: keyOf(projectId), payload: { projectId, dueAt } satisfies Due, dueAt });
}

export function forgetVerification(tx: Tx, queue: Pick<Queue, 'drop'>, projectId: string): Promise<void> {
  return queue.drop(tx, keyOf(projectId));
}

/** Starts what is due, once however many times were missed. */
export function createDueVerification(given: Given): Worker {
  const { system, queue, projects } = given;
  return {
    kind: verificationDue,
    slots: 1,
    perLane: 1,
    leaseMs: 15_000,
    handle: async (payload) => ({
      async write(tx) {
        const { projectId, dueAt } = payload as Due;
        const { siteUrl } = await projects.resolve(projectId, tx);
        const now = system.now();
        const state: VerificationState = { since: now + 1 };
        const { total } = await countLinks(tx, projectId, state);
        // Where none is placed any more, the next that is begins it anew.
        if (total === 0) return;
        const missed = Math.max(0, Math.floor((now - dueAt) / verifyEveryMs));
        const next = dueAt + (missed + 1) * verifyEveryMs;
        await queue.enqueue(tx, {
          kind: verificationDue,
          key: keyOf(projectId),
          payload: { projectId, dueAt: next } satisfies Due,
          dueAt: next,
        });
        if (siteUrl !== null) await askToVerify(tx, given, projectId, state);
      },
    }),
  };
}

function nonePlaced(isNamed: boolean): AppError {
  return new AppError('conflict', isNamed ? 'None of these prospects has a placed link.' : 'No link is placed yet.', {
    hint: 'Once a site links, say so with link_prospects_update { id, status: "link_placed", linkUrl }.',
  });
}
