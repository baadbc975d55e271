import type { z } from 'zod';
import { MailToBeSent, NewFollowup, NewOutreach, OutreachDraft, SentMail } from '../schema/link-outreach.ts';
import { operation } from './operation.ts';

const id = 'lnk_01997a3c5d2e7f10a4b8c6d2e4f60801';
const draftId = 'mld_01997a3c5d2e7f10a4b8c6d2e4f60802';
const subject = 'A dead link on your list of drivers';
const body = 'Hello Ann,\n\nyour list of drivers links to https://old.example.net/pools, which is gone. We keep a guide on the same.';

const draft: z.input<typeof OutreachDraft> = {
  prospectId: id,
  draftId,
  kind: 'outreach',
  number: 0,
  writer: 'agent',
  to: 'ann@example.org',
  subject,
  body: `${body}\n\n-- \nBen Weaver\nExample Ltd, 1 High Street, Leeds`,
  eml: null,
  stops: [],
  notes: [],
  brief: null,
  command: `npx copydesk call link_prospects_send --json '{"id":"${id}","draftId":"${draftId}"}'`,
  next: 'Nothing is sent. Show it to a person: once they agree, command sends it, or link_prospects_send.',
};

export const linkOutreach = [
  operation({
    name: 'link_prospects_outreach',
    method: 'POST',
    path: '/link-building/{id}/outreach',
    outward: true,
    errors: ['conflict', 'integration_required', 'cap_reached', 'prices_missing', 'provider_refused', 'provider_failed', 'rate_limited'],
    title: 'Draft a first mail',
    description:
      'Drafts the first mail to a site that could link; sends nothing. Use it with your subject and body at once, from what link_prospects_discover or _list says of the site, else it answers a brief; link_prospects_send sends it.',
    input: NewOutreach,
    output: OutreachDraft,
    example: { input: { id, subject, body }, output: draft },
    handle: ({ linkOutreach }, input, { signal }) => linkOutreach.outreach(input, signal),
  }),
  operation({
    name: 'link_prospects_followup',
    method: 'POST',
    path: '/link-building/{id}/followup',
    outward: true,
    errors: ['conflict', 'integration_required', 'cap_reached', 'prices_missing', 'provider_refused', 'provider_failed', 'rate_limited'],
    title: 'Draft a follow-up',
    description:
      'Drafts a follow-up to a mail without answer, 3, 7 and 14 days after the first; sends nothing. Use it as link_prospects_outreach.',
    input: NewFollowup,
    output: OutreachDraft,
    example: {
      input: { id, writer: 'extractive' },
      output: { ...draft, kind: 'followup', number: 1, writer: 'extractive', subject: `Re: ${subject}` },
    },
    handle: ({ linkOutreach }, input, { signal }) => linkOutreach.followup(input, signal),
  }),
  operation({
    name: 'link_prospects_send',
    method: 'POST',
    path: '/link-building/{id}/send',
    effect: 'destructive',
    scope: 'admin',
    outward: true,
    answersSecret: false,
    errors: [
      'approval_required',
      'attempt_in_progress',
      'conflict',
      'integration_required',
      'provider_refused',
      'provider_failed',
      'rate_limited',
    ],
    title: 'Send a mail',
    description:
      'Sends a draft of link_prospects_outreach or _followup, once. Use it when a person has agreed to it; on approval_required show them the command.',
    input: MailToBeSent,
    output: SentMail,
    example: {
      input: { id, draftId },
      output: {
        prospectId: id,
        draftId,
        status: 'sent',
        to: 'ann@example.org',
        messageId: '3f9a1c0de5@example.com',
        sentAt: '2026-05-03T09:30:02.000Z',
        leftToday: 19,
        nextFollowupAt: '2026-05-06T09:30:02.000Z',
        next: 'Record what comes back with link_prospects_update.',
      },
    },
    handle: ({ linkOutreach }, input, caller) => linkOutreach.send(input, caller),
  }),
];
