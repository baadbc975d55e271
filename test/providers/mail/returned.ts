/** Mails of servers about a mail to ann@guides.example that did not arrive, as the servers of these names write them. */
export interface Said {
  messageId: string;
  /** What the last server said. */
  diagnostic: string;
  status: string;
  original?: 'whole' | 'headers';
}

const crlf = (text: string) => text.replaceAll(/\r?\n/g, '\r\n');

const returned = ({ messageId }: Said) =>
  `Received: from desk.example (localhost [127.0.0.1])\n\tby mail.example.com; Mon, 04 May 2026 07:59:00 +0000\nFrom: Ben Weaver <ben@example.com>\nTo: Ann <ann@guides.example>\nSubject: Your list\nMessage-ID:\n <${messageId}>\nReferences: <older@example.com>\n`;
const body = 'Hello Ann,\n\nIf you want no more mail from us, answer with the one word unsubscribe: nobody here will write to you again.\n';

/** A report of the parts that RFC 3462 asks for. */
function report(said: Said, { head, words, status }: Record<'head' | 'words' | 'status', string>): string {
  const original =
    said.original === 'headers'
      ? `Content-Type: text/rfc822-headers\n\n${returned(said)}`
      : `Content-Type: message/rfc822\nContent-Description: Undelivered Message\n\n${returned(said)}\n${body}`;
  return crlf(
    `${head}\nDate: Mon, 04 May 2026 08:00:00 +0000\nMIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status;\n boundary="=_b1"\n\nThis is a MIME-encapsulated message.\n\n--=_b1\nContent-Type: text/plain; charset=us-ascii\n\n${words}\n\n--=_b1\nContent-Type: message/delivery-status\n\n${status}\n\n--=_b1\n${original}\n--=_b1--\n`,
  );
}

