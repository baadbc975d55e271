import type { Provider, ProviderSettings } from '../../../../schema/integrations.ts';
import { goingWith, howToConfigure, originOf, providerNames, providers } from '../../../../schema/providers.ts';
import type { Tx } from '../../../db/open.ts';
import type { IntegrationRow } from '../../../db/rows/account.ts';
import { AppError } from '../../../errors.ts';
import type { Vault } from '../vault.ts';
import type { Foundation } from '../../common/group.ts';
import { parsed } from '../../common/wire.ts';
import type { Configured } from './reach.ts';

/** How providers are set up: by the environment, or else by what is stored. */
export function createConfigurations({ store, vault, config }: Pick<Foundation, 'store' | 'config'> & { vault: Vault }) {
  const fromEnvironment = (provider: Provider): ProviderSettings | undefined => config.providers[provider];

  function rowsOf(db: Pick<Tx, 'selectFrom'>, projectId: string): Promise<IntegrationRow[]> {
    return db.selectFrom('integrations').selectAll().where('project_id', '=', projectId).orderBy('updated_at', 'desc').execute();
  }

  const secretsOf = (row: IntegrationRow): ProviderSettings => (row.secret === null ? {} : parsed(vault.open(row.secret)));

  /** A secret belongs to the address it was given for: with another address it would reach someone else. */
  function keptSecrets(row: IntegrationRow, provider: Provider, given: ProviderSettings): ProviderSettings {
    return originOf(settingsIn(row) ?? {}) === originOf(given) ? goingWith(provider, given, secretsOf(row)) : {};
  }

  function configuredBy(row: IntegrationRow | undefined, provider: Provider): Configured | undefined {
    const given = fromEnvironment(provider);
    if (given) return { provider, settings: given, by: 'environment' };
    const stored = row && settingsIn(row);
    return stored && { provider, settings: { ...stored, ...secretsOf(row) }, by: 'settings' };
  }

  async function find(projectId: string, provider: Provider, db: Pick<Tx, 'selectFrom'> = store.db): Promise<Configured | undefined> {
    return (await findAll(projectId, [provider], db))[0];
  }

  async function findAll(projectId: string, among: readonly Provider[], db: Pick<Tx, 'selectFrom'> = store.db): Promise<Configured[]> {
    const rows = await rowsOf(db, projectId);
    return among.flatMap((provider) => configuredBy(rowIn(rows, provider), provider) ?? []);
  }

  async function findModel(projectId: string): Promise<Configured | undefined> {
    const writers = providerNames.filter((provider) => providers[provider].capabilities.includes('write'));
    const given = writers.find((provider) => fromEnvironment(provider));
    if (given) return find(projectId, given);
    const rows = await rowsOf(store.db, projectId);
    const row = rows.find(({ provider, settings }) => settings !== null && writers.includes(provider as Provider));
    return row && configuredBy(row, row.provider as Provider);
  }

  async function requireModel(projectId: string): Promise<Configured> {
    const model = await findModel(projectId);
    if (model) return model;
    throw new AppError('integration_required', 'No language model is configured.', {
      hint: 'Configure openai (any OpenAI-compatible server) or anthropic with integrations_set, or write with writer extractive or agent.',
    });
  }

  return { fromEnvironment, rowsOf, keptSecrets, find, findAll, findModel, requireModel };
}

export function notConfigured(provider: Provider): AppError {
  return new AppError('integration_required', `${provider} is not configured.`, { hint: howToConfigure(provider) });
}

export function rowIn(rows: readonly IntegrationRow[], provider: Provider): IntegrationRow | undefined {
  return rows.find((row) => row.provider === provider);
}

/** Undefined if only its health is kept: the environment configures it, or did. */
export function settingsIn({ settings }: IntegrationRow): ProviderSettings | undefined {
  return settings === null ? undefined : parsed(settings);
}
