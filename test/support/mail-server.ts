import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { onTestFinished } from 'vitest';
import type { Identity } from './certificates.ts';

export interface TakenMail {
  from: string;
  to: string[];
  /** As it came, without the dots that the protocol adds. */
  text: string;
  isSecure: boolean;
  user: string | null;
}

type Command = 'greeting' | 'EHLO' | 'STARTTLS' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'text';
/** What to say instead; `cut` closes the connection, `silent` says nothing. */
type Reply = string | 'cut' | 'silent' | undefined;

export interface MailServerOptions {
  /** Offered by STARTTLS, or spoken from the start. */
  identity?: Identity;
  tlsFromStart?: boolean;
  /** Offers STARTTLS. Default: where there is an identity. */
  offersTls?: boolean;
  login?: { user: string; password: string };
  answer?: (command: Command, line: string) => Reply | Promise<Reply>;
}

export interface MailServer {
  port: number;
  url: string;
  mails: TakenMail[];
  /** Every line that clients sent, without those of mails. */
  lines: string[];
}

/** A mail server (RFC 5321) on 127.0.0.1 that keeps what it takes, and fails as it is told. */
export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const kept: Omit<MailServer, 'port' | 'url'> = { mails: [], lines: [] };
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => {});
    converse(options.tlsFromStart ? secured(socket, options.identity!) : socket, options, kept, options.tlsFromStart === true, true);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { port, url: `smtp${options.tlsFromStart ? 's' : ''}://127.0.0.1:${port}`, ...kept };
}

function secured(socket: Socket, identity: Identity): TLSSocket {
  const secure = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(identity) });
  return secure.on('error', () => {}) as TLSSocket;
}

function converse(
  socket: Socket,
  options: MailServerOptions,
  kept: Omit<MailServer, 'port' | 'url'>,
  isSecure: boolean,
  greets: boolean,
): void {
  const { answer = () => undefined, login, identity, offersTls = identity !== undefined } = options;
  let mail: Pick<TakenMail, 'from' | 'to'> = { from: '', to: [] };
  let user: string | null = null;
  let inText = false;
  let waiting = '';
  let turn = Promise.resolve();

  const say = async (command: Command, line: string, usual: string): Promise<boolean> => {
    const reply = await answer(command, line);
    if (reply === 'silent') return false;
    if (reply === 'cut') {
      socket.destroy();
      return false;
    }
    socket.write(`${reply ?? usual}\r\n`);
    return reply === undefined;
  };

  async function take(line: string): Promise<void> {
    kept.lines.push(line);
    const command = line.slice(0, 4).toUpperCase();
    if (command === 'EHLO') {
      const more = [
        ...(offersTls && !isSecure ? ['STARTTLS'] : []),
        ...(login ? ['AUTH PLAIN'] : []),
        'ENHANCEDSTATUSCODES',
        'SIZE 1000000',
      ];
      await say('EHLO', line, ['mail.example.com', ...more].map((word, at) => `250${at === more.length ? ' ' : '-'}${word}`).join('\r\n'));
    } else if (command === 'STAR') {
      const refusal = offersTls ? '220 go on' : '502 5.5.1 no such command';
      if (!(await say('STARTTLS', line, refusal)) || !offersTls) return;
      socket.removeAllListeners('data');
      converse(secured(socket, identity!), options, kept, true, false);
    } else if (command === 'AUTH') {
      const [, given = '', password] = Buffer.from(line.split(' ')[2] ?? '', 'base64')
        .toString()
        .split('\0');
      const isRight = given === login?.user && password === login?.password;
      if (await say('AUTH', line, isRight ? '235 2.7.0 in' : '535 5.7.8 wrong user or password')) user = isRight ? given : null;
    } else if (command === 'MAIL') {
      if (await say('MAIL', line, '250 2.1.0 ok')) mail = { from: between(line), to: [] };
    } else if (command === 'RCPT') {
      if (await say('RCPT', line, '250 2.1.5 ok')) mail.to.push(between(line));
    } else if (command === 'DATA') inText = await say('DATA', line, '354 go on');
    else if (command === 'QUIT') socket.end('221 bye\r\n');
    else socket.write('250 ok\r\n');
  }

  async function finish(text: string): Promise<void> {
    inText = false;
    const reply = await answer('text', text);
    if (reply === 'silent') return;
    if (reply === 'cut') return void socket.destroy();
    if (reply === undefined || reply.startsWith('2')) kept.mails.push({ ...mail, text, isSecure, user });
    socket.write(`${reply ?? '250 2.0.0 taken'}\r\n`);
  }

  async function read(): Promise<void> {
    for (;;) {
      const end = inText ? waiting.indexOf('\r\n.\r\n') : waiting.indexOf('\r\n');
      if (end < 0) return;
      const piece = waiting.slice(0, end);
      waiting = waiting.slice(end + (inText ? 5 : 2));
      await (inText ? finish(`${piece}\r\n`.replaceAll('\r\n..', '\r\n.')) : take(piece));
    }
  }

  socket.on('data', (chunk: Buffer) => {
    waiting += chunk.toString('latin1');
    turn = turn.then(read);
  });
  if (greets) turn = turn.then(async () => void (await say('greeting', '', '220 mail.example.com ESMTP')));
}

function between(line: string): string {
  return /<([^>]*)>/.exec(line)?.[1] ?? '';
}
