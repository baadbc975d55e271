import type { NewFollowup, NewOutreach, OutreachDraft, OutreachWriter } from '../../../../schema/link-outreach.ts';
import type { MailSender } from '../../../../schema/mail.ts';
import { copydesk } from '../../../config.ts';
import type { Tx } from '../../../db/open.ts';
import type { LinkDraftRow, LinkProspectRow } from '../../../db/rows/links.ts';
import { AppError } from '../../../errors.ts';
import { composeMessage } from '../../../providers/mail/message.ts';
import type { Given } from '../given.ts';
import { writeLog } from '../log.ts';
import { prospectRow } from '../prospects/row.ts';
import { readAddress } from '../suppressions/address.ts';
import { writeByModel } from './by-model.ts';
import { writeByTemplate } from './by-template.ts';
import { closingOf, messageIdOf, messageOf, tokenOf, wholeText } from './letter.ts';
import { briefOf, earlierOf, opportunitiesOf, type Material } from './material.ts';
import { notesOn } from './notes.ts';
import { senderOf, stopsOf } from './standing.ts';
import { readText, type MailText } from './text.ts';
import { firstMail, followup, type Place, type Which } from './which.ts';

/** Writes mails that nobody has sent. */
export interface Drafting {
  /** Throws `not_found`, `conflict`, `invalid_input`, `integration_required`, and what a model's provider answers. */
  outreach(input: NewOutreach, signal?: AbortSignal): Promise<OutreachDraft>;
  /** The same for the next follow-up. */
  followup(input: NewFollowup, signal?: AbortSignal): Promise<OutreachDraft>;
}

const tokenBytes = 12;

export function createDrafting(given: Given): Drafting {
  const { store, system, projects, integrations } = given;

  async function drafted(which: Which, input: NewOutreach, signal = system.closing): Promise<OutreachDraft> {
    const row = await prospectRow(store.db, input.id);
    const place = which(row, system.now());
    const project = await projects.get(row.project_id);
    const [opportunities, earlier] = [await opportunitiesOf(store.db, row.id), await earlierOf(store.db, row)];
    const sender = senderOf(await integrations.find(project.id, 'smtp'));
    const material: Material = { row, project, place, opportunities, earlier: place.kind === 'followup' ? earlier : [] };
    const { writer, text } = await written(material, input, sender, signal);
    const kept = text && (await store.write((tx) => keep(tx, { contact: row, which, writer, text })));
    return answer(material, { input, writer, kept, sender });
  }

  /** No text yet where an agent is to write it. */
  async function written(material: Material, input: NewOutreach, sender: MailSender | undefined, signal: AbortSignal) {
    const { subject, body } = input;
    const { id: projectId } = material.project;
    if (subject !== undefined || body !== undefined)
      return { writer: 'agent' as const, text: readText(bothOf(subject, body, input.writer)) };
    const writer = input.writer ?? ((await integrations.hasModel(projectId)) ? 'llm' : 'agent');
    if (writer === 'agent') return { writer, text: undefined };
    if (writer === 'extractive') return { writer, text: readText(writeByTemplate(material)) };
    const model = await integrations.openChatModel(projectId);
    return { writer, text: await writeByModel(model, briefOf(material, sender), signal) };
  }

  interface ToKeep {
    /** As it was when the mail was written: one for whoever is the contact no longer is not kept. */
    contact: Pick<LinkProspectRow, 'id' | 'contact_email'>;
    which: Which;
    writer: OutreachWriter;
    text: MailText;
  }

  /** Takes the place of what was drafted before and has not gone. Whether it may be written is asked again: a model takes its time. */
  async function keep(tx: Tx, { contact: { id, contact_email }, which, writer, text }: ToKeep): Promise<LinkDraftRow> {
    const row = await prospectRow(tx, id);
    const { kind, number }: Place = which(row, system.now());
    if (contact_email !== row.contact_email) throw changed(row);
    const open = tx.updateTable('link_drafts').set({ status: 'replaced' }).where('prospect_id', '=', id);
    await open.where('status', 'in', ['draft', 'refused']).execute();
    const draft: LinkDraftRow = {
      id: system.id('mld'),
      prospect_id: id,
      kind,
      number,
      status: 'draft',
      writer,
      ...text,
      recipient: readAddress(contact_email ?? ''),
      // Whole once it goes: the sender's domain is known then.
      message_id: system.random(tokenBytes).toString('hex'),
      error: null,
      created_at: system.now(),
      sending_at: null,
      sent_at: null,
    };
    await tx.insertInto('link_drafts').values(draft).execute();
    await writeLog(tx, system, [{ prospectId: id, kind: 'drafted', detail: { draftId: draft.id, number, writer } }]);
    return draft;
  }

  interface ToAnswer {
    input: NewOutreach;
    writer: OutreachWriter;
    kept: LinkDraftRow | undefined;
    sender: MailSender | undefined;
  }

  async function answer(material: Material, { input, writer, kept, sender }: ToAnswer): Promise<OutreachDraft> {
    const { row, project, place } = material;
    const stops = await stopsOf(given, row, project, sender);
    const closing = sender ? closingOf(sender, row, project.language) : null;
    const wantsFile = input.include?.includes('eml') === true;
    return {
      prospectId: row.id,
      draftId: kept?.id ?? null,
      ...place,
      writer,
      to: row.contact_email,
      subject: kept?.subject ?? null,
      body: kept ? wholeText(kept.body, closing) : null,
      eml: wantsFile && kept && sender ? await fileOf(material, kept, sender) : null,
      stops,
      notes: kept ? notesOn(kept, material) : [],
      brief: kept ? null : briefOf(material, sender),
      command: kept ? commandOf(row, kept) : null,
      next: nextOf(place, kept, stops.length > 0),
    };
  }

  /** The mail as it would go now. Without an address it has no recipient. */
  async function fileOf({ row, project, earlier }: Material, draft: LinkDraftRow, sender: MailSender): Promise<string> {
    const to = readAddress(row.contact_email ?? '') ?? '';
    const whole = { ...draft, message_id: messageIdOf(tokenOf(draft.message_id!), sender) };
    const follows = earlier.map(({ message_id }) => message_id!);
    return (
      await composeMessage(messageOf({ draft: whole, row, sender, to, language: project.language, follows, now: system.now() }))
    ).toString('latin1');
  }

  return {
    outreach: (input, signal) => drafted(firstMail, input, signal),
    followup: ({ early = false, ...input }, signal) => drafted(followup(early), input, signal),
  };
}

