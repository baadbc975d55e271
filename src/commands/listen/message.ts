import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { AppError } from '../../errors.ts';
import { verifySignature, type Verdict } from '../../webhooks/verify.ts';

/** A complete request from a desk. */
export interface Message {
  /** Events are verified; publishing sends are not, since only their receiver knows the token. */
  kind: 'event' | 'publish';
  method: 'POST' | 'PUT';
  deliveryId: string | null;
  /** The same on every attempt of a delivery: its id, or a digest of the body if no id is sent. */
  key: string;
  /** Whether it is marked as a test. */
  test: boolean;
  /** The body, parsed. */
  content: Record<string, unknown>;
  body: Buffer;
  /** Alternating names and values, as received. */
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
 * Reads requests and verifies events by contract 6.3. `askSecrets` is called again if a signature does not match: the secret may have been
 * rotated. The returned function rejects with `AppError` if a receiver should refuse the request.
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

/** Keeps at most the limit. The rest is drained, so that the sender gets to read the refusal. */
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
    // Reported below, together with JSON that is not an object.
  }
  throw new AppError('invalid_json', 'The body is not a JSON object.');
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
