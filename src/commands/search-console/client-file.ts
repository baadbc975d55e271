import { readFileSync } from 'node:fs';
import { IntegrationSettings } from '../../../schema/integrations.ts';
import { copydesk } from '../../config.ts';
import { UsageError } from '../terminal.ts';

/** An OAuth client as Google Cloud gives it to download. */
export interface ClientFile {
  clientId: string;
  clientSecret: string;
  /** Of a web application: the registered addresses, of which one must be used to the letter. A desktop application needs none. */
  redirectUris: string[] | undefined;
}

/** Throws `UsageError`, without what the file holds. */
export function readClientFile(path: string): ClientFile {
  const { installed, web, type } = objectIn(readFileSync(path, 'utf8'));
  if (type === 'service_account')
    throw new UsageError(
      `--client: ${path} is the key of a service account, which needs no login.`,
      `Set it as serviceAccount with: ${copydesk} call integrations_set`,
    );
  const given = asObject(installed ?? web);
  const { clientId, clientSecret } = IntegrationSettings.shape;
  const id = clientId.safeParse(given['client_id']).data;
  const secret = clientSecret.safeParse(given['client_secret']).data;
  if (id === undefined || secret === undefined)
    throw new UsageError(
      `--client: ${path} is not the JSON of an OAuth client with client_id and client_secret.`,
      'Download it in Google Cloud when you make the client, type Desktop app: later its secret is not shown again.',
    );
  return { clientId: id, clientSecret: secret, redirectUris: installed === undefined ? addressesIn(given['redirect_uris']) : undefined };
}

/** Of a web application's addresses the one that leads to this machine, and to the port if one is named. Throws `UsageError`. */
export function redirectOf({ redirectUris = [] }: ClientFile, port: number): string {
  const found = redirectUris.find((address) => {
    const url = URL.parse(address);
    return url?.protocol === 'http:' && isHere(url.hostname) && (port === 0 || portOf(url) === port);
  });
  if (found !== undefined) return found;
  throw new UsageError(
    `--client: it is a web application that may not send back to ${port === 0 ? 'this machine' : `port ${port} of this machine`}.`,
    'Make an OAuth client of the type Desktop app, which may; or add http://127.0.0.1:8085 to its authorised redirect URIs and download it anew.',
  );
}

export const portOf = ({ port }: URL): number => Number(port === '' ? 80 : port);

/** Only this address is listened on. */
const isHere = (host: string) => host === '127.0.0.1' || host === 'localhost';

function addressesIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function objectIn(json: string): Record<string, unknown> {
  try {
    return asObject(JSON.parse(json));
  } catch {
    return {};
  }
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
