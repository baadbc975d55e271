import { AppError, problemOf } from '../errors.ts';
import { serveStdio, type ServedStdio } from '../stdio.ts';
import { explain } from './causes.ts';
import type { GlobalFlags } from './desk.ts';
import { untilStopped } from './interrupts.ts';
import { note, UsageError } from './terminal.ts';

/** Serves one agent client on stdin and stdout, with the rights of the person who started it. stdout carries JSON-RPC only, even if the start fails. */
export async function stdio(flags: GlobalFlags & { readOnly?: boolean; agentsMaySend?: boolean; files?: string[] }): Promise<void> {
  let served: ServedStdio;
  try {
    const { home, logLevel = 'warn', readOnly, agentsMaySend } = flags;
    const files = flags.files && (await realFolders(flags.files));
    served = serveStdio({ home, logLevel, readOnly, agentsMaySend, files });
  } catch (error) {
    const problem = told(error);
    const { startFailureResponder } = await import('../faces/mcp/start-failure.ts');
    await startFailureResponder(process.stdin, process.stdout, problem);
    return;
  }
  const { opened, closed, close } = served;
  opened.catch(told);
  await Promise.race([closed, untilStopped()]);
  await close();
}

/** Says on stderr why the desk cannot start. The process ends with code 1 then. */
function told(error: unknown) {
  const problem = problemOf(error instanceof UsageError ? new AppError('invalid_input', error.message) : explain(error));
  note(`error: ${problem.detail}`);
  process.exitCode = 1;
  return problem;
}

/** Loaded only where it is needed: most starts name no folder. */
async function realFolders(paths: readonly string[]): Promise<string[]> {
  const { realFolder } = await import('./documents.ts');
  return paths.map(realFolder);
}
