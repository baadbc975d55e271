import type { Page } from '../../../../schema/common.ts';
import type {
  DeletedIntegration,
  Integration,
  IntegrationSettings,
  Provider,
  ProviderSettings,
  TestedIntegration,
} from '../../../../schema/integrations.ts';
import { faultsOf, howToConfigure, providerNames, providers, secretFields, variablesOf } from '../../../../schema/providers.ts';
import type { Tx } from '../../../db/open.ts';
import type { IntegrationRow, ProviderMonthRow } from '../../../db/rows/account.ts';
import { AppError, toAppError } from '../../../errors.ts';
import type { ImageModel } from '../../../providers/image/generate.ts';
import type { Meter } from '../../../providers/meter.ts';
import type { ChatModel } from '../../../providers/llm/index.ts';
import type { PublishTarget } from '../../../providers/publish/target.ts';
import type { Projects } from '../projects.ts';
import type { Vault } from '../vault.ts';
import type { Foundation } from '../../common/group.ts';
import { pageOfAll } from '../../common/paging.ts';
import { isoTime, isoTimeOrNull } from '../../common/wire.ts';
import { builtIn } from './built-in.ts';
import { createConfigurations, notConfigured, rowIn, settingsIn } from './configurations.ts';
import type { Configured } from './reach.ts';
import { capsOf, createSpending, payerOf, refuseUnpriced, spentIn } from './spending.ts';

/** The external services a project uses, and how to reach them. Secrets are written, never read back. */
export interface Integrations {
  list(input: { projectId?: string; limit?: number; cursor?: string }): Promise<Page<Integration>>;
  /** Replaces the settings; an omitted secret is kept. Throws `invalid_input`, `prices_missing`, and `conflict` if the environment configures the provider. */
  set(input: IntegrationSettings): Promise<Integration>;
  delete(provider: Provider, projectId?: string): Promise<DeletedIntegration>;
  /** Asks the provider. A refusal is a result, not an error. Throws `integration_required`, `cap_reached`, `prices_missing`. */
  test(provider: Provider, projectId?: string, signal?: AbortSignal): Promise<TestedIntegration>;
  /** Undefined if it is not configured. */
  find(projectId: string, provider: Provider, db?: Pick<Tx, 'selectFrom'>): Promise<Configured | undefined>;
  /** Those of them that are configured, in their order. */
  findAll(projectId: string, among: readonly Provider[], db?: Pick<Tx, 'selectFrom'>): Promise<Configured[]>;
  /** Counts what this provider bills, and holds its caps. Every call to it goes through this. `spend` rejects with `integration_required` too. */
  meter(projectId: string, provider: Provider): Meter;
  hasModel(projectId: string): Promise<boolean>;
  /** The model that writes: the one set last, if both are configured. Throws `integration_required`. */
  requireModel(projectId: string): Promise<Configured>;
  /** The same, ready for use. */
  openChatModel(projectId: string): Promise<ChatModel>;
  /** The model that judges claims and sentiment, whichever model writes. Undefined if none is configured. */
  openJudge(projectId: string): Promise<ChatModel | undefined>;
  /** Undefined if none is configured. */
  openImageModel(projectId: string): Promise<ImageModel | undefined>;
  openTarget(configured: Configured): Promise<PublishTarget>;
}

type Needs = Pick<Foundation, 'store' | 'system' | 'config'> & { vault: Vault; projects: Projects };