function changed({ host }: LinkProspectRow): AppError {
  return new AppError('conflict', `The contact of ${host} changed while the mail was written.`, { hint: 'Draft it again.' });
}

function bothOf(subject: string | undefined, body: string | undefined, writer: OutreachWriter | undefined): MailText {
  if (writer !== undefined && writer !== 'agent') {
    throw new AppError('invalid_input', `writer: ${writer} writes the mail itself.`, {
      hint: 'Leave out writer to give your own text, or subject and body to have it written.',
      errors: [{ pointer: '/writer', detail: 'takes no subject and body', code: 'exactly_one' }],
    });
  }
  if (subject !== undefined && body !== undefined) return { subject, body };
  const missing = subject === undefined ? 'subject' : 'body';
  throw new AppError('invalid_input', `${missing} is missing: a mail has both.`, {
    hint: 'Give subject and body together.',
    errors: [{ pointer: `/${missing}`, detail: 'is needed with the other', code: 'required' }],
  });
}

function commandOf({ id }: LinkProspectRow, draft: LinkDraftRow): string {
  return `${copydesk} call link_prospects_send --json '${JSON.stringify({ id, draftId: draft.id })}'`;
}

function nextOf({ kind }: Place, kept: LinkDraftRow | undefined, isStopped: boolean): string {
  const operation = kind === 'outreach' ? 'link_prospects_outreach' : 'link_prospects_followup';
  if (!kept) return `Write it from brief, and call ${operation} again with subject and body.`;
  return isStopped
    ? 'Nothing is sent, and it cannot be before what stops names is seen to; the draft stays. Show it to a person, with the command that sends it then.'
    : 'Nothing is sent. Show it to a person: once they agree, command sends it, or link_prospects_send. Another text makes another draft.';
}
