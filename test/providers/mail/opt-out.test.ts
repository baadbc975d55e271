import { describe, expect, test } from 'vitest';
import { readMailReport } from '../../../src/providers/mail/report.ts';
import { closingOf } from '../../../src/services/links/outreach/letter.ts';
import { answers, programs } from './answers.ts';

const sender = { fromName: 'Ben Weaver', from: 'ben@example.com', replyTo: 'links@example.com', postalAddress: 'Example Ltd, Leeds' };
const closings = ['en', 'de', 'fr', 'es'].map((language) =>
  closingOf(sender, { host: 'guides.example', contact_source: 'https://guides.example/contact' }, language),
);
const head = ['From: Ann <ann@guides.example>', 'To: links@example.com', 'Date: Mon, 04 May 2026 08:00:00 +0000'];

const answer = ({ type, body }: { type: string; body: string }, subject = 'Re: Your list') =>
  readMailReport(
    Buffer.from(
      [
        ...head,
        `Subject: ${subject}`,
        'MIME-Version: 1.0',
        `Content-Type: ${type}; charset=utf-8`,
        '',
        body.replaceAll(/\r?\n/g, '\r\n'),
      ].join('\r\n'),
    ),
  );

/** What is read of every answer, by every program, above every closing of ours: those that are read otherwise. */
async function readOtherwise(wish: keyof typeof answers): Promise<string[]> {
  const expected = { asks: ['opt_out', false], may: ['reply', true], no: ['reply', false] }[wish];
  const wrong: string[] = [];
  for (const words of answers[wish]) {
    for (const [program, write] of Object.entries(programs)) {
      for (const closing of closings) {
        const { kind, mayOptOut } = await answer(
          write(words, `Hello Ann,\n\nwould you add our page on mailing lists and spam?\n\n${closing}`),
        );
        if (kind !== expected[0] || mayOptOut !== expected[1]) wrong.push(`${program}: ${words}: ${kind} ${mayOptOut}`);
      }
    }
  }
  return [...new Set(wrong)];
}

describe('an answer is read as its writer means it, whatever program quotes our mail below or above', () => {
  test.each(['asks', 'may', 'no'] as const)('%s', async (wish) => {
    expect(await readOtherwise(wish)).toEqual([]);
  });
});

test('who writes nothing above our mail may have written below it', async () => {
  const { 'Outlook, plain': above, 'the words alone': alone } = programs;
  for (const write of [above!, alone!]) expect(await answer(write('', closings[0]!))).toMatchObject({ kind: 'reply', mayOptOut: true });
});

describe('a subject alone asks for no more', () => {
  test.each(['unsubscribe', 'Re: Unsubscribe', 'AW: WG: unsubscribe', 'Please unsubscribe me', 'Abmeldung', 'Désinscription', 'Baja'])(
    '%s',
    async (subject) => {
      expect(await answer({ type: 'text/plain', body: '' }, subject)).toMatchObject({ kind: 'opt_out', token: null });
      expect(await answer({ type: 'text/plain', body: 'Sent from my phone' }, subject)).toMatchObject({ kind: 'opt_out' });
    },
  );

  test.each(['unsubscribe 3f9a1c0de5aa', 'Re: unsubscribe 3F9A1C0DE5AA', 'unsubscribe%203f9a1c0de5aa', 'unsubscribe+3f9a1c0de5aa'])(
    '%s, with the token of ours',
    async (subject) => {
      expect(await answer({ type: 'text/plain', body: '' }, subject)).toMatchObject({ kind: 'opt_out', token: '3f9a1c0de5aa' });
    },
  );

  test.each([
    ['Re: How readers unsubscribe', false],
    ['Where can I unsubscribe here?', true],
  ])('%s does not, but may where it is no answer', async (subject, mayOptOut) => {
    expect(await answer({ type: 'text/plain', body: 'Hello Ben.\nTell me.' }, subject)).toMatchObject({ kind: 'reply', mayOptOut });
  });
});
