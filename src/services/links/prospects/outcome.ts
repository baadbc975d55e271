import type { LinkOutcome, ProspectStatus } from '../../../../schema/link-building.ts';
import type { Tx } from '../../../db/open.ts';
import type { LinkProspectRow } from '../../../db/rows/links.ts';
import { AppError } from '../../../errors.ts';
import type { System } from '../../../system.ts';
import { writeLog, type LogEntry } from '../log.ts';
import { suppress } from '../suppressions/suppressed.ts';
import { moves, requireMove } from './moves.ts';

/**
 * Records what a mail came to, which ends the cadence: a reply makes `replied`, an opt-out `declined` and suppresses the address, a bounce
 * suppresses it and leaves the status. `at`, at most now, is when that was. Returns the row as it is then. Throws `conflict`.
 */
export async function recordOutcome(
  tx: Tx,
  system: Pick<System, 'id' | 'now'>,
  row: LinkProspectRow,
  outcome: LinkOutcome,
  { at, detail = {} }: { at?: number; detail?: Record<string, unknown> } = {},
): Promise<LinkProspectRow> {
  if (outcome === 'bounce' && row.contact_key === null) throw nobodyToBounce(row.id);
  const to = statusAfter(row, outcome);
  requireMove(row.id, row.status, to);
  if (outcome !== 'reply' && row.contact_key !== null) await suppress(tx, system, [row.contact_key], outcome);
  const now = system.now();
  const changes = { status: to, outcome, outcome_at: Math.min(at ?? now, now), updated_at: now };
  await tx.updateTable('link_prospects').set(changes).where('id', '=', row.id).execute();
  const entries: LogEntry[] = [{ prospectId: row.id, kind: outcome, detail }];
  if (to !== row.status) entries.push({ prospectId: row.id, kind: 'moved', detail: { from: row.status, to } });
  await writeLog(tx, system, entries);
  return { ...row, ...changes };
}

/** Links that are no longer there. */
const lost: ReadonlySet<LinkProspectRow['link_state']> = new Set(['removed', 'page_gone'] as const);

function statusAfter({ status, link_state }: LinkProspectRow, outcome: LinkOutcome): ProspectStatus {
  if (outcome === 'bounce') return status;
  // Whoever placed the link and says so, or wants no more mail, has not taken it away.
  if (status === 'link_placed' && (outcome === 'opt_out' || !lost.has(link_state))) return status;
  if (outcome === 'reply') return 'replied';
  // Nobody is kept on mailing lists because of where they stand.
  return moves[status].includes('declined') ? 'declined' : status;
}

function nobodyToBounce(id: string): AppError {
  return new AppError('conflict', `The prospect ${id} has no contact: no mail to it can bounce.`, {
    hint: "To suppress an address that is nobody's contact, use link_suppressions_set.",
  });
}
