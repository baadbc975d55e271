import type { Job, JobStatus } from '../../../../schema/jobs.ts';
import type { Tx } from '../../../db/open.ts';
import { idsIn } from '../../../db/sql.ts';
import type { JobRow } from '../../../db/rows/account.ts';
import { isoTime, isoTimeOrNull, parsedOrNull } from '../../common/wire.ts';

export function isFinal(status: JobStatus): boolean {
  return status === 'succeeded' || status === 'failed' || status === 'canceled';
}

export async function changeJobs(tx: Tx, ids: readonly string[], now: number, values: Partial<JobRow>): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({ ...values, updated_at: now })
    .where('id', 'in', idsIn(ids))
    .execute();
}

export async function endJobs(tx: Tx, ids: readonly string[], now: number, status: JobStatus, values: Partial<JobRow> = {}): Promise<void> {
  await changeJobs(tx, ids, now, { status, step: null, waits_for: null, finished_at: now, ...values });
}

export function toJob(row: JobRow): Job {
  return {
    id: row.id,
    projectId: row.project_id,
    kind: row.kind,
    status: row.status,
    progress: row.progress,
    step: row.step,
    waitsFor: row.waits_for,
    // Queued, it would read as not begun. Whatever waits for a draft has a brief.
    ...(row.waits_for === 'draft' && { next: `It waits for your draft: read ${row.resource_type}s_brief, id ${row.resource_id}.` }),
    resource: row.resource_type && row.resource_id ? { type: row.resource_type, id: row.resource_id } : null,
    result: parsedOrNull(row.result),
    error: parsedOrNull(row.error),
    attempts: row.attempts,
    cancelRequested: row.cancel_requested === 1,
    createdAt: isoTime(row.created_at),
    startedAt: isoTimeOrNull(row.started_at),
    finishedAt: isoTimeOrNull(row.finished_at),
    updatedAt: isoTime(row.updated_at),
  };
}
