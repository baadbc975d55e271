import { spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A process of its own, so that its CPU time and memory are its own. */
export interface Child {
  send(message: object): void;
  /** The next message from the process. Rejects where it ends instead. */
  next<Answer>(): Promise<Answer>;
  stop(): Promise<void>;
}

/** As `copydesk` itself does, so that compiling TypeScript, which an installed desk never does, is not what is measured. */
const compiled = fileURLToPath(new URL('../../node_modules/.cache/bench-compiled/', import.meta.url));

/** Starts a script of this folder with arguments, which are handed over as JSON. */
export function startChild(script: string, ...args: readonly unknown[]): Child {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const given = args.map((one) => JSON.stringify(one));
  const forked = spawn(process.execPath, [path, ...given], {
    // What it prints must not mix with the bench's own line.
    stdio: ['ignore', 2, 'inherit', 'ipc'],
    env: { ...process.env, NODE_COMPILE_CACHE: compiled },
  });
  const ended = once(forked, 'exit');
  const messages = on(forked, 'message', { close: ['exit'] });
  return {
    send: (message) => void forked.send(message),
    async next<Answer>() {
      const { value, done } = await messages.next();
      if (done) throw new Error(`${script} ended (${forked.exitCode ?? forked.signalCode}) before it answered: ${given.join(' ')}`);
      return (value as [Answer])[0];
    },
    async stop() {
      if (forked.exitCode === null && forked.signalCode === null) forked.kill('SIGKILL');
      await ended;
    },
  };
}
