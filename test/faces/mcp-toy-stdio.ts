/** A real stdio server for tests, run as a child process; with `fail` it is one that could not start. */
import { AppError, problemOf } from '../../src/errors.ts';
import { startFailureResponder } from '../../src/faces/mcp/start-failure.ts';
import { serveMcpStdio } from '../../src/faces/mcp/stdio.ts';
import { createLog } from '../../src/system.ts';
import { createToy } from './mcp-toy.ts';

if (process.argv[2] === 'fail') {
  const error = new AppError('unavailable', 'The database is newer than this program.', { hint: 'Install the latest copydesk.' });
  await startFailureResponder(process.stdin, process.stdout, problemOf(error));
  process.exitCode = 1;
} else {
  const { face } = createToy();
  await serveMcpStdio({ ...face, log: createLog('info'), caller: { face: 'mcp', scope: 'admin' } }).closed;
}
