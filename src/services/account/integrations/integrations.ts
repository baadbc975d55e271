import type { Page } from '../../../../schema/common.ts';
import type {
  DeletedIntegration,
  Integration,
  IntegrationSettings,
  Provider,
  ProviderSettings,
  TestedIntegration,
} from '../../../../schema/integrations.ts';
import { faultsOf, howToConfigure, originOf, providerNames, providers, secretFields } from '../../../../schema/providers.ts';
import type { Tx } from '../../../db/open.ts';
import type { IntegrationRow } from '../../../db/rows/account.ts';
import { AppError, toAppError } from '../../../errors.ts';
import type { ImageModel } from '../../../providers/image/generate.ts';
import type { ChatModel } from '../../../providers/llm/index.ts';
import type { PublishTarget } from '../../../providers/publish/target.ts';
import type { Projects } from '../projects.ts';
import type { Vault } from '../vault.ts';
import type { Foundation } from '../../common/group.ts';
import { pageOfAll } from '../../common/paging.ts';
import { isoTime, isoTimeOrNull, parsed } from '../../common/wire.ts';
import type { Configured } from './reach.ts';

/** The external services a project uses, and how to reach them. Secrets are written, never read back. */
export interface Integrations {
  list(input: { projectId?: string; limit?: number; cursor?: string }): Promise<Page<Integration>>;
  /** Replaces the settings; an omitted secret is kept. Throws `invalid_input`, and `conflict` if the environment configures the provider. */
  set(input: IntegrationSettings): Promise<Integration>;
  delete(provider: Provider, projectId?: string): Promise<DeletedIntegration>;
  /** Asks the provider. A refusal is a result, not an error. Throws `integration_required` if it is not configured. */
  test(provider: Provider, projectId?: string, signal?: AbortSignal): Promise<TestedIntegration>;
  /** Undefined if it is not configured. */
  find(projectId: string, provider: Provider, db?: Pick<Tx, 'selectFrom'>): Promise<Configured | undefined>;
  /** Those of them that are configured, in their order. */
  findAll(projectId: string, among: readonly Provider[], db?: Pick<Tx, 'selectFrom'>): Promise<Configured[]>;
  hasModel(projectId: string): Promise<boolean>;
  /** The model that writes: the one set last, if both are configured. Throws `integration_required`. */
  requireModel(projectId: string): Promise<Configured>;
  /** The same, ready for use. */
  openChatModel(projectId: string): Promise<ChatModel>;
  /** A model that judges claims, whoever writes. Undefined if none is configured. */
  openJudge(projectId: string): Promise<ChatModel | undefined>;
  /** Undefined if none is configured. */
  openImageModel(projectId: string): Promise<ImageModel | undefined>;
  openTarget(configured: Configured): Promise<PublishTarget>;
}

type Needs = Pick<Foundation, 'store' | 'system' | 'config'> & { vault: Vault; projects: Projects };

