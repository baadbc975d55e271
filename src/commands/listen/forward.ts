import type { Dial } from '../../system.ts';
import type { Message } from './message.ts';

/** The answer to a request. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
  /** Whether it came from the app behind. */
  forwarded: boolean;
  /** Why the app gave no answer, or an incomplete one. */
  error?: string;
}

/** Well beyond a desk's 10 s, so that the answer of a too slow app still shows. */
const deadlineMs = 30_000;
const maxAnswerBytes = 1024 * 1024;

/** Headers of a single connection (RFC 9110, 7.6.1), or set anew for the next one. */
const ownToConnection = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Forwards a request with its exact bytes, method and headers, and returns the app's answer, or a 502 that says why there is none. */
export async function passOn({ method, rawHeaders, body }: Message, url: string, request: Dial, signal: AbortSignal): Promise<Reply> {
  try {
    const answer = await request({
      url,
      method,
      headers: headersToPass(rawHeaders),
      body,
      deadlineMs,
      maxBytes: maxAnswerBytes,
      configured: url,
      signal,
    });
    const cut = answer.truncated && { error: 'the rest of its body did not come, or is beyond 1 MiB' };
    return { status: answer.status, headers: headersToGive(answer.headers), body: answer.body, forwarded: true, ...cut };
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown.message : String(thrown);
    const headers = { 'content-type': 'text/plain; charset=utf-8' };
    return { status: 502, headers, body: `copydesk listen could not pass this on: ${error}\n`, forwarded: false, error };
  }
}

function headersToPass(raw: readonly string[]): Record<string, string> {
  const headers = new Map<string, string>();
  for (let at = 0; at < raw.length; at += 2) {
    const [name, value] = [raw[at]!, raw[at + 1]!];
    if (ownToConnection.has(name.toLowerCase())) continue;
    headers.set(name, headers.has(name) ? `${headers.get(name)}, ${value}` : value);
  }
  return Object.fromEntries(headers);
}

function headersToGive(headers: Record<string, string>): Record<string, string> {
  // The network layer has already decoded the body.
  const isDecoded = /^(?:x-gzip|gzip|deflate|br)$/i.test(headers['content-encoding']?.trim() ?? '');
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !ownToConnection.has(name) && !(isDecoded && name === 'content-encoding')),
  );
}
