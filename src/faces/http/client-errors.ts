import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { causeCode } from '../../errors.ts';
import type { System } from '../../system.ts';
import { refuseBrokenRequest } from './problems.ts';

/** How long what has already reached this machine may take to be read, in milliseconds. */
const readingMs = 1_000;

/** Handles what Node cannot take for a request. `answers` holds that to the latest request of a socket whose headers were read. */
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
  const nothingRead = socket.bytesRead === 0;
  const before = lastAnswer();
  const headersMissing = !before || before.req.complete;
  const hasArrived = () => {
    const last = lastAnswer();
    if (!last || (headersMissing && last === before)) return false;
    // For a request that began only now, Node counts anew; of one that had begun, it looks at no clock again.
    return nothingRead || last.req.complete;
  };
  setTimeout(() => void (hasArrived() || refuse()), readingMs).unref();
}
