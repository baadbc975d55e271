import { Readable } from 'node:stream';
import { domainToASCII } from 'node:url';
import type { NodemailerError } from 'nodemailer/lib/errors';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { ProviderSettings } from '../../../schema/integrations.ts';
import { AppError } from '../../errors.ts';
import { NetworkError } from '../../net/errors.ts';
import type { System } from '../../system.ts';
import { cleanWords } from '../service.ts';
import { asciiAddress, isUnknownMailbox } from './address.ts';

/** A mail server that the operator configured. */
export interface MailServer {
  host: string;
  port: number;
  /** `plain` only to this machine. */
  security: 'tls' | 'starttls' | 'plain';
  username: string | undefined;
  password: string | undefined;
  /** How this desk greets it: the domain that mails come from. */
  greeting: string;
}

/** What became of a mail that the server was told of. */
export type Delivered =
  | { outcome: 'sent' }
  /** The server took nothing. `isUnknownMailbox`: there is no such address (RFC 3463, 5.1.x, at RCPT). */
  | { outcome: 'refused'; isUnknownMailbox: boolean; isPermanent: boolean; said: string }
  /** The connection broke off after the text had begun to go. */
  | { outcome: 'unknown'; said: string };

export interface MailToSend {
  from: string;
  to: string;
  bytes: Buffer;
}

/** In milliseconds. */
export interface MailLimits {
  connectMs: number;
  /** The longest silence. */
  silenceMs: number;
  /** From the first byte to the last. */
  wholeMs: number;
}

const usual: MailLimits = { connectMs: 10_000, silenceMs: 30_000, wholeMs: 90_000 };
const maxReplyBytes = 64 * 1024;

type Way = Pick<System, 'connect' | 'pause'>;

/** Reads the settings of an integration, which were checked when they were set. */
export function mailServerOf({ baseUrl = '', username, password, sender }: ProviderSettings): MailServer {
  const url = new URL(baseUrl);
  const host = domainToASCII(decodeURIComponent(url.hostname)).replace(/^\[|\]$/g, '') || url.hostname.replace(/^\[|\]$/g, '');
  const isHere = host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
  const security = url.protocol === 'smtps:' ? 'tls' : isHere ? 'plain' : 'starttls';
  const port = Number(url.port) || (security === 'tls' ? 465 : 587);
  return { host, port, security, username, password, greeting: asciiAddress(sender?.from ?? '')?.split('@')[1] ?? 'localhost' };
}

/** Greets the server and logs in; no mail is sent. Throws `provider_refused`, `provider_failed`. */
export async function checkMailServer(way: Way, server: MailServer, limits = usual): Promise<string> {
  await withServer(way, server, limits, async () => {});
  const secured = { tls: 'over TLS', starttls: 'over STARTTLS', plain: 'without TLS, on this machine' }[server.security];
  return `${server.host} answered ${secured}${server.username === undefined ? '' : ` and let ${server.username} in`}. No mail was sent.`;
}

/**
 * Hands one mail to the server. Throws `provider_failed` or `provider_refused` where the server was not reached, or let nobody in: then no mail can
 * have gone.
 */
export function deliverMail(way: Way, server: MailServer, mail: MailToSend, limits = usual): Promise<Delivered> {
  return withServer(way, server, limits, (connection, cut) => hand(connection, server, mail, cut));
}

/** A conversation with a server that has let us in. `cut` rejects when it takes too long. */
async function withServer<Result>(
  { connect, pause }: Way,
  server: MailServer,
  limits: MailLimits,
  talk: (connection: SMTPConnection, cut: Promise<never>) => Promise<Result>,
): Promise<Result> {
  const { host, port, security, username, password, greeting } = server;
  const { default: Connection } = await import('nodemailer/lib/smtp-connection');
  const socket = await connect({ host, port, deadlineMs: limits.connectMs }).catch((error: unknown) => {
    throw error instanceof NetworkError ? unreached(server, error) : error;
  });
  const connection = new Connection({
    connection: socket,
    host,
    port,
    name: greeting,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'plain',
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2' },
    greetingTimeout: limits.silenceMs,
    socketTimeout: limits.silenceMs,
    maxResponseSize: maxReplyBytes,
    socketCloseTimeout: 0,
    logger: false,
  });
  const over = new AbortController();
  const cut = pause(limits.wholeMs, over.signal).then(() => {
    throw Object.assign(new Error('It took too long.'), { code: 'ETIMEDOUT' });
  });
  // It ends when the talk does, whether or not anybody waits for it then.
  cut.catch(() => {});
  try {
    await Promise.race([cut, greet(connection), broken(connection)]);
    if (username !== undefined) await Promise.race([cut, broken(connection), logIn(connection, username, password ?? '')]);
    const ending = Promise.race([cut, broken(connection)]);
    ending.catch(() => {});
    return await talk(connection, ending);
  } catch (error) {
    throw isMailError(error) ? whyNotIn(server, error) : error;
  } finally {
    over.abort();
    connection.on('error', () => {});
    connection.quit();
    connection.close();
    socket.destroy();
  }
}

