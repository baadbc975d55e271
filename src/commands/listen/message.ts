import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { AppError } from '../../errors.ts';
import { verifySignature, type Verdict } from '../../webhooks/verify.ts';

/** A request of a desk, read to its end. */
export interface Message {
  /** An event is verified; a publishing send is taken as it comes, since only its receiver knows the token. */
  kind: 'event' | 'publish';
  method: 'POST' | 'PUT';
  deliveryId: string | null;
  /** The same on every attempt of a delivery: its id, or where none is sent the digest of its body. */
  key: string;
  /** Whether it says that it is only a test. */
  test: boolean;
  /** The body, parsed. */
  content: Record<string, unknown>;
  body: Buffer;
  /** Names and values in turn, as they came. */
  rawHeaders: readonly string[];
}

const maxBodyBytes = 1024 * 1024;

const refusals: Readonly<Record<Extract<Verdict, { ok: false }>['reason'], string>> = {
  missing: 'The signature is missing.',
  malformed: 'The signature is malformed.',
  expired: 'The signature has expired.',
  mismatch: 'The signature does not match.',
};

/**
 * Reads requests, verifying events as contract 6.3 says. `askSecrets` is asked again when a signature does not match: the secret may have been rotated.
 * What it returns rejects with `AppError` where a receiver should refuse the request.
 */
export async function createReader(
  askSecrets: () => Promise<string[]>,
  mismatchHint: string,
): Promise<(request: IncomingMessage) => Promise<Message>> {
  const secrets = new Set(await askSecrets());

  async function verify(header: string | undefined, body: Buffer): Promise<void> {
    let verdict = verifySignature({ header, body, secret: [...secrets] });
    if (!verdict.ok && verdict.reason === 'mismatch') {
      for (const secret of await askSecrets()) secrets.add(secret);
      verdict = verifySignature({ header, body, secret: [...secrets] });
    }
    if (verdict.ok) return;
    throw new AppError('unauthorized', refusals[verdict.reason], { hint: verdict.reason === 'mismatch' ? mismatchHint : undefined });
  }

  return async (request) => {
    const signature = headerOf(request, 'x-service-signature');
    const kind = signature === undefined && headerOf(request, 'x-webhook-secret') !== undefined ? 'publish' : 'event';
    const method = methodOf(request, kind);
    const body = await readBody(request);
    if (kind === 'event') await verify(signature, body);
    const deliveryId = headerOf(request, 'x-service-delivery') ?? null;
    return {
      kind,
      method,
      deliveryId,
      key: deliveryId ?? createHash('sha256').update(body).digest('hex'),
      test: headerOf(request, 'x-service-test') === 'true',
      content: parse(body),
      body,
      rawHeaders: request.rawHeaders,
    };
  };
}

function methodOf({ method }: IncomingMessage, kind: Message['kind']): Message['method'] {
  if (method === 'POST' || (method === 'PUT' && kind === 'publish')) return method;
  throw new AppError('method_not_allowed', 'Send events with POST, articles with POST or PUT and X-Webhook-Secret.');
}

/** Keeps no more than may come; what is beyond that is let run out, so that the refusal can be read. */
async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk as Buffer);
    length += (chunk as Buffer).length;
    if (length > maxBodyBytes) break;
  }
  if (length <= maxBodyBytes) return Buffer.concat(chunks);
  request.resume();
  throw new AppError('payload_too_large', 'The body is larger than 1 MiB.');
}

function parse(body: Buffer): Record<string, unknown> {
  try {
    const content: unknown = JSON.parse(body.toString('utf8'));
    if (typeof content === 'object' && content !== null && !Array.isArray(content)) return content as Record<string, unknown>;
  } catch {
    // Said below, as for a body that is JSON and no object.
  }
  throw new AppError('invalid_json', 'The body is not a JSON object.');
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
