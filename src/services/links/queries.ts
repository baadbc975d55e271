import { sql, type RawBuilder } from 'kysely';
import type { OpportunityKind, ProspectStatus } from '../../../schema/link-building.ts';
import type { Db, Tx } from '../../db/open.ts';
import type { LinkDraftRow, LinkOpportunityRow, LinkProspectRow } from '../../db/rows/links.ts';
import { idsIn } from '../../db/sql.ts';
import { maxLatest, type OverviewQuestion } from '../common/overview.ts';
import { countUpTo, maxCounted, ofProject, withinProjects } from '../common/queries.ts';
import { dayMs, restDays, type Cadence } from './prospects/cadence.ts';
import { kindsByWorth } from './scoring.ts';

/** Where a prospect stands in the list. */
export type ProspectPlace = Pick<LinkProspectRow, 'score' | 'id'>;

interface Which {
  projectId: string;
  status: ProspectStatus | undefined;
  after: ProspectPlace | undefined;
  limit: number;
}

/** Those after a place, the highest score first, then the newest; then those without a score. */
export async function prospectsAfter(db: Db, { projectId, status, after, limit }: Which): Promise<LinkProspectRow[]> {
  let all = db.selectFrom('link_prospects').selectAll().where('project_id', '=', projectId);
  if (status !== undefined) all = all.where('status', '=', status);
  const scored: LinkProspectRow[] = [];
  if (after?.score !== null) {
    let rest = all.where('score', 'is not', null);
    if (after) rest = rest.where(sql<boolean>`(score, id) < (${after.score}, ${after.id})`);
    scored.push(...(await rest.orderBy('score', 'desc').orderBy('id', 'desc').limit(limit).execute()));
    if (scored.length === limit) return scored;
  }
  let rest = all.where('score', 'is', null);
  if (after?.score === null) rest = rest.where('id', '<', after.id);
  const others = await rest
    .orderBy('id', 'desc')
    .limit(limit - scored.length)
    .execute();
  return [...scored, ...others];
}

/** Which of these prospects have a reason of this kind. */
export async function prospectsWith(db: Db, ids: readonly string[], kind: OpportunityKind): Promise<ReadonlySet<string>> {
  const some = db.selectFrom('link_opportunities').select('prospect_id').distinct().where('prospect_id', 'in', idsIn(ids));
  return new Set((await some.where('kind', '=', kind).execute()).map(({ prospect_id }) => prospect_id));
}

/** Of each prospect the reason of these kinds that says most, the latest of its kind. */
export async function bestOpportunities(
  db: Db | Tx,
  ids: readonly string[],
  among: readonly OpportunityKind[],
): Promise<LinkOpportunityRow[]> {
  const worth = sql.join(
    kindsByWorth.map((kind, place) => sql`when ${kind} then ${place}`),
    sql` `,
  );
  const { rows } = await sql<LinkOpportunityRow>`
    select prospect_id, kind, url, evidence, found_at, seen_at from (
      select prospect_id, kind, url, evidence, found_at, seen_at,
        row_number() over (partition by prospect_id order by case kind ${worth} end, seen_at desc, url) as place
      from link_opportunities where prospect_id in ${idsIn(ids)} and kind in ${idsIn(among)}
    ) as placed
    where place = 1`.execute(db);
  return rows;
}

/** A contact with when it was last written to, or wrote. */
export type UsedContact = Pick<LinkProspectRow, 'id' | 'last_mail_at' | 'outcome' | 'outcome_at'> & { contact_found_at: number };

/** Contacts that were found by then, the oldest first, after one of them. */
export async function contactsFoundBefore(
  tx: Tx,
  { before, after, limit }: { before: number; after: Pick<UsedContact, 'id' | 'contact_found_at'>; limit: number },
): Promise<UsedContact[]> {
  const { rows } = await sql<UsedContact>`
    select id, contact_found_at, last_mail_at, outcome, outcome_at from link_prospects
    where contact_found_at is not null and contact_found_at <= ${before}
      and (contact_found_at, id) > (${after.contact_found_at}, ${after.id})
    order by contact_found_at, id limit ${limit}`.execute(tx);
  return rows;
}

/** What an overview tells of. */
export type ToldProspect = Pick<
  LinkProspectRow,
  'id' | 'project_id' | 'host' | 'placed_url' | 'link_state' | 'link_seen' | 'link_checked_at' | 'last_mail_at' | 'outcome_at'
>;

/** Prospects that answered, the latest first. */
export function repliedProspects(db: Db, projectId: string | undefined, limit?: number): Promise<{ count: number; rows: ToldProspect[] }> {
  return counted(db, sql`from link_prospects where ${withinProjects('project_id', projectId)} and status = 'replied'`, limit);
}

