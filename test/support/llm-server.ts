import type { IncomingMessage, ServerResponse } from 'node:http';
import { serveHttp, type Listener } from '../net/support.ts';
import type { Dialect, Received, Rules, Turn } from './llm-dialect.ts';
import { anthropicDialect } from './llm-anthropic.ts';
import { openAiDialect } from './llm-openai.ts';

export interface LlmServer extends Listener {
  requests: Received[];
}

export const goodKey = 'sk-test-5f1e0d9c8b7a69584736251403f2e1d0';

const dialects: Record<'openai' | 'anthropic', Dialect> = { openai: openAiDialect, anthropic: anthropicDialect };

/** A model server that answers each request as the next turn says, and the rest as the last one, or as it is told for each. It refuses what its protocol forbids. */
export async function serveModel(
  provider: 'openai' | 'anthropic',
  turns: readonly Turn[] | ((received: Received) => Turn),
  rules: Partial<Rules> = {},
): Promise<LlmServer> {
  const dialect = dialects[provider];
  const requests: Received[] = [];
  const listener = await serveHttp(async (request, response) => {
    const received: Received = { url: request.url!, headers: request.headers, body: await readJson(request) };
    const count = requests.push(received);
    const turn = typeof turns === 'function' ? turns(received) : (turns[Math.min(count, turns.length) - 1] ?? {});
    const objection = turn.status === undefined ? dialect.objection(received, { apiKey: goodKey, refused: {}, ...rules }) : null;
    if (objection) return refuse(dialect, response, objection);
    if (turn.status !== undefined) return refuse(dialect, response, turn);
    if (turn.whole || received.body.stream !== true)
      return void response
        .writeHead(200, { 'content-type': 'application/json', ...turn.headers })
        .end(JSON.stringify(dialect.whole(turn, received)));
    await stream(dialect, turn, received, response);
  });
  return Object.assign(listener, { requests });
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  return JSON.parse(Buffer.concat(await request.toArray()).toString() || '{}');
}

function refuse(dialect: Dialect, response: ServerResponse, { status = 500, error = {}, headers }: Turn): void {
  const text = typeof error === 'string' ? error : JSON.stringify(dialect.errorBody(status, error));
  response.writeHead(status, { 'content-type': typeof error === 'string' ? 'text/html' : 'application/json', ...headers }).end(text);
}

async function stream(dialect: Dialect, turn: Turn, received: Received, response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', ...turn.headers });
  const { newline = '\n', chatter, breaks, slowMs = 0, neverCloses, endsAbruptly } = turn;
  const encode = ([name, data]: [string | null, string]) =>
    `${name === null ? '' : `event: ${name}${newline}`}data: ${data}${newline}${newline}`;
  const events = dialect.events(turn, received);
  // The last event of each protocol says that it is over.
  const sent =
    neverCloses || endsAbruptly ? events.slice(0, -1) : breaks === undefined ? events : events.slice(0, Math.ceil(events.length / 2));
  for (const event of sent) {
    if (slowMs > 0) await new Promise((resolve) => setTimeout(resolve, slowMs));
    if (response.destroyed) return;
    const noise = chatter ? dialect.chatter.map((one) => one.replaceAll('\n', newline)).join('') : '';
    const text = endsAbruptly && event === sent.at(-1) ? encode(event).trimEnd() : encode(event);
    await write(response, Buffer.from(noise + text), turn.bytes);
  }
  if (neverCloses || turn.staysOpen || breaks === 'stall') return;
  if (breaks === 'reset') return void response.socket?.resetAndDestroy();
  if (breaks === 'cut') return void response.destroy();
  if (breaks === 'garbage') response.write(encode([null, '{"half']));
  if (typeof breaks === 'object') response.write(encode(dialect.reportEvent(breaks)));
  response.end();
}

async function write(response: ServerResponse, bytes: Buffer, size = bytes.length): Promise<void> {
  for (let from = 0; from < bytes.length; from += size) {
    const isTaken = new Promise((resolve) => response.write(bytes.subarray(from, from + size), resolve));
    // Each piece is to travel alone.
    await isTaken;
  }
}
