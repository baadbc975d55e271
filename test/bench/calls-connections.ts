import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { Pool } from 'undici';
import { within } from './sides.ts';

export const eras = ['2026-07-28', '2025-11-25'] as const;
export type Era = (typeof eras)[number];

/** Many requests may be under way on it at once. */
export interface Connection {
  /** Sends one request and resolves with its answer. */
  ask(method: string, params: object): Promise<string>;
  hangUp(): Promise<void>;
}

/** `width` sockets, one request at a time on each. */
export function overHttp(port: number, era: Era, width: number): Connection {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: width });
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', 'mcp-protocol-version': era };
  let id = 0;
  return {
    async ask(method, params) {
      const named: Record<string, string> =
        era === '2026-07-28' ? { 'mcp-method': method, ...('name' in params && { 'mcp-name': String(params.name) }) } : {};
      const { body } = await pool.request({
        path: '/mcp',
        method: 'POST',
        headers: { ...headers, ...named },
        body: message(++id, method, params, era),
      });
      return body.text();
    },
    hangUp: () => pool.destroy(),
  };
}

export async function overStdio(stdin: Writable, stdout: Readable, era: Era): Promise<Connection> {
  const waiting = new Map<number, (answer: string) => void>();
  createInterface({ input: stdout }).on('line', (line) => {
    // Answers end or begin with their id; a whole parse here would only slow the driver.
    const id = Number(/"id":(\d+)[,}]/.exec(line.length > 300 ? line.slice(0, 60) + line.slice(-60) : line)?.[1]);
    waiting.get(id)?.(line);
    waiting.delete(id);
  });
  let id = 0;
  const ask = (method: string, params: object) =>
    new Promise<string>((resolve) => {
      waiting.set(++id, resolve);
      stdin.write(`${message(id, method, params, era)}\n`);
    });
  if (era === '2025-11-25')
    await within(
      5,
      'initialize',
      ask('initialize', { protocolVersion: era, capabilities: {}, clientInfo: { name: 'bench', version: '0' } }),
    );
  return { ask, hangUp: async () => void stdin.end() };
}

function message(id: number, method: string, params: object, era: Era): string {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': era,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return JSON.stringify({ jsonrpc: '2.0', id, method, params: era === '2026-07-28' ? { ...params, _meta } : params });
}