export const servers: Readonly<Record<string, (said: Said) => string>> = {
  Postfix: (said) =>
    report(said, {
      head: 'Return-Path: <>\nReceived: by mail.example.com (Postfix)\n\tid 4F1A2; Mon,  4 May 2026 08:00:00 +0000 (UTC)\nFrom: MAILER-DAEMON@mail.example.com (Mail Delivery System)\nSubject: Undelivered Mail Returned to Sender\nTo: ben@example.com\nAuto-Submitted: auto-replied\nMessage-Id: <20260504080000.4F1A2@mail.example.com>',
      words: `This is the mail system at host mail.example.com.\n\n<ann@guides.example>: host mx.guides.example[192.0.2.9] said: ${said.diagnostic}\n    (in reply to RCPT TO command)`,
      status: `Reporting-MTA: dns; mail.example.com\nX-Postfix-Queue-ID: 4F1A2\nX-Postfix-Sender: rfc822; ben@example.com\nArrival-Date: Mon,  4 May 2026 07:59:00 +0000 (UTC)\n\nFinal-Recipient: rfc822; ann@guides.example\nOriginal-Recipient: rfc822;ann@guides.example\nAction: failed\nStatus: ${said.status}\nRemote-MTA: dns; mx.guides.example\nDiagnostic-Code: smtp; ${said.diagnostic}`,
    }),
  Exim: (said) =>
    report(said, {
      head: 'From: Mail Delivery System <Mailer-Daemon@mail.example.com>\nTo: ben@example.com\nX-Failed-Recipients: ann@guides.example\nAuto-Submitted: auto-replied\nSubject: Mail delivery failed: returning message to sender\nMessage-Id: <E1abc-0001@mail.example.com>',
      words: `This message was created automatically by mail delivery software.\n\nA message that you sent could not be delivered to one or more of its\nrecipients. This is a permanent error. The following address(es) failed:\n\n  ann@guides.example\n    host mx.guides.example [192.0.2.9]\n    SMTP error from remote mail server after RCPT TO:<ann@guides.example>:\n    ${said.diagnostic}`,
      // Exim knows no better status.
      status: `Reporting-MTA: dns; mail.example.com\n\nAction: failed\nFinal-Recipient: rfc822;ann@guides.example\nStatus: 5.0.0\nRemote-MTA: dns; mx.guides.example\nDiagnostic-Code: smtp; ${said.diagnostic}`,
    }),
  'Exim of old': (said) =>
    crlf(
      `From: Mail Delivery System <Mailer-Daemon@mail.example.com>\nTo: ben@example.com\nX-Failed-Recipients: ann@guides.example\nSubject: Mail delivery failed: returning message to sender\nDate: Mon, 04 May 2026 08:00:00 +0000\n\nThis message was created automatically by mail delivery software.\n\nA message that you sent could not be delivered to one or more of its\nrecipients. This is a permanent error. The following address(es) failed:\n\n  ann@guides.example\n    SMTP error from remote mail server after RCPT TO:<ann@guides.example>:\n    host mx.guides.example [192.0.2.9]: ${said.diagnostic}\n\n------ This is a copy of the message, including all the headers. ------\n\nReturn-path: <ben@example.com>\n${returned(said)}\n${body}`,
    ),
  Exchange: (said) =>
    report(said, {
      head: `From: <postmaster@guides.example>\nTo: <ben@example.com>\nX-MS-Exchange-Message-Is-Ndr:\nContent-Language: en-US\nMessage-ID: <f00@guides.example>\nIn-Reply-To: <${said.messageId}>\nReferences: <${said.messageId}>\nSubject: Undeliverable: Your list\nAuto-Submitted: auto-replied`,
      words: `Delivery has failed to these recipients or groups:\n\nann@guides.example\nThe email address you entered couldn't be found.\n\nRemote Server returned '${said.diagnostic}'`,
      status: `Reporting-MTA: dns;AM0PR01MB1.eurprd01.prod.exchangelabs.com\nReceived-From-MTA: dns;mail.example.com\nArrival-Date: Mon, 4 May 2026 07:59:00 +0000\n\nFinal-Recipient: rfc822;ann@guides.example\nAction: failed\nStatus: ${said.status}\nDiagnostic-Code: smtp;${said.diagnostic}\nX-Display-Name: ann@guides.example`,
    }),
  qmail: (said) =>
    crlf(
      `Return-Path: <>\nReceived: (qmail 4711 invoked for bounce); 4 May 2026 08:00:00 -0000\nDate: 4 May 2026 08:00:00 -0000\nFrom: MAILER-DAEMON@mail.example.com\nTo: ben@example.com\nSubject: failure notice\n\nHi. This is the qmail-send program at mail.example.com.\nI'm afraid I wasn't able to deliver your message to the following addresses.\nThis is a permanent error; I've given up. Sorry it didn't work out.\n\n<ann@guides.example>:\n192.0.2.9 does not like recipient.\nRemote host said: ${said.diagnostic}\nGiving up on 192.0.2.9.\n\n--- Below this line is a copy of the message.\n\nReturn-Path: <ben@example.com>\n${returned(said)}\n${body}`,
    ),
  Gmail: (said) =>
    report(said, {
      head: `Delivered-To: ben@example.com\nReturn-Path: <>\nFrom: Mail Delivery Subsystem <mailer-daemon@googlemail.com>\nTo: ben@example.com\nAuto-Submitted: auto-replied\nSubject: Delivery Status Notification (Failure)\nReferences: <${said.messageId}>\nIn-Reply-To: <${said.messageId}>\nX-Failed-Recipients: ann@guides.example\nMessage-ID: <6637.mr@google.com>`,
      words: `\n** Address not found **\n\nYour message wasn't delivered to ann@guides.example because the address couldn't be found, or is unable to receive mail.\n\nThe response from the remote server was:\n${said.diagnostic}`,
      status: `Reporting-MTA: dns; googlemail.com\nArrival-Date: Mon, 04 May 2026 01:00:00 -0700 (PDT)\nX-Original-Message-ID: <${said.messageId}>\n\nFinal-Recipient: rfc822; ann@guides.example\nAction: failed\nStatus: ${said.status}\nRemote-MTA: dns; mx.guides.example. (192.0.2.9, the server for the domain\n guides.example.)\nDiagnostic-Code: smtp; ${said.diagnostic}\nLast-Attempt-Date: Mon, 04 May 2026 01:00:01 -0700 (PDT)`,
    }),
};
