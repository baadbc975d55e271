import type { LinkProspect, OpportunityKind } from '../../../../schema/link-building.ts';
import type { Db, Tx } from '../../../db/open.ts';
import type { LinkOpportunityRow, LinkProspectRow } from '../../../db/rows/links.ts';
import { idsIn } from '../../../db/sql.ts';
import { AppError } from '../../../errors.ts';
import { isoTime, isoTimeOrNull } from '../../common/wire.ts';
import { suppressedAmong } from '../suppressions/suppressed.ts';
import { bestOpportunities } from '../queries.ts';
import { kindsByWorth } from '../scoring.ts';
import { contactOf } from './contact.ts';
import { targetOf, toldOf } from './told.ts';
import { nextFollowup } from './cadence.ts';

/** Throws `not_found`. */
export async function prospectRow(db: Db | Tx, id: string): Promise<LinkProspectRow> {
  const row = await db.selectFrom('link_prospects').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('not_found', `There is no link prospect ${id}.`, { hint: 'See link_prospects_list.' });
  return row;
}

/** Rows as they are listed, with what other tables say of them: the best opportunity is one of these kinds. */
export async function toProspects(
  db: Db | Tx,
  rows: readonly LinkProspectRow[],
  among: readonly OpportunityKind[] = kindsByWorth,
): Promise<LinkProspect[]> {
  const ids = rows.map(({ id }) => id);
  const kinds = await db
    .selectFrom('link_opportunities')
    .select(['prospect_id', 'kind'])
    .distinct()
    .where('prospect_id', 'in', idsIn(ids))
    .orderBy('prospect_id')
    .orderBy('kind')
    .execute();
  const ofProspect = Map.groupBy(kinds, ({ prospect_id }) => prospect_id);
  const best = new Map((await bestOpportunities(db, ids, among)).map((one) => [one.prospect_id, one]));
  const suppressed = await suppressedAmong(
    db,
    rows.flatMap(({ contact_key }) => contact_key ?? []),
  );
  return rows.map((row) =>
    toProspect(row, {
      opportunities: (ofProspect.get(row.id) ?? []).map(({ kind }) => kind),
      best: best.get(row.id),
      suppressed: row.contact_key !== null && suppressed.has(row.contact_key),
    }),
  );
}

/** One as it is listed. */
export async function prospectOf(db: Db | Tx, row: LinkProspectRow): Promise<LinkProspect> {
  return (await toProspects(db, [row]))[0]!;
}

interface Known {
  opportunities: OpportunityKind[];
  best: LinkOpportunityRow | undefined;
  suppressed: boolean;
}

function toProspect(row: LinkProspectRow, { opportunities, best, suppressed }: Known): LinkProspect {
  return {
    id: row.id,
    projectId: row.project_id,
    host: row.host,
    status: row.status,
    score: row.score,
    opportunities,
    bestOpportunity: best ? toldOf(best) : null,
    targetUrl: row.target_url,
    targetSuggestion: targetOf(row, best),
    contact: contactOf(row, suppressed),
    mails: row.first_mail_at === null ? 0 : 1 + row.followups,
    lastMailAt: isoTimeOrNull(row.last_mail_at),
    nextFollowupAt: suppressed ? null : isoTimeOrNull(nextFollowup(row)),
    link: row.placed_url === null ? null : { url: row.placed_url, state: row.link_state, checkedAt: isoTimeOrNull(row.link_checked_at) },
    updatedAt: isoTime(row.updated_at),
  };
}
