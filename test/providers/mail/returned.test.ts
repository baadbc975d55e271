import { describe, expect, test } from 'vitest';
import { readMailReport } from '../../../src/providers/mail/report.ts';
import { servers } from './returned.ts';

const messageId = '3f9a1c0de5aa3f9a1c0de5aa@example.com';
const read = (text: string) => readMailReport(Buffer.from(text));

describe.each(Object.entries(servers))('a bounce as %s writes it', (_, write) => {
  const said = { messageId, status: '5.1.1', diagnostic: '550 5.1.1 <ann@guides.example>: Recipient address rejected: User unknown' };

  test.each(['whole', 'headers'] as const)('is one, with the mail it returns: %s', async (original) => {
    expect(await read(write({ ...said, original }))).toMatchObject({
      kind: 'bounce',
      recipient: 'ann@guides.example',
      names: expect.arrayContaining([messageId]),
      status: expect.stringMatching(/^5\./),
    });
  });

  test.each([
    ['5.0.0', '550 No such user here'],
    ['5.1.10', '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup'],
    ['5.1.2', '550 5.1.2 The domain guides.example was not found'],
  ])('of %s: %s', async (status, diagnostic) => {
    expect(await read(write({ ...said, status, diagnostic }))).toMatchObject({ kind: 'bounce' });
  });

  test.each([
    ['5.7.1', '554 5.7.1 Message rejected as spam, user unknown to us'],
    ['5.2.2', '552 5.2.2 Mailbox full'],
    ['5.7.26', '550-5.7.26 Your email has been blocked because the sender is unauthenticated (5.1.1.1)'],
    ['5.1.8', '550 5.1.8 Sender address rejected: Domain not found'],
    ['5.0.0', '550 Message content rejected'],
  ])('is none where the server has another reason: %s %s', async (status, diagnostic) => {
    expect(await read(write({ ...said, status, diagnostic }))).toMatchObject({ kind: 'other', why: 'refused' });
  });
});

test('a notice that a mail is late is no bounce, in words either', async () => {
  const text = `From: Mailer-Daemon@mail.example.com\r\nDate: Mon, 04 May 2026 08:00:00 +0000\r\nSubject: Warning: message 1abc delayed 24 hours\r\n\r\nThis message was created automatically by mail delivery software.\r\nA message that you sent has not yet been delivered to one or more of its\r\nrecipients after more than 24 hours.\r\n\r\n  ann@guides.example\r\n    user unknown at the moment\r\n`;
  expect(await read(text)).toMatchObject({ kind: 'other', why: 'delayed' });
});

test('a postmaster may answer as a person', async () => {
  const text = automatic('Subject: Re: Your list', 'Sorry that I am delayed: no such user of ours keeps that list.').replace(
    'ann@',
    'postmaster@',
  );
  expect(await read(text)).toMatchObject({ kind: 'reply' });
});

const automatic = (more: string, words = 'I am away until Monday.') =>
  `From: Ann <ann@guides.example>\r\nDate: Mon, 04 May 2026 08:00:00 +0000\r\nIn-Reply-To: <${messageId}>\r\n${more}\r\n\r\n${words}\r\n`;

test.each([
  ['Exchange', 'Subject: Automatic reply: Your list\r\nX-Auto-Response-Suppress: All\r\nAuto-Submitted: auto-generated'],
  ['Outlook, without its headers', 'Subject: Automatische Antwort: Your list'],
  ['Outlook in French', 'Subject: =?utf-8?Q?R=C3=A9ponse_automatique_:_Your_list?='],
  ['Outlook in Spanish', 'Subject: =?utf-8?Q?Respuesta_autom=C3=A1tica:_Your_list?='],
  ['Gmail', 'Subject: Out of office Re: Your list\r\nPrecedence: bulk\r\nX-Autoreply: yes\r\nAuto-Submitted: auto-replied (vacation)'],
  ['Sieve', 'Subject: Auto: Your list\r\nAuto-Submitted: auto-replied (vacation)'],
  ['the old vacation program', 'Subject: away\r\nPrecedence: junk'],
  ['whoever wants no answer', 'Return-Path: <>\r\nSubject: away'],
])('%s answers by itself: no reply', async (_, more) => {
  expect(await read(automatic(more))).toMatchObject({ kind: 'other', why: 'auto_reply' });
});

test.each([
  ['TMDA', 'Subject: Please confirm your message\r\nX-Delivery-Agent: TMDA/1.1.12 (Macallan)\r\nAuto-Submitted: auto-replied'],
  ['BoxTrapper', 'Subject: Your email requires verification verify#abc123-1-2'],
  ['others', 'Subject: Your message to ann@guides.example requires confirmation'],
])('%s asks whether a person wrote: no reply', async (_, more) => {
  expect(await read(automatic(more, 'Press here and your mail is delivered.'))).toMatchObject({ kind: 'other', why: 'auto_reply' });
});

test.each(['Auto-Submitted: no', 'Precedence: normal', 'X-Auto-Response-Suppress: OOF', 'Subject: Re: Out of office pods: your list'])(
  '%s is of a person',
  async (more) => {
    expect(await read(automatic(more, 'Yes, gladly.'))).toMatchObject({ kind: 'reply' });
  },
);
