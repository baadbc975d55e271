import type { Tx } from '../../../db/open.ts';
import type { LinkOpportunityRow, LinkProspectRow } from '../../../db/rows/links.ts';
import { idsIn } from '../../../db/sql.ts';
import type { System } from '../../../system.ts';
import { parsed } from '../../common/wire.ts';
import { writeLog, type LogEntry } from '../log.ts';
import { erasedAmong } from '../prospects/erased.ts';
import { scoreOf, type ScoredOpportunity } from '../scoring.ts';
import { addressKey } from '../suppressions/address.ts';
import type { FoundContact } from './contacts.ts';
import type { Opportunity } from './evidence.ts';

/** A site that could link, with what was found there. */
export interface FoundSite {
  /** As `hostOf` has it. */
  host: string;
  opportunities: readonly Opportunity[];
  contact: FoundContact | null;
}

/** What became of a site. */
export interface Recorded {
  host: string;
  /** Null where it was erased: then nothing is kept. */
  id: string | null;
  isNew: boolean;
}

/** Reasons that are kept of one site: one or two are written about. */
export const maxOpportunities = 20;

/**
 * Makes prospects of sites, or adds to those that are there: a host is there once. What was erased is not brought back: neither a host nor an
 * address. A contact that is known stays, and so do status and whatever was given by hand.
 */
export async function recordFound(
  tx: Tx,
  { system }: { system: Pick<System, 'id' | 'now'> },
  projectId: string,
  found: readonly FoundSite[],
): Promise<Recorded[]> {
  const now = system.now();
  const keys = found.flatMap(({ host, contact }) => (contact ? [host, addressKey(contact.email)] : [host]));
  const erased = await erasedAmong(tx, projectId, keys);
  const sites = found.filter(({ host }) => !erased.has(host));
  const known = await knownAt(tx, projectId, sites);
  const log: LogEntry[] = [];
  const rows: LinkProspectRow[] = [];
  const added: LinkOpportunityRow[] = [];
  for (const site of sites) {
    const before = known.get(site.host);
    const row = before?.row ?? newRow(system.id('lnk'), projectId, site.host, now);
    const opportunities = merged(row.id, before?.opportunities ?? [], site.opportunities, now);
    const contact = row.contact_email === null && site.contact && !erased.has(addressKey(site.contact.email)) ? site.contact : null;
    const fresh = opportunities.filter(
      ({ found_at, kind, url }) => found_at === now && !before?.opportunities.some((one) => one.kind === kind && one.url === url),
    );
    log.push(...toldOf(row.id, { isNew: !before, fresh, contact }));
    added.push(...opportunities.filter(({ seen_at }) => seen_at === now));
    rows.push(scored({ ...row, ...contactColumns(contact, now), updated_at: now }, opportunities, now));
  }
  await keep(tx, { rows, opportunities: added });
  await writeLog(tx, system, log);
  return found.map(({ host }) => ({ host, id: rows.find((row) => row.host === host)?.id ?? null, isNew: !known.has(host) }));
}

interface Known {
  row: LinkProspectRow;
  opportunities: LinkOpportunityRow[];
}

async function knownAt(tx: Tx, projectId: string, sites: readonly FoundSite[]): Promise<Map<string, Known>> {
  const hosts = sites.map(({ host }) => host);
  const rows = await tx
    .selectFrom('link_prospects')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('host', 'in', idsIn(hosts))
    .execute();
  const ids = rows.map(({ id }) => id);
  const opportunities = await tx.selectFrom('link_opportunities').selectAll().where('prospect_id', 'in', idsIn(ids)).execute();
  return new Map(rows.map((row) => [row.host, { row, opportunities: opportunities.filter((one) => one.prospect_id === row.id) }]));
}

