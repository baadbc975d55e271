import type { Dial } from '../../system.ts';
import type { Message } from './message.ts';

/** What a request is answered with. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
  /** Whether it is the answer of the app behind. */
  forwarded: boolean;
  /** Why the app gave no answer, or none that is whole. */
  error?: string;
}

/** Well beyond the 10 s of a desk, so that an app that is too slow for it is still seen to answer. */
const deadlineMs = 30_000;
const maxAnswerBytes = 1024 * 1024;

/** They belong to one connection (RFC 9110, 7.6.1), or are made anew for the next. */
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

/** Passes a request on with its exact bytes, method and headers, and takes the answer of the app; where none comes, a 502 that says why. */
export async function passOn({ method, rawHeaders, body }: Message, url: string, request: Dial, signal: AbortSignal): Promise<Reply> {
  try {
    const answer = await request({
      url,
      method,
      headers: headersToPass(rawHeaders),
      body,
      deadlineMs,
      maxBytes: maxAnswerBytes,
      trusted: true,
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
  // The body comes decoded from the network.
  const isDecoded = /^(?:x-gzip|gzip|deflate|br)$/i.test(headers['content-encoding']?.trim() ?? '');
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !ownToConnection.has(name) && !(isDecoded && name === 'content-encoding')),
  );
}
