import { expect, test } from 'vitest';
import { readMailReport } from '../../../src/providers/mail/report.ts';
import { longestTurnOf } from '../../support/turns.ts';

const head = 'From: Ann <ann@guides.example>\r\nDate: Mon, 04 May 2026 08:00:00 +0000\r\n';
const large = (text: string, length = 10_000_000) => text.repeat(Math.ceil(length / text.length));
const parts = `${head}Content-Type: multipart/report; boundary="b"\r\n\r\n`;
const html = `${head}Content-Type: text/html\r\n\r\n`;
const fromServer = head.replace('ann@', 'mailer-daemon@');

test.each([
  ['10 MB of text', `${head}\r\n${large('Hello there, this is some text. \r\n')}`],
  ['one line of 5 MB', `${head}\r\n${large('a', 5_000_000)}`],
  ['5,000 parts', `${parts}${large('--b\r\n\r\nx\r\n', 50_000)}`],
  ['very many empty parts', `${parts}${large('--b\r\n\r\n\r\n')}`],
  [
    'parts in parts',
    head + Array.from({ length: 20 }, (_, at) => `Content-Type: multipart/mixed; boundary="b${at}"\r\n\r\n--b${at}\r\n`).join(''),
  ],
  ['mails in mails', `${parts}--b\r\n${large('Content-Type: message/rfc822\r\n\r\n')}`],
  ['flowed text', `${head}Content-Type: text/plain; format=flowed; delsp=yes\r\n\r\n${large('a \r\n')}`],
  ['tags that never end', html + large('<')],
  ['attributes that never end', html + large('<p a="')],
  ['comments that never end', html + large('<!--')],
  ['elements in elements', html + large('<b>', 30_000) + large('</i>')],
  ['a table without end', html + large('<table><tr><td>&amp;x')],
  ['very many encoded words', `Subject: ${large('=?utf-8?B?QQ==?= ', 60_000)}\r\n${head}\r\n`],
  ['a subject of spaces', `Subject: unsubscribe${large(' ', 60_000)}x\r\n${head}\r\n`],
  ['a subject of answers', `Subject: ${large('re: ', 60_000)}\r\n${head}\r\n`],
  ['very many addresses', `To: ${large('a@b.example, ', 60_000)}\r\n${head}\r\n`],
  ['ids that never end', `References: ${large('<', 60_000)}\r\n${head}\r\n`],
  ['a report of very many recipients', `${parts}--b\r\nContent-Type: message/delivery-status\r\n\r\n${large('Action: failed\r\n\r\n')}`],
  ['a report of blank lines', `${parts}--b\r\nContent-Type: message/delivery-status\r\n\r\n${large('\r\n \t')}`],
  ['a returned head of ids', `${parts}--b\r\nContent-Type: message/rfc822\r\n\r\n${large('message-id:\r\n ')}`],
  ['a server that stutters', `${fromServer}\r\n${large('user recipient mailbox account ')}`],
  ['a server that names all', `${fromServer}\r\n${large('  ann@guides.example\r\n<a@b.example>:\r\n')}`],
  ['words that nearly ask for no more', `${head}\r\n${large('ne ne please no me stop send ')}`],
  ['letters with many marks', `${head}Content-Type: text/plain; charset=utf-8\r\n\r\n${large('ΐ̈́')}`],
  ['rules of dashes', `${head}\r\n${large('-'.repeat(900) + '\r\n')}`],
])('reading a mail holds up nobody: %s', async (_, text) => {
  const bytes = Buffer.from(text);
  const read = () => readMailReport(bytes).catch(() => {});
  await read();
  expect(await longestTurnOf(read, 50)).toBeLessThan(50);
});
