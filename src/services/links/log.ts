import type { Tx } from '../../db/open.ts';
import type { System } from '../../system.ts';

/** What happened to a prospect, by the name its log shows. */
export type LogKind =
  | 'created'
  | 'found'
  | 'changed'
  | 'moved'
  | 'contact'
  | 'note'
  | 'drafted'
  | 'sent'
  | 'send_failed'
  | 'reply'
  | 'bounce'
  | 'opt_out'
  | 'link_checked';

export interface LogEntry {
  prospectId: string;
  kind: LogKind;
  detail: Record<string, unknown>;
}

/** Adds lines to the activity logs of prospects, in the transaction of what they tell. */
export async function writeLog(tx: Tx, system: Pick<System, 'id' | 'now'>, entries: readonly LogEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const now = system.now();
  const rows = entries.map(({ prospectId, kind, detail }) => ({
    id: system.id('log'),
    prospect_id: prospectId,
    kind,
    detail: JSON.stringify(detail),
    created_at: now,
  }));
  await tx.insertInto('link_log').values(rows).execute();
}
