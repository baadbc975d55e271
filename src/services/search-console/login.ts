import type { ProviderSettings } from '../../../schema/integrations.ts';
import type { Config } from '../../config.ts';
import { AppError } from '../../errors.ts';
import { createConsent, type OAuthClient } from '../../providers/search-console/consent.ts';
import type { System } from '../../system.ts';
import type { Integrations, Projects } from '../account/index.ts';
import { isoTimeOrNull } from '../common/wire.ts';

export interface LoginRequest {
  projectId: string;
  /** Default: that of the environment, else the one of the last login. */
  client?: OAuthClient | undefined;
  /** Where Google sends the person's browser. */
  redirectUri: string;
  /** Comes back with the answer. */
  state: string;
}

/** A person lets the desk read Search Console for a project. */
export interface Login {
  /** To be opened in the person's browser; it holds no secret. */
  address: string;
  /**
   * The settings for `integrations_set`, with their secrets, for the code that Google sent; and when they end by themselves, if they do. Rejects
   * with `provider_refused`, `provider_failed`, `rate_limited` or the reason of `signal`.
   */
  exchange(code: string, signal?: AbortSignal): Promise<{ settings: ProviderSettings; endsAt: string | null }>;
}

interface Needs {
  system: System;
  config: Config;
  projects: Projects;
  integrations: Pick<Integrations, 'find'>;
}

/** Throws `conflict` where the environment configures Search Console, `integration_required` without a client, `not_found`. */
export async function beginLogin({ system, config, projects, integrations }: Needs, request: LoginRequest): Promise<Login> {
  const { id } = await projects.resolve(request.projectId);
  const found = await integrations.find(id, 'search-console');
  if (found?.by === 'environment')
    throw new AppError('conflict', 'The environment configures Search Console, and it goes before what a login would store.', {
      hint: 'Unset the COPYDESK_SEARCH_CONSOLE_… variables, and log in again.',
    });
  // A login takes the place of a service account; address, prices and caps stay.
  const { serviceAccount: _account, ...kept } = found?.settings ?? {};
  const client = request.client ?? clientIn(config) ?? storedIn(kept);
  if (!client) throw new AppError('integration_required', 'There is no OAuth client to ask Google with.');
  const consent = createConsent(system, { ...request, client, baseUrl: kept.baseUrl });
  return {
    address: consent.address,
    async exchange(code, signal) {
      const { refreshToken, endsAt } = await consent.exchange(code, signal);
      return { settings: { ...kept, ...client, refreshToken }, endsAt: isoTimeOrNull(endsAt) };
    },
  };
}

/** Half a client is a mistake, also where another one would do. */
function clientIn({ googleClientId: clientId, googleClientSecret: clientSecret }: Config): OAuthClient | undefined {
  if (clientId !== undefined && clientSecret !== undefined) return { clientId, clientSecret };
  if (clientId === undefined && clientSecret === undefined) return undefined;
  const [given, missing] = clientId === undefined ? ['SECRET', 'ID'] : ['ID', 'SECRET'];
  throw new AppError('invalid_input', `COPYDESK_GOOGLE_CLIENT_${missing} is needed with COPYDESK_GOOGLE_CLIENT_${given}.`, {
    hint: `Set COPYDESK_GOOGLE_CLIENT_${missing}, or unset the other.`,
  });
}

function storedIn({ clientId, clientSecret }: ProviderSettings): OAuthClient | undefined {
  return clientId === undefined || clientSecret === undefined ? undefined : { clientId, clientSecret };
}
