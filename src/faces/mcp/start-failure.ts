import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { z } from 'zod';
import type { Problem } from '../../errors.ts';

const Request = z.object({ jsonrpc: z.literal('2.0'), id: z.union([z.string(), z.number()]), method: z.string() });

/**
 * Stands in for a server that could not start: answers the first JSON-RPC request with an error that says why, so that the
 * client can show it, and resolves then or when stdin ends. The process should exit with code 1 afterwards.
 */
export async function startFailureResponder(stdin: Readable, stdout: Writable, problem: Problem): Promise<void> {
  const message = problem.hint === undefined ? problem.detail : `${problem.detail} ${problem.hint}`;
  for await (const line of createInterface({ input: stdin })) {
    const id = requestId(line);
    if (id === undefined) continue;
    await write(stdout, `${JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32603, message, data: problem } })}\n`);
    // An open stdin would keep the process alive.
    stdin.destroy();
    return;
  }
}

/** Undefined for notifications and for what is not JSON-RPC: neither can be answered. */
function requestId(line: string): string | number | undefined {
  try {
    return Request.safeParse(JSON.parse(line)).data?.id;
  } catch {
    return undefined;
  }
}

/** Resolves when the line is written, or can no longer be. */
function write(stdout: Writable, line: string): Promise<void> {
  return new Promise((resolve) => {
    stdout.once('error', () => resolve());
    stdout.write(line, () => resolve());
  });
}
