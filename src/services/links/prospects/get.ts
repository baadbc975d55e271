import type { LinkProspectDetail, ProspectQuestion } from '../../../../schema/link-prospects.ts';
import type { Db } from '../../../db/open.ts';
import { decodeCursor, defaultLimit, pageOf } from '../../common/paging.ts';
import { isoTime, isoTimeOrNull, parsed, parsedOrNull } from '../../common/wire.ts';
import type { Given } from '../given.ts';
import { prospectOf, prospectRow } from './row.ts';

/** An answer stays small: what is older is seldom asked for, and the log goes on by pages. */
const maxShown = { evidence: 20, drafts: 5, body: 4000 };

/** Throws `not_found`, `invalid_input`. */
export async function getProspect({ store }: Pick<Given, 'store'>, question: ProspectQuestion): Promise<LinkProspectDetail> {
  const { id } = question;
  const row = await prospectRow(store.db, id);
  const { data: log, nextCursor } = await logOf(store.db, question);
  return {
    ...(await prospectOf(store.db, row)),
    notes: row.notes,
    reasons: parsed(row.reasons),
    evidence: await evidenceOf(store.db, id),
    linkSeen: parsedOrNull(row.link_seen),
    drafts: await draftsOf(store.db, id),
    log,
    nextCursor,
  };
}

async function logOf(db: Db, { id, limit = defaultLimit, cursor }: ProspectQuestion) {
  const before = decodeCursor(cursor, /^log_\w+$/);
  let query = db.selectFrom('link_log').selectAll().where('prospect_id', '=', id);
  if (before !== undefined) query = query.where('id', '<', before);
  const rows = await query
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return pageOf(rows, limit, ({ kind, detail, created_at }) => ({
    kind,
    detail: parsed<Record<string, unknown>>(detail),
    at: isoTime(created_at),
  }));
}

async function evidenceOf(db: Db, prospectId: string): Promise<LinkProspectDetail['evidence']> {
  const rows = await db
    .selectFrom('link_opportunities')
    .selectAll()
    .where('prospect_id', '=', prospectId)
    .orderBy('seen_at', 'desc')
    .limit(maxShown.evidence)
    .execute();
  return rows.map(({ kind, url, evidence, seen_at }) => ({ kind, url, details: parsed(evidence), seenAt: isoTime(seen_at) }));
}

async function draftsOf(db: Db, prospectId: string): Promise<LinkProspectDetail['drafts']> {
  const rows = await db
    .selectFrom('link_drafts')
    .selectAll()
    .where('prospect_id', '=', prospectId)
    .where('status', '!=', 'replaced')
    .orderBy('id', 'desc')
    .limit(maxShown.drafts)
    .execute();
  return rows.map(({ id, kind, number, status, writer, recipient, subject, body, created_at, sent_at }) => ({
    id,
    kind,
    number,
    status: status as Exclude<typeof status, 'replaced'>,
    writer,
    to: recipient,
    subject,
    body: body.slice(0, maxShown.body),
    createdAt: isoTime(created_at),
    sentAt: isoTimeOrNull(sent_at),
  }));
}
