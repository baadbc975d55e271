import type { TestedIntegration } from '../../schema/integrations.ts';
import type { Copydesk } from '../app.ts';
import { copydesk } from '../config.ts';
import { AppError } from '../errors.ts';
import type { System } from '../system.ts';
import { openInBrowser } from './browser.ts';
import { withDesk, type GlobalFlags } from './desk.ts';
import { untilStopped } from './interrupts.ts';
import { inFlags } from './flags.ts';
import { openCallback, type Callback } from './search-console/callback.ts';
import { readClientFile, redirectOf } from './search-console/client-file.ts';
import { deniedOf, howToMakeClient, nextOf, summaryOf, tooLate, type Readable } from './search-console/words.ts';
import { duration, note, print, printJson, Stopped, wholeNumber } from './terminal.ts';

interface LoginFlags extends GlobalFlags {
  client?: string;
  project?: string;
  port: string;
  timeout: string;
  /** False with --no-browser. */
  browser?: boolean;
}

/** Where to wait, for how long, and who asks. */
interface Plan {
  client: { clientId: string; clientSecret: string } | undefined;
  /** That of a web application. */
  redirectUri: string | undefined;
  port: number;
  timeoutMs: number;
  browser: boolean;
}

interface Outcome {
  project: { id: string; name: string };
  endsAt: string | null;
  readable: Readable;
}

const provider = 'search-console';
const maxTimeoutMs = 3_600_000;

const hints = {
  project_required: 'Name one with --project <id>.',
  integration_required: howToMakeClient,
};

/** Has a person allow this desk to read Search Console, keeps the token, and names the properties that may be read. */
export async function login({ json, project, ...flags }: LoginFlags): Promise<void> {
  const plan = planOf(flags);
  await withDesk({ home: flags.home, logLevel: flags.logLevel }, {}, async (desk) => {
    try {
      const outcome = await logIn(desk, plan, project);
      if (json) printJson(answerOf(outcome));
      else print(summaryOf(outcome.project, outcome.readable, outcome.endsAt));
    } catch (error) {
      const operations = desk.groups.flatMap((group) => group.operations.map(({ name }) => name));
      throw inFlags(error, operations, hints);
    }
  });
}

/** Throws `UsageError`. */
function planOf({ client: path, port: portText, timeout, browser = true }: LoginFlags): Plan {
  const port = wholeNumber('--port', portText, 0, 65_535);
  const timeoutMs = duration('--timeout', timeout, maxTimeoutMs);
  if (path === undefined) return { client: undefined, redirectUri: undefined, port, timeoutMs, browser };
  const file = readClientFile(path);
  const { clientId, clientSecret } = file;
  return { client: { clientId, clientSecret }, redirectUri: file.redirectUris && redirectOf(file, port), port, timeoutMs, browser };
}

async function logIn(desk: Copydesk, plan: Plan, projectId: string | undefined): Promise<Outcome> {
  if (desk.config.readOnly)
    throw new AppError('conflict', 'This desk is read-only, so it can keep no login.', {
      hint: 'Unset COPYDESK_READ_ONLY, and log in again.',
    });
  const project = await desk.services.projects.resolve(projectId);
  const state = desk.system.random(32).toString('base64url');
  const callback = await openCallback({ ...plan, state });
  const endsAt = await shown(callback, () => askAndKeep(desk, plan, { projectId: project.id, state, callback }));
  return { project, endsAt, readable: await readWith(desk, project.id) };
}

/** Does it, and tells the person how it ended, in the browser too. */
async function shown<Result>(callback: Callback, does: () => Promise<Result>): Promise<Result> {
  try {
    const result = await does();
    await callback.show('done');
    return result;
  } catch (error) {
    await callback.show('failed');
    throw error;
  } finally {
    await callback.close();
  }
}

interface Asking {
  projectId: string;
  state: string;
  callback: Callback;
}

/** Returns when the token ends by itself, if it does. */
async function askAndKeep(desk: Copydesk, plan: Plan, { projectId, state, callback }: Asking): Promise<string | null> {
  const { redirectUri } = callback;
  const consent = await desk.services.searchConsole.login({ projectId, client: plan.client, redirectUri, state });
  const giveUp = givingUp(desk.system, plan.timeoutMs);
  try {
    await invite(consent.address, callback, plan);
    const answer = await Promise.race([callback.answer, giveUp.rejected]);
    if ('error' in answer) throw deniedOf(answer.error);
    const { settings, endsAt } = await consent.exchange(answer.code, giveUp.signal);
    await desk.call('integrations_set', { provider, projectId, ...settings });
    return endsAt;
  } finally {
    giveUp.end();
  }
}

/** Ends the waiting, in time or at the person's word. */
function givingUp({ after }: Pick<System, 'after'>, timeoutMs: number) {
  const controller = new AbortController();
  const { signal } = controller;
  const end = after(timeoutMs, () => controller.abort(tooLate()));
  void untilStopped().then(() => controller.abort(new Stopped('Stopped; nothing was stored.')));
  const rejected = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
  );
  // Where nobody waits for it any more.
  rejected.catch(() => {});
  return { signal, rejected, end };
}

async function invite(address: string, { port, redirectUri }: Callback, { browser, timeoutMs }: Plan): Promise<void> {
  note('Allow Copydesk to read Search Console, with a Google account that is a user of the property:');
  note(address);
  if (!browser) note(`For a browser on another machine, forward the port there first: ssh -L ${port}:127.0.0.1:${port} <this machine>`);
  else if (!(await openInBrowser(address))) note('No browser could be started: open the address yourself, or see --no-browser.');
  note(`Waiting for the answer on ${redirectUri}, up to ${timeoutMs / 1000} s. Ctrl-C ends it.`);
}

/** What may be read now; the integration keeps how the test went. */
async function readWith(desk: Copydesk, projectId: string): Promise<Readable> {
  const { healthy, detail } = (await desk.call('integrations_test', { provider, projectId })) as TestedIntegration;
  if (healthy) return desk.services.searchConsole.readable(projectId);
  throw new AppError('provider_refused', `The login is stored, but Search Console cannot be read: ${detail}`, {
    hint: `Mend that, then see: ${copydesk} call integrations_test --json '${JSON.stringify({ provider, projectId })}'`,
  });
}

function answerOf({ project, endsAt, readable }: Outcome) {
  const { properties, chosen } = readable;
  return { projectId: project.id, properties, property: chosen, endsAt, next: nextOf(project.id, readable) };
}