function greet(connection: SMTPConnection): Promise<void> {
  return new Promise((done, failed) => connection.connect((error) => (error ? failed(error) : done())));
}

function logIn(connection: SMTPConnection, user: string, pass: string): Promise<void> {
  return new Promise((done, failed) =>
    connection.login({ user, pass, credentials: { user, pass } }, (error) => (error ? failed(error) : done())),
  );
}

function broken(connection: SMTPConnection): Promise<never> {
  const failing = new Promise<never>((_, failed) => {
    connection.once('error', failed);
    connection.once('end', () => failed(Object.assign(new Error('The connection ended.'), { code: 'ECONNECTION' })));
  });
  failing.catch(() => {});
  return failing;
}

async function hand(
  connection: SMTPConnection,
  server: MailServer,
  { from, to, bytes }: MailToSend,
  cut: Promise<never>,
): Promise<Delivered> {
  let hasBegun = false;
  const text = new Readable({
    read() {
      hasBegun = true;
      this.push(bytes);
      this.push(null);
    },
  });
  const sent = new Promise<Delivered>((done, failed) => {
    connection.send({ from, to: [to], size: bytes.length }, text, (error) => (error ? failed(error) : done({ outcome: 'sent' })));
  });
  try {
    return await Promise.race([sent, cut]);
  } catch (error) {
    if (!isMailError(error)) throw error;
    const answered = error.responseCode === undefined ? undefined : error;
    const said = wordsOf(server, error);
    if (answered) {
      const status = /^5\d\d[ -](5(?:\.\d{1,3}){2})\b/.exec(error.response ?? '')?.[1] ?? '';
      const isUnknown = error.command === 'RCPT TO' && isUnknownMailbox(status);
      return { outcome: 'refused', isPermanent: answered.responseCode! >= 500, isUnknownMailbox: isUnknown, said };
    }
    if (error.code === 'EENVELOPE') return { outcome: 'refused', isPermanent: true, isUnknownMailbox: false, said };
    if (hasBegun) return { outcome: 'unknown', said };
    throw error;
  }
}

function isMailError(error: unknown): error is NodemailerError {
  return (
    error instanceof Error &&
    !(error instanceof AppError) &&
    typeof (error as NodemailerError).code === 'string' &&
    error.name !== 'AbortError'
  );
}

/** The server's words, or ours where it said nothing; one line, without what we logged in with. */
function wordsOf({ password = '' }: MailServer, { response, message }: NodemailerError): string {
  const base64 = Buffer.from(password).toString('base64');
  return cleanWords({ secrets: password === '' ? [] : [password, base64] }, response ?? message);
}

function unreached({ host }: MailServer, error: NetworkError): AppError {
  const isRefused = error.code === 'address_refused';
  return new AppError(isRefused ? 'provider_refused' : 'provider_failed', `The mail server cannot be reached: ${error.message}`, {
    cause: error,
    hint: isRefused
      ? 'Correct the address of the mail server.'
      : `See that ${host} is up and its address and port are right, and try again.`,
  });
}

/** What Node says of a handshake or a certificate that fails. */
const certificateCode = /^(?:ERR_(?:TLS|SSL|OSSL)_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|EPROTO$)/;

/** Why the server let nobody in. */
function whyNotIn(server: MailServer, error: NodemailerError): AppError {
  const { code, responseCode = 0 } = error;
  const said = wordsOf(server, error);
  if (code === 'EAUTH' || code === 'ENOAUTH') {
    const isBusy = responseCode >= 400 && responseCode < 500;
    return new AppError(isBusy ? 'provider_failed' : 'provider_refused', `${server.host} does not let ${server.username} in: ${said}`, {
      hint: isBusy ? 'Try again later.' : 'See that username and password are right, and set them anew with integrations_set.',
    });
  }
  if (code === 'ETLS' || error.command === 'STARTTLS' || certificateCode.test(error.originalCode ?? code ?? '')) {
    return new AppError('provider_refused', `No secure connection to ${server.host} could be made: ${said}`, {
      hint: 'Use a server with a valid certificate: smtps:// with TLS from the start, or smtp:// where it offers STARTTLS. Nothing was sent.',
    });
  }
  const isNo = responseCode >= 500;
  return new AppError(isNo ? 'provider_refused' : 'provider_failed', `${server.host} did not go on: ${said}`, {
    hint: isNo ? 'Mend what it names, and try again.' : 'See that this is a mail server and its port is right, and try again later.',
  });
}
