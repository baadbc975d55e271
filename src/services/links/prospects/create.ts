import type { LinkProspect } from '../../../../schema/link-building.ts';
import type { NewProspect } from '../../../../schema/link-prospects.ts';
import type { Tx } from '../../../db/open.ts';
import type { LinkProspectRow } from '../../../db/rows/links.ts';
import { AppError } from '../../../errors.ts';
import type { Given } from '../given.ts';
import { writeLog } from '../log.ts';
import { unbegun } from './cadence.ts';
import { forgetErased } from './erased.ts';
import { checkPages, nobody, readContact, readSite, refuseOwnSite, requireOwnPage } from './by-hand.ts';
import { prospectOf } from './row.ts';

/** Adds one by hand. Throws `conflict` that names the one at the same host, `invalid_input`, `address_refused`, `not_found`, `project_required`. */
export async function createProspect({ store, system, config, projects }: Given, input: NewProspect): Promise<LinkProspect> {
  const { host, page } = readSite(input.url, config);
  checkPages(input, config);
  const contact = input.contact === undefined ? null : readContact(input.contact);
  return store.write(async (tx) => {
    const project = await projects.resolve(input.projectId, tx);
    refuseOwnSite(project, host);
    requireOwnPage(project, input.targetUrl);
    await refuseKnown(tx, project.id, host);
    const now = system.now();
    const row: LinkProspectRow = {
      id: system.id('lnk'),
      project_id: project.id,
      host,
      status: 'prospected',
      score: null,
      reasons: '[]',
      target_url: input.targetUrl ?? null,
      notes: input.notes ?? null,
      ...(contact ? { ...contact, contact_source: 'given', contact_found_at: now } : nobody),
      ...unbegun,
      placed_url: null,
      link_state: null,
      link_seen: null,
      link_checked_at: null,
      created_at: now,
      updated_at: now,
    };
    await tx.insertInto('link_prospects').values(row).execute();
    if (page !== null) await tx.insertInto('link_opportunities').values(opportunityOf(row, page)).execute();
    await forgetErased(tx, project.id, [host, ...(contact ? [contact.contact_key] : [])]);
    await writeLog(tx, system, [{ prospectId: row.id, kind: 'created', detail: { by: 'hand' } }]);
    return prospectOf(tx, row);
  });
}

function opportunityOf({ id, created_at }: LinkProspectRow, url: string) {
  return { prospect_id: id, kind: 'given' as const, url, evidence: '{}', found_at: created_at, seen_at: created_at };
}

async function refuseKnown(tx: Tx, projectId: string, host: string): Promise<void> {
  const known = tx.selectFrom('link_prospects').select(['id', 'status']).where('project_id', '=', projectId).where('host', '=', host);
  const same = await known.executeTakeFirst();
  if (!same) return;
  throw new AppError('conflict', `${host} is a prospect already (${same.id}, ${same.status}).`, {
    hint: `A site is written to once. Change ${same.id} with link_prospects_update, or read it with link_prospects_get.`,
  });
}