/** Prospects whose placed link is gone. */
export function lostLinks(db: Db, projectId: string | undefined, limit?: number): Promise<{ count: number; rows: ToldProspect[] }> {
  const lost = sql`link_state in ('removed', 'page_gone')`;
  return counted(
    db,
    sql`from link_prospects where ${withinProjects('project_id', projectId)} and status = 'link_placed' and ${lost}`,
    limit,
  );
}

async function counted(db: Db, from: RawBuilder<unknown>, limit = maxLatest): Promise<{ count: number; rows: ToldProspect[] }> {
  const { rows } = await sql<ToldProspect>`
    select id, project_id, host, placed_url, link_state, link_seen, link_checked_at, last_mail_at, outcome_at ${from} order by updated_at desc limit ${limit}`.execute(
    db,
  );
  return { count: await countUpTo(db, sql`select 1 ${from}`), rows };
}

/** A prospect whose cadence may go on. */
export type UnansweredProspect = Omit<ToldProspect, 'link_seen'> &
  Pick<LinkProspectRow, 'status' | 'contact_key' | 'contact_email' | keyof Cadence>;

/** Prospects that have not answered a mail for some time, those that wait longest first. */
export async function unansweredProspects(
  db: Db,
  { projectId }: Pick<OverviewQuestion, 'projectId'>,
  mailedBefore: number,
): Promise<UnansweredProspect[]> {
  const { rows } = await sql<UnansweredProspect>`
    select id, project_id, host, placed_url, link_state, link_checked_at, status, contact_key, contact_email, first_mail_at, last_mail_at, followups, outcome, outcome_at
    from link_prospects
    where status = 'contacted' and last_mail_at <= ${mailedBefore} and ${ofProject('project_id', projectId)} and outcome is null
    order by last_mail_at limit ${maxCounted}`.execute(db);
  return rows;
}

/** A prospect that nobody has written to, with a contact. */
export type UnwrittenProspect = Pick<
  LinkProspectRow,
  'id' | 'host' | 'score' | 'contact_key' | 'contact_email' | 'contact_found_at' | 'first_mail_at' | 'last_mail_at'
>;

/** Among so many that are walked, however many have no contact. */
const maxWalked = 200;

/** Prospects with a contact that nobody has written to, the best first. */
export async function unwrittenProspects(db: Db, projectId: string, limit: number): Promise<UnwrittenProspect[]> {
  const { rows } = await sql<UnwrittenProspect>`
    select * from (
      select id, host, score, contact_key, contact_email, contact_found_at, first_mail_at, last_mail_at from link_prospects
      where project_id = ${projectId} and status = 'prospected' order by score desc, id desc limit ${maxWalked}
    ) as best
    where contact_key is not null and first_mail_at is null order by score desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/** A prospect whose contact got a mail lately. */
export type WrittenProspect = Pick<LinkProspectRow, 'id' | 'project_id' | 'host' | 'contact_key'> & {
  first_mail_at: number;
  last_mail_at: number;
};

/** Prospects of all projects that have one of these contacts and wrote to them lately. */
export async function writtenLately(db: Db | Tx, keys: readonly string[], now: number): Promise<WrittenProspect[]> {
  const { rows } = await sql<WrittenProspect>`
    select id, project_id, host, contact_key, first_mail_at, last_mail_at from link_prospects
    where contact_key in ${idsIn(keys)} and first_mail_at is not null and last_mail_at > ${now - restDays * dayMs}
    order by first_mail_at, id`.execute(db);
  return rows;
}

/** A mail that is written and can be sent. */
export type OpenDraft = Pick<LinkDraftRow, 'id' | 'prospect_id' | 'number' | 'status' | 'subject' | 'recipient' | 'created_at'>;

/** At most one of each prospect: a later draft replaces those before it. */
export function openDrafts(db: Db, prospectIds: readonly string[]): Promise<OpenDraft[]> {
  const drafts = db.selectFrom('link_drafts').select(['id', 'prospect_id', 'number', 'status', 'subject', 'recipient', 'created_at']);
  return drafts.where('prospect_id', 'in', idsIn(prospectIds)).where('status', 'in', ['draft', 'refused']).execute();
}

/** Jobs that are looked through, the newest. */
const maxJobs = 1_000;

/** Whether sites that could link were looked for: something was found, or one of the project's newest jobs is of that kind. */
export async function hasLooked(db: Db, { projectId, kind }: { projectId: string; kind: string }): Promise<boolean> {
  const scored = db.selectFrom('link_prospects').select('id').where('project_id', '=', projectId).where('score', 'is not', null);
  if (await scored.limit(1).executeTakeFirst()) return true;
  const { rows } = await sql`
    select kind from (select kind from jobs where project_id = ${projectId} order by created_at desc limit ${maxJobs}) as newest
    where kind = ${kind} limit 1`.execute(db);
  return rows.length > 0;
}