function newRow(id: string, projectId: string, host: string, now: number): LinkProspectRow {
  return {
    id,
    project_id: projectId,
    host,
    status: 'prospected',
    score: null,
    reasons: '[]',
    target_url: null,
    notes: null,
    contact_name: null,
    contact_email: null,
    contact_key: null,
    contact_source: null,
    contact_found_at: null,
    first_mail_at: null,
    last_mail_at: null,
    followups: 0,
    outcome: null,
    outcome_at: null,
    placed_url: null,
    link_state: null,
    link_seen: null,
    link_checked_at: null,
    created_at: now,
    updated_at: now,
  };
}

/** Those that are known with what was seen now, and new ones while there is room. */
function merged(
  prospectId: string,
  before: readonly LinkOpportunityRow[],
  found: readonly Opportunity[],
  now: number,
): LinkOpportunityRow[] {
  const all = new Map(before.map((one) => [`${one.kind} ${one.url}`, one]));
  for (const { kind, url, evidence } of found) {
    const known = all.get(`${kind} ${url}`);
    if (!known && all.size >= maxOpportunities) continue;
    const row = { prospect_id: prospectId, kind, url, evidence: JSON.stringify(evidence), found_at: known?.found_at ?? now, seen_at: now };
    all.set(`${kind} ${url}`, row);
  }
  return [...all.values()];
}

function contactColumns(contact: FoundContact | null, now: number): Partial<LinkProspectRow> {
  if (contact === null) return {};
  const { email, source } = contact;
  return { contact_email: email, contact_key: addressKey(email), contact_source: source, contact_found_at: now };
}

function scored(row: LinkProspectRow, opportunities: readonly LinkOpportunityRow[], now: number): LinkProspectRow {
  const given = opportunities.map(({ kind, evidence }): ScoredOpportunity => ({ kind, evidence: parsed(evidence) }));
  const { score, reasons } = scoreOf(given, { hasContact: row.contact_email !== null, now });
  // A page of the project's that replaces what is gone is what the link is to lead to.
  const replacement = given.map(({ evidence }) => (evidence as Opportunity['evidence']).replacement?.url).find((url) => url !== undefined);
  return { ...row, score, reasons: JSON.stringify(reasons), target_url: row.target_url ?? replacement ?? null };
}

function toldOf(
  prospectId: string,
  { isNew, fresh, contact }: { isNew: boolean; fresh: readonly LinkOpportunityRow[]; contact: FoundContact | null },
): LogEntry[] {
  const told: LogEntry[] = [];
  if (isNew) told.push({ prospectId, kind: 'created', detail: { by: 'link_prospects_discover' } });
  if (fresh.length > 0) told.push({ prospectId, kind: 'found', detail: { opportunities: fresh.map(({ kind, url }) => ({ kind, url })) } });
  // The address itself stays in one place, so that erasing it there erases it.
  if (contact) told.push({ prospectId, kind: 'contact', detail: { source: contact.source } });
  return told;
}

async function keep(
  tx: Tx,
  { rows, opportunities }: { rows: readonly LinkProspectRow[]; opportunities: readonly LinkOpportunityRow[] },
): Promise<void> {
  if (rows.length > 0)
    await tx
      .insertInto('link_prospects')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet(({ ref }) => ({
          score: ref('excluded.score'),
          reasons: ref('excluded.reasons'),
          target_url: ref('excluded.target_url'),
          contact_email: ref('excluded.contact_email'),
          contact_key: ref('excluded.contact_key'),
          contact_source: ref('excluded.contact_source'),
          contact_found_at: ref('excluded.contact_found_at'),
          updated_at: ref('excluded.updated_at'),
        })),
      )
      .execute();
  if (opportunities.length > 0)
    await tx
      .insertInto('link_opportunities')
      .values(opportunities)
      .onConflict((conflict) =>
        conflict
          .columns(['prospect_id', 'kind', 'url'])
          .doUpdateSet(({ ref }) => ({ evidence: ref('excluded.evidence'), seen_at: ref('excluded.seen_at') })),
      )
      .execute();
}