export function createIntegrations({ store, system, vault, projects, config }: Needs): Integrations {
  const fromEnvironment = (provider: Provider): ProviderSettings | undefined => config.providers[provider];

  function rowsOf(db: Pick<Tx, 'selectFrom'>, projectId: string): Promise<IntegrationRow[]> {
    return db.selectFrom('integrations').selectAll().where('project_id', '=', projectId).orderBy('updated_at', 'desc').execute();
  }

  const secretsOf = (row: IntegrationRow): ProviderSettings => (row.secret === null ? {} : parsed(vault.open(row.secret)));

  /** A secret belongs to the address it was given for: with another address it would reach someone else. */
  function keptSecrets(row: IntegrationRow, given: ProviderSettings): ProviderSettings {
    return originOf(settingsIn(row) ?? {}) === originOf(given) ? secretsOf(row) : {};
  }

  function configuredBy(row: IntegrationRow | undefined, provider: Provider): Configured | undefined {
    const given = fromEnvironment(provider);
    if (given) return { provider, settings: given, by: 'environment' };
    const stored = row && settingsIn(row);
    return stored && { provider, settings: { ...stored, ...secretsOf(row) }, by: 'settings' };
  }

  function toIntegration(provider: Provider, row: IntegrationRow | undefined): Integration {
    const given = fromEnvironment(provider);
    const shown = given ? withoutSecrets(given) : row && settingsIn(row);
    const checked = shown && row;
    return {
      provider,
      capabilities: providers[provider].capabilities,
      configured: shown !== undefined,
      configuredBy: given ? 'environment' : shown ? 'settings' : null,
      settings: shown ?? null,
      healthy: healthOf(checked),
      lastCheckedAt: isoTimeOrNull(checked?.last_checked_at ?? null),
      lastError: checked?.last_error ?? null,
      howToConfigure: howToConfigure(provider),
    };
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

  /** Providers are loaded when one is first used. */
  const reaching = () => import('./reach.ts');

  return {
    find,
    findAll,
    hasModel: async (projectId) => (await findModel(projectId)) !== undefined,

    requireModel,

    openChatModel: async (projectId) => {
      const configured = await requireModel(projectId);
      return (await reaching()).chatModel(system, configured);
    },

    async openJudge(projectId) {
      const configured = await find(projectId, 'judge');
      return configured && (await reaching()).chatModel(system, configured);
    },

    async openImageModel(projectId) {
      const configured = await find(projectId, 'image');
      return configured && (await reaching()).imageModel(system, configured);
    },

    openTarget: async (configured) => (await reaching()).publishTarget(system, configured),

    async list({ projectId, ...paging }) {
      const project = await projects.resolve(projectId);
      const rows = await rowsOf(store.db, project.id);
      const ours = providerNames.map((provider) => toIntegration(provider, rowIn(rows, provider)));
      return pageOfAll([builtIn, ...ours], ({ provider }) => provider, paging);
    },

    async set({ provider, projectId, ...given }) {
      if (fromEnvironment(provider)) throw ruledByEnvironment(provider);
      return store.write(async (tx) => {
        const project = await projects.resolve(projectId, tx);
        const before = rowIn(await rowsOf(tx, project.id), provider);
        const settings: ProviderSettings = { ...(before && keptSecrets(before, given)), ...given };
        refuseFaults(provider, settings);
        const secrets = secretFields.flatMap((field) => (settings[field] === undefined ? [] : [[field, settings[field]] as const]));
        const now = system.now();
        const row: IntegrationRow = {
          project_id: project.id,
          provider,
          settings: JSON.stringify(withoutSecrets(settings)),
          secret: secrets.length === 0 ? null : vault.seal(JSON.stringify(Object.fromEntries(secrets))),
          healthy: null,
          last_checked_at: null,
          last_error: null,
          created_at: before?.created_at ?? now,
          updated_at: now,
        };
        await put(tx, row, row);
        return toIntegration(provider, row);
      });
    },

    async delete(provider, projectId) {
      if (fromEnvironment(provider)) throw ruledByEnvironment(provider);
      await store.write(async (tx) => {
        const project = await projects.resolve(projectId, tx);
        const gone = tx
          .deleteFrom('integrations')
          .where('project_id', '=', project.id)
          .where('provider', '=', provider)
          .where('settings', 'is not', null);
        const { numDeletedRows } = await gone.executeTakeFirst();
        if (numDeletedRows === 0n) throw new AppError('not_found', `${provider} is not configured.`, { hint: 'See integrations_list.' });
      });
      return { provider, deleted: true };
    },

    async test(provider, projectId, signal) {
      const project = await projects.resolve(projectId);
      const configured = await find(project.id, provider);
      if (!configured) throw notConfigured(provider);
      const { healthy, detail } = await check(configured, signal);
      return store.write(async (tx) => {
        const now = system.now();
        const found = { healthy: healthy ? 1 : 0, last_checked_at: now, last_error: healthy ? null : detail };
        const fresh = { project_id: project.id, provider, settings: null, secret: null, created_at: now, updated_at: now };
        await put(tx, { ...fresh, ...found }, found);
        return { provider, healthy, detail, checkedAt: isoTime(now) };
      });
    },
  };

  async function check(configured: Configured, signal: AbortSignal | undefined): Promise<{ healthy: boolean; detail: string }> {
    try {
      return { healthy: true, detail: await (await reaching()).reach(system, configured, signal) };
    } catch (thrown) {
      const { code, message, hint } = toAppError(thrown);
      if (code === 'internal') throw thrown;
      return { healthy: false, detail: hint ? `${message} ${hint}` : message };
    }
  }
}

/** The extractive writer needs no key and no network. */
const builtIn: Integration = {
  provider: 'extractive',
  capabilities: ['write'],
  configured: true,
  configuredBy: 'built-in',
  settings: null,
  healthy: null,
  lastCheckedAt: null,
  lastError: null,
  howToConfigure: 'Built in, nothing to configure. It writes from your own sources: add some with knowledge_create.',
};

function withoutSecrets(settings: ProviderSettings): ProviderSettings {
  return Object.fromEntries(Object.entries(settings).filter(([field]) => !(secretFields as readonly string[]).includes(field)));
}

function refuseFaults(provider: Provider, settings: ProviderSettings): void {
  const faults = faultsOf(provider, settings);
  if (faults.length === 0) return;
  throw new AppError('invalid_input', faults[0]!.detail, {
    hint: howToConfigure(provider),
    errors: faults.map(({ field, detail }) => ({ pointer: `/${field}`, detail, code: 'provider_setting' })),
  });
}

export function notConfigured(provider: Provider): AppError {
  return new AppError('integration_required', `${provider} is not configured.`, { hint: howToConfigure(provider) });
}

function ruledByEnvironment(provider: Provider): AppError {
  return new AppError('conflict', `${provider} is configured by the environment of the process, which goes before what is stored.`, {
    hint: `Change the COPYDESK_${provider.toUpperCase()}_… variables and start again.`,
  });
}

function rowIn(rows: readonly IntegrationRow[], provider: Provider): IntegrationRow | undefined {
  return rows.find((row) => row.provider === provider);
}

/** Adds the row, or changes the one that is there. */
async function put(tx: Tx, row: IntegrationRow, changed: Partial<IntegrationRow>): Promise<void> {
  const added = tx.insertInto('integrations').values(row);
  await added.onConflict((conflict) => conflict.columns(['project_id', 'provider']).doUpdateSet(changed)).execute();
}

/** Undefined if only its health is kept: the environment configures it, or did. */
function settingsIn({ settings }: IntegrationRow): ProviderSettings | undefined {
  return settings === null ? undefined : parsed(settings);
}

function healthOf(row: IntegrationRow | undefined): boolean | null {
  return row === undefined || row.healthy === null ? null : row.healthy === 1;
}
