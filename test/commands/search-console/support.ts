import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished } from 'vitest';
import { createCopydesk, type Copydesk } from '../../../src/app.ts';
import { start, type Ended } from '../../support/cli.ts';
import { clientId, secrets, startConsent, type FakeConsent } from '../../support/google-consent.ts';
import { temporaryHome } from '../../support/home.ts';

export interface Desk {
  home: string;
  google: FakeConsent;
  projectId: string;
  desk: Copydesk;
  /** The settings that are stored, with their secrets. */
  stored(): Promise<object | undefined>;
}

/** A desk whose project asks all of Google's at another address, and was connected before. */
export async function openDesk(before: object = {}): Promise<Desk> {
  const home = temporaryHome();
  const google = await startConsent();
  const desk = await createCopydesk({ home, logLevel: 'silent' });
  onTestFinished(() => desk.close());
  const { data } = (await desk.call('projects_list')) as { data: { id: string }[] };
  const projectId = data[0]!.id;
  const old = { clientId: 'old', clientSecret: 'old-secret', refreshToken: secrets.oldToken };
  await desk.call('integrations_set', { provider: 'search-console', baseUrl: google.url, ...old, ...before });
  const stored = async () => (await desk.services.integrations.find(projectId, 'search-console'))?.settings;
  return { home, google, projectId, desk, stored };
}

/** As Google Cloud downloads it. */
export function clientFile(home: string, kind: 'installed' | 'web' = 'installed', different: object = {}): string {
  const file = join(home, 'client_secret.json');
  const client = {
    client_id: clientId,
    project_id: 'desk-1234',
    auth_uri: 'https://accounts.google.com/o/oauth2/auth',
    token_uri: 'https://oauth2.googleapis.com/token',
    auth_provider_x509_cert_url: 'https://www.googleapis.com/oauth2/v1/certs',
    client_secret: secrets.clientSecret,
    redirect_uris: ['http://localhost'],
    ...different,
  };
  writeFileSync(file, JSON.stringify({ [kind]: client }));
  return file;
}

interface LoggingIn {
  child: ChildProcess;
  /** The page on which the person allows it. */
  address: Promise<string>;
  ended: Promise<Ended>;
}

/** A running `copydesk search-console login`; it starts the browser only that is on this path. */
export function startLogin(home: string, args: string[] = [], { PATH, ...env }: Record<string, string> = {}): LoggingIn {
  const browser = PATH === undefined ? ['--no-browser'] : [];
  const child = start(['search-console', 'login', ...browser, ...args], home, PATH === undefined ? env : { ...env, PATH });
  const address = new Promise<string>((resolve, reject) => {
    let said = '';
    child.stderr!.on('data', (part: Buffer) => {
      said += part.toString();
      const found = /^https?:\S+\/o\/oauth2\/v2\/auth\?\S+$/m.exec(said);
      // Once it waits, it hears signals.
      if (found && said.includes('Waiting for the answer')) resolve(found[0]);
    });
    child.once('exit', () => reject(new Error(`It ended first: ${said}`)));
  });
  address.catch(() => {});
  const code = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const ended = Promise.all([text(child.stdout!), text(child.stderr!), code]).then(([stdout, stderr, exit]) => ({
    code: exit,
    stdout,
    stderr,
  }));
  return { child, address, ended };
}

/** Asks as a browser would, but with any method and headers. */
export function ask(url: URL | string, options: { method?: string; headers?: Record<string, string> } = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const asking = request(url, options, (response) => {
      response.resume();
      resolve(response.statusCode!);
    });
    asking.once('error', reject).end();
  });
}

/** Neither what it printed, nor what it was started with, nor any file of the home but the client's has a secret in it. */
export function expectNoSecret(home: string, ...told: string[]): void {
  const files = readdirSync(home).filter((name) => name !== 'client_secret.json');
  const all = [...told, ...files.map((name) => readFileSync(join(home, name), 'latin1'))].join('\n');
  expect(all.length).toBeGreaterThan(100);
  for (const secret of Object.values(secrets)) expect(all).not.toContain(secret);
}
