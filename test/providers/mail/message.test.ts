import fc from 'fast-check';
import PostalMime, { type Email } from 'postal-mime';
import { expect, test } from 'vitest';
import { composeMessage, type Message } from '../../../src/providers/mail/message.ts';

const plain: Message = {
  from: { name: 'Ben Weaver', address: 'ben@example.com' },
  replyTo: 'links@example.com',
  to: { name: 'Ann', address: 'ann@guides.example' },
  subject: 'Your list of drivers',
  text: 'Hello Ann,\n\nwould you add our page?\n',
  messageId: '3f9a1c0de5aa@example.com',
  follows: [],
  unsubscribeSubject: 'unsubscribe 3f9a1c0de5aa',
  date: Date.UTC(2026, 4, 4),
};

const headers = [
  'content-transfer-encoding',
  'content-type',
  'date',
  'from',
  'list-unsubscribe',
  'message-id',
  'mime-version',
  'reply-to',
  'subject',
  'to',
];

/** The mail as another program reads it, if its lines and headers are as RFC 5322 has them. */
async function wellFormed(change: Partial<Message>): Promise<Email> {
  const bytes = await composeMessage({ ...plain, ...change });
  const lines = bytes.toString('latin1').split('\r\n');
  for (const line of lines) {
    expect(line.length).toBeLessThanOrEqual(998);
    expect(line).toMatch(/^[\t\x20-\x7e]*$/);
  }
  for (const line of lines.slice(0, lines.indexOf(''))) expect(line).toMatch(/^(?:[A-Za-z-]+: ?|[ \t]+\S)/);
  const mail = await PostalMime.parse(bytes);
  expect(mail.headers.map(({ key }) => key).toSorted()).toEqual(headers);
  expect(mail).toMatchObject({
    from: { address: 'ben@example.com' },
    to: [{ address: 'ann@guides.example' }],
    messageId: '<3f9a1c0de5aa@example.com>',
  });
  return mail;
}

test.each([
  ['line breaks', 'Your list\r\nBcc: eve@evil.example\r\n\r\nBuy', 'Your list Bcc: eve@evil.example Buy'],
  ['other breaks', 'Your\u2028list\u2029of\u0085drivers\u000bnow', 'Your list of drivers now'],
  ['NUL', 'Your\0list', 'Your list'],
  ['marks that turn letters around', 'Your \u202Elist\u202C \u200F', 'Your  list'],
  ['half a letter', 'Your \uD83D list', 'Your   list'],
  ['encoded words', '=?utf-8?Q?Bcc:_eve=0D=0A?= Your list', '= ?utf-8?Q?Bcc:_eve=0D=0A?= Your list'],
  ['other scripts', 'Ihre Liste für Töpfer 🔥 窯', 'Ihre Liste für Töpfer 🔥 窯'],
  ['the longest word', 'a'.repeat(150), 'a'.repeat(150)],
  ['as many letters as it may have', '🔥'.repeat(75), '🔥'.repeat(75)],
])('a subject with %s is one header', async (_, subject, expected) => {
  expect((await wellFormed({ subject })).subject).toBe(expected);
});

test.each([
  ['quotes', 'Ann "the pen" O\'Neil', 'Ann "the pen" O\'Neil'],
  ['an address', 'Eve <eve@evil.example>, Ann', 'Eve <eve@evil.example>, Ann'],
  ['a backslash at the end', 'Ann \\', 'Ann \\'],
  ['a group', 'Friends: eve@evil.example;', 'Friends: eve@evil.example;'],
  ['a comment', 'Ann (eve@evil.example)', 'Ann (eve@evil.example)'],
  ['line breaks', 'Ann>\r\nBcc: <eve@evil.example', 'Ann> Bcc: <eve@evil.example'],
  ['other scripts', 'Änne "Ä" 窯', 'Änne "Ä" 窯'],
  ['an encoded word', '=?utf-8?B?ZXZlQGV2aWwuZXhhbXBsZQ==?=', '= ?utf-8?B?ZXZlQGV2aWwuZXhhbXBsZQ==?='],
  ['the longest word', 'n'.repeat(100), 'n'.repeat(100)],
])('a name with %s names one who reads it', async (_, name, expected) => {
  const mail = await wellFormed({ to: { ...plain.to, name }, from: { ...plain.from, name } });
  expect(mail.to).toEqual([{ name: expected, address: 'ann@guides.example' }]);
  expect(mail.from).toEqual({ name: expected, address: 'ben@example.com' });
});

test('the longest addresses make no line too long', async () => {
  const replyTo = `${'🔥'.repeat(32)}@${'ö'.repeat(20)}.${`${'a'.repeat(60)}.`.repeat(2)}example`;
  const bytes = await composeMessage({
    ...plain,
    replyTo,
    follows: Array.from({ length: 4 }, (_, at) => `${at}@${'a.'.repeat(120)}example`),
  });
  expect(
    bytes
      .toString('latin1')
      .split('\r\n')
      .every(({ length }) => length <= 998),
  ).toBe(true);
});

test('the text arrives as it is, however long its lines are', async () => {
  const text = `From: me\n.\n.. dots\n=3D=\n-- \n${'a'.repeat(5000)}\n${'ö 🔥 '.repeat(500)}\n\ttab \n`;
  expect((await wellFormed({ text })).text).toBe(text);
});

test('whatever is written, the mail is well formed and goes to one', async () => {
  const odd = fc.constantFrom(
    '\r\n',
    '\n',
    '\0',
    '"',
    '\\',
    '<',
    '>',
    ',',
    ';',
    ':',
    '@',
    '=?',
    '?=',
    '\u202E',
    '\uD800',
    'ö',
    '🔥',
    ' ',
    'Bcc: x@y.example',
  );
  const words = fc.array(fc.oneof(odd, fc.string()), { maxLength: 20 }).map((some) => some.join(''));
  await fc.assert(
    fc.asyncProperty(words, words, words, async (subject, name, text) => {
      await wellFormed({
        subject: `A ${subject}`,
        to: { ...plain.to, name },
        from: { ...plain.from, name: `B ${name}` },
        text: `C ${text}`,
      });
    }),
    { numRuns: 200 },
  );
});
