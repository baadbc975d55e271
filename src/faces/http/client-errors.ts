import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { causeCode } from '../../errors.ts';
import type { System } from '../../system.ts';
import { refuseBrokenRequest } from './problems.ts';

/** How long the desk may take to read what has already reached this machine, in milliseconds. */
const readingMs = 1_000;

/** Answers requests that Node refuses. `answers` holds, for each socket, the answer to the latest request whose headers were read. */
export function createClientErrorHandler(answers: WeakMap<Duplex, ServerResponse>, id: System['id']) {
  return (error: Error, socket: Socket): void => {
    const lastAnswer = () => answers.get(socket);
    const refuse = () => {
      const answer = lastAnswer();
      // A second answer would be read as part of the first, or as that of the next request.
      if (answer?.headersSent && !(answer.writableFinished && answer.req.complete)) socket.destroy();
      else refuseBrokenRequest(error, socket, id('req'));
    };
    if (causeCode(error) === 'ERR_HTTP_REQUEST_TIMEOUT') refuseUnlessRead(socket, lastAnswer, refuse);
    else refuse();
  };
}

/**
 * Calls `refuse` in a second, unless the late request has arrived by then. Node looks at the clock before it reads: when a process goes on after it stood still,
 * all that came meanwhile looks late, though it only waits to be read.
 */
function refuseUnlessRead(socket: Socket, lastAnswer: () => ServerResponse | undefined, refuse: () => void): void {
  const hadBegun = socket.bytesRead > 0;
  const before = lastAnswer();
  const bodyMissing = before !== undefined && !before.req.complete;
  const hasArrived = () => {
    if (bodyMissing) return before.req.complete;
    const last = lastAnswer();
    // Once a request has looked late, Node looks at it no more; for one that begins only now, it counts anew.
    return last !== undefined && last !== before && (last.req.complete || !hadBegun);
  };
  // What came while the process stood still once more is read before `setImmediate`.
  setTimeout(() => setImmediate(() => void (hasArrived() || refuse())), readingMs).unref();
}
