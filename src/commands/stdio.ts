import { createCopydesk, type Copydesk } from '../app.ts';
import { AppError, problemOf } from '../errors.ts';
import { explain } from './causes.ts';
import { untilStopped, type GlobalFlags } from './desk.ts';
import { realFolder } from './documents.ts';
import { note, UsageError } from './terminal.ts';

/** Serves one agent client on stdin and stdout, with the rights of the person who started it. stdout carries JSON-RPC only, even if the start fails. */
export async function stdio(flags: GlobalFlags & { readOnly?: boolean; agentsMaySend?: boolean; files?: string[] }): Promise<void> {
  let desk: Copydesk;
  let files: string[] | undefined;
  try {
    files = flags.files?.map(realFolder);
    desk = await createCopydesk({
      home: flags.home,
      logLevel: flags.logLevel ?? 'warn',
      readOnly: flags.readOnly,
      agentsMaySend: flags.agentsMaySend,
    });
  } catch (error) {
    const problem = problemOf(error instanceof UsageError ? new AppError('invalid_input', error.message) : explain(error));
    note(`error: ${problem.detail}`);
    const { startFailureResponder } = await import('../faces/mcp/start-failure.ts');
    await startFailureResponder(process.stdin, process.stdout, problem);
    process.exitCode = 1;
    return;
  }
  const { closed, close } = await desk.serveStdio(files);
  desk.work();
  await Promise.race([closed, untilStopped()]);
  await close();
  await desk.close();
}
