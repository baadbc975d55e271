import type { ChangedProspect, LocalProspectPatch, ProspectPatch } from '../../../../schema/link-prospects.ts';
import type { Tx } from '../../../db/open.ts';
import type { LinkProspectRow } from '../../../db/rows/links.ts';
import { AppError } from '../../../errors.ts';
import type { Given } from '../given.ts';
import { writeLog, type LogEntry } from '../log.ts';
import { readGivenMail, recordReport, type Recorded } from '../outreach/reported.ts';
import { planVerification } from '../verification/verify.ts';
import { afterMail, unbegun } from './cadence.ts';
import { forgetErased, keepErased } from './erased.ts';
import { checkPages, nobody, readContact, requireOwnPage } from './by-hand.ts';
import { requireMove } from './moves.ts';
import { recordOutcome } from './outcome.ts';
import { removeTraces } from './removal.ts';
import { prospectOf, prospectRow } from './row.ts';

/** A row with changes that are not written yet, and what the log says of them. */
interface Change {
  row: LinkProspectRow;
  entries: Omit<LogEntry, 'prospectId'>[];
}

/** All of it or nothing. An outcome is of the contact before a change of it. Throws `not_found`, `conflict`, `invalid_input`, `address_refused`. */
export async function updateProspect(given: Given, patch: LocalProspectPatch, files?: readonly string[]): Promise<ChangedProspect> {
  const { store, system, config, projects, queue } = given;
  const { id } = patch;
  refuseTwo(patch);
  const mail = await readGivenMail(patch, config, files);
  checkPages(patch, config);
  const contact = patch.contact ? readContact(patch.contact) : patch.contact;
  return store.write(async (tx) => {
    const before = await prospectRow(tx, id);
    if (patch.targetUrl !== undefined) requireOwnPage(await projects.resolve(before.project_id, tx), patch.targetUrl);
    const { row, next } = mail ? await recordReport(tx, system, before, mail) : await byHand(tx, system, before, patch);
    const now = system.now();
    const change: Change = { row, entries: [] };
    if (contact !== undefined) changeContact(change, contact, now);
    if (patch.status !== undefined) changeStatus(change, patch.status, now);
    if (patch.linkUrl !== undefined) changeLink(change, patch.linkUrl);
    changeRest(change, patch);
    if (contact === null) await forgetContact(tx, system, before);
    if (contact) await forgetErased(tx, row.project_id, [contact.contact_key]);
    if (change.row.status === 'link_placed') await planVerification(tx, { system, queue }, row.project_id);
    return { ...(await prospectOf(tx, await written(tx, system, change))), next };
  });
}

/** Nothing stays of it but a hash, by which discovery knows it. */
async function forgetContact(tx: Tx, system: Given['system'], { id, project_id, contact_key }: LinkProspectRow): Promise<void> {
  while (await removeTraces(tx, [id]));
  if (contact_key !== null) await keepErased(tx, system, project_id, [contact_key]);
}

async function byHand(tx: Tx, system: Given['system'], row: LinkProspectRow, { outcome }: ProspectPatch): Promise<Recorded> {
  return { row: outcome === undefined ? row : await recordOutcome(tx, system, row, outcome), next: null };
}

/** Another address is another person: what was written to the one before does not count. */
function changeContact(change: Change, contact: ReturnType<typeof readContact> | null, now: number): void {
  const { row } = change;
  if (contact === null) {
    if (row.contact_email === null) return;
    change.row = { ...row, ...nobody, ...unbegun };
    change.entries.push({ kind: 'contact', detail: { removed: true } });
    return;
  }
  const isSame = contact.contact_email === row.contact_email;
  if (isSame && (contact.contact_name === null || contact.contact_name === row.contact_name)) return;
  const isAnother = contact.contact_key !== row.contact_key;
  change.row = { ...row, ...contact, contact_source: 'given', contact_found_at: now, ...(isAnother && unbegun) };
  change.entries.push({ kind: 'contact', detail: { source: 'given', startsAnew: isAnother } });
}

/** Who says by hand that it is contacted has sent a mail. */
function changeStatus(change: Change, status: LinkProspectRow['status'], now: number): void {
  const { row } = change;
  requireMove(row.id, row.status, status);
  const isMailed = status === 'contacted' && (row.status !== status || row.first_mail_at === null);
  if (row.status === status && !isMailed) return;
  change.row = { ...row, status, ...(isMailed && afterMail(row, now)) };
  change.entries.push({ kind: 'moved', detail: { from: row.status, to: status, by: 'hand' } });
}

function changeLink(change: Change, linkUrl: string): void {
  const { row } = change;
  if (linkUrl === row.placed_url) return;
  if (row.status !== 'link_placed') throw notPlaced(row);
  change.row = { ...row, placed_url: linkUrl, link_state: null, link_seen: null, link_checked_at: null };
  change.entries.push({ kind: 'changed', detail: { linkUrl } });
}

function changeRest(change: Change, patch: ProspectPatch): void {
  const { row } = change;
  const { targetUrl = row.target_url, notes = row.notes } = patch;
  if (targetUrl !== row.target_url) change.entries.push({ kind: 'changed', detail: { targetUrl } });
  if (notes !== row.notes) change.entries.push({ kind: 'note', detail: {} });
  change.row = { ...row, target_url: targetUrl, notes };
}

async function written(tx: Tx, system: Given['system'], { row, entries }: Change): Promise<LinkProspectRow> {
  if (entries.length === 0) return row;
  const changed: LinkProspectRow = { ...row, updated_at: system.now() };
  await tx.updateTable('link_prospects').set(changed).where('id', '=', row.id).execute();
  await writeLog(
    tx,
    system,
    entries.map((entry) => ({ prospectId: row.id, ...entry })),
  );
  return changed;
}

/** What a mail came to is said once. */
function refuseTwo({ status, outcome, eml, path }: LocalProspectPatch): void {
  const isMail = eml !== undefined || path !== undefined;
  if (!isMail && (outcome === undefined || status === undefined)) return;
  if (isMail && outcome === undefined && status === undefined) return;
  const field = status === undefined ? 'outcome' : 'status';
  const detail = `leave it out: ${isMail ? 'the mail says what came of it' : 'the outcome moves the prospect'}`;
  throw new AppError('invalid_input', `${field}: ${detail}.`, {
    hint: 'Give the mail that came back, its outcome, or where the prospect went by hand.',
    errors: [{ pointer: `/${field}`, detail, code: 'exactly_one' }],
  });
}

function notPlaced({ id, status }: LinkProspectRow): AppError {
  return new AppError('conflict', `The prospect ${id} is ${status}: no link is placed.`, {
    hint: 'Give status link_placed with linkUrl.',
    errors: [{ pointer: '/linkUrl', detail: `is for a prospect that is link_placed; this is ${status}`, code: 'not_placed' }],
  });
}