export function createIntegrations({ store, system, vault, projects, config }: Needs): Integrations {
  const spending = createSpending(store, system);
  const { fromEnvironment, rowsOf, keptSecrets, find, findAll, findModel, requireModel } = createConfigurations({ store, vault, config });

  function toIntegration(projectId: string, provider: Provider, row: IntegrationRow | undefined, months: readonly ProviderMonthRow[]) {
    const given = fromEnvironment(provider);
    const shown = given ? withoutSecrets(given) : row && settingsIn(row);
    const payer = payerOf({ by: given ? 'environment' : 'settings' }, projectId);
    const caps = capsOf({ provider, settings: shown ?? {} });
    const spent = months.find((one) => one.provider === provider && one.payer === payer);
    const checked = shown && row;
    const told: Integration = {
      provider,
      capabilities: providers[provider].capabilities,
      configured: shown !== undefined,
      configuredBy: given ? 'environment' : shown ? 'settings' : null,
      settings: shown ?? null,
      healthy: healthOf(checked),
      lastCheckedAt: isoTimeOrNull(checked?.last_checked_at ?? null),
      lastError: checked?.last_error ?? null,
      caps,
      spent: caps && spentIn(spending.month(), spent),
      howToConfigure: howToConfigure(provider),
    };
    return told;
  }

  /** As it is configured when a call is reserved: caps hold as soon as they are set. */
  const meter = (projectId: string, provider: Provider): Meter =>
    spending.meter(projectId, async (tx) => {
      const configured = await find(projectId, provider, tx);
      if (configured) return configured;
      throw notConfigured(provider);
    });

  const model = async (projectId: string, configured: Configured) =>
    (await reaching()).chatModel(system, configured, meter(projectId, configured.provider));

  /** Providers are loaded when one is first used. */
  const reaching = () => import('./reach.ts');

  return {
    find,
    findAll,
    hasModel: async (projectId) => (await findModel(projectId)) !== undefined,

    requireModel,

    meter,
    openChatModel: async (projectId) => model(projectId, await requireModel(projectId)),

    async openJudge(projectId) {
      const configured = await find(projectId, 'judge');
      return configured && model(projectId, configured);
    },

    async openImageModel(projectId) {
      const configured = await find(projectId, 'image');
      return configured && (await reaching()).imageModel(system, configured, meter(projectId, 'image'));
    },

    openTarget: async (configured) => (await reaching()).publishTarget(system, configured),

    async list({ projectId, ...paging }) {
      const project = await projects.resolve(projectId);
      const rows = await rowsOf(store.db, project.id);
      const months = await spending.read(store.db, project.id);
      const ours = providerNames.map((provider) => toIntegration(project.id, provider, rowIn(rows, provider), months));
      return pageOfAll([...builtIn(config), ...ours], ({ provider }) => provider, paging);
    },

    async set({ provider, projectId, ...given }) {
      if (fromEnvironment(provider)) throw ruledByEnvironment(provider);
      return store.write(async (tx) => {
        const project = await projects.resolve(projectId, tx);
        const before = rowIn(await rowsOf(tx, project.id), provider);
        const settings: ProviderSettings = { ...(before && keptSecrets(before, provider, given)), ...given };
        refuseFaults(provider, settings);
        refuseUnpriced({ provider, settings });
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
          failing_since: null,
          created_at: before?.created_at ?? now,
          updated_at: now,
        };
        await put(tx, row, row);
        return toIntegration(project.id, provider, row, await spending.read(tx, project.id));
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
      const { healthy, detail } = await check(project.id, configured, signal);
      return store.write(async (tx) => {
        const now = system.now();
        const before = rowIn(await rowsOf(tx, project.id), provider);
        const found = {
          healthy: healthy ? (1 as const) : (0 as const),
          last_checked_at: now,
          last_error: healthy ? null : detail,
          failing_since: healthy ? null : (before?.failing_since ?? now),
        };
        const fresh = { project_id: project.id, provider, settings: null, secret: null, created_at: now, updated_at: now };
        await put(tx, { ...fresh, ...found }, found);
        return { provider, healthy, detail, checkedAt: isoTime(now) };
      });
    },
  };

  async function check(projectId: string, configured: Configured, signal?: AbortSignal): Promise<{ healthy: boolean; detail: string }> {
    try {
      const metered = meter(projectId, configured.provider);
      return { healthy: true, detail: await (await reaching()).reach(system, configured, metered, signal) };
    } catch (thrown) {
      const { code, message, hint } = toAppError(thrown);
      if (code === 'internal' || code === 'cap_reached' || code === 'prices_missing') throw thrown;
      return { healthy: false, detail: hint ? `${message} ${hint}` : message };
    }
  }
}

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

function ruledByEnvironment(provider: Provider): AppError {
  return new AppError('conflict', `${provider} is configured by the environment of the process, which goes before what is stored.`, {
    hint: `Change the ${variablesOf(provider)}… variables and start again.`,
  });
}

/** Adds the row, or changes the one that is there. */
async function put(tx: Tx, row: IntegrationRow, changed: Partial<IntegrationRow>): Promise<void> {
  const added = tx.insertInto('integrations').values(row);
  await added.onConflict((conflict) => conflict.columns(['project_id', 'provider']).doUpdateSet(changed)).execute();
}

function healthOf(row: IntegrationRow | undefined): boolean | null {
  return row === undefined || row.healthy === null ? null : row.healthy === 1;
}
