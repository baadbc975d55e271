import type { SigningSecret } from '../../../schema/webhooks.ts';
import type { Config } from '../../config.ts';
import type { Store, Tx } from '../../db/open.ts';
import type { SigningSecretRow } from '../../db/rows/deliveries.ts';
import type { System } from '../../system.ts';
import type { Opened, Vault } from '../account/index.ts';
import { isoTimeOrNull } from '../common/wire.ts';

export interface SigningSecrets {
  /** The current secret, created when first asked for. */
  get(): Promise<SigningSecret>;
  /** The current secret and earlier ones that may still sign. */
  inUse(): Promise<string[]>;
  rotate(input: { revokePrevious?: boolean }): Promise<SigningSecret>;
  /** The current secret's id, for a delivery created in this transaction. */
  currentId(tx: Tx): Promise<string>;
  /** The secrets to sign attempts with, by the deliveries' own secret: that one while it may be used, else the current one. */
  forAttempts(tx: Tx, secretIds: ReadonlySet<string | null>): Promise<Map<string | null, Opened>>;
}

export function createSigningSecrets(store: Store, system: System, vault: Vault, config: Pick<Config, 'rotationWindowMs'>): SigningSecrets {
  async function add(tx: Tx): Promise<SigningSecretRow & { plain: string }> {
    const plain = `whsec_${system.random(32).toString('base64url')}`;
    const row = { id: system.id('sec'), ciphertext: vault.seal(plain), created_at: system.now(), retired_at: null, signs_until: null };
    await tx.insertInto('signing_secrets').values(row).execute();
    return { ...row, plain };
  }

  const inForce = (tx: Tx) => tx.selectFrom('signing_secrets').selectAll().where('retired_at', 'is', null).executeTakeFirst();

  async function current(tx: Tx): Promise<SigningSecretRow> {
    return (await inForce(tx)) ?? (await add(tx));
  }

  const mayStillSign = ({ signs_until }: SigningSecretRow) => signs_until === null || system.now() < signs_until;

  /** When the last previous secret that may still sign expires. */
  async function previousExpiresAt(tx: Tx): Promise<string | null> {
    const { last } = await tx
      .selectFrom('signing_secrets')
      .select(({ fn }) => fn.max('signs_until').as('last'))
      .executeTakeFirstOrThrow();
    return isoTimeOrNull(last !== null && system.now() < last ? last : null);
  }

  return {
    async get() {
      return store.write(async (tx) => {
        const row = await current(tx);
        return { secret: vault.open(row.ciphertext), previousExpiresAt: await previousExpiresAt(tx) };
      });
    },

    async inUse() {
      return store.write(async (tx) => {
        const { id, ciphertext } = await current(tx);
        const others = await tx
          .selectFrom('signing_secrets')
          .selectAll()
          .where('signs_until', '>', system.now())
          .where('id', '!=', id)
          .execute();
        const opened = others.map((row) => vault.tryOpen(row.ciphertext));
        return [vault.open(ciphertext), ...opened.flatMap((one) => ('plain' in one ? [one.plain] : []))];
      });
    },

    async rotate({ revokePrevious = false }) {
      return store.write(async (tx) => {
        const now = system.now();
        const signs_until = now + config.rotationWindowMs;
        await tx.updateTable('signing_secrets').set({ retired_at: now, signs_until }).where('retired_at', 'is', null).execute();
        if (revokePrevious) await tx.updateTable('signing_secrets').set({ signs_until: now }).where('signs_until', '>', now).execute();
        const { plain } = await add(tx);
        return { secret: plain, previousExpiresAt: await previousExpiresAt(tx) };
      });
    },

    async currentId(tx) {
      return (await current(tx)).id;
    },

    async forAttempts(tx, secretIds) {
      const opened = new Map<string | null, Opened>();
      for (const secretId of secretIds) {
        const own = secretId && (await tx.selectFrom('signing_secrets').selectAll().where('id', '=', secretId).executeTakeFirst());
        const usable = own && mayStillSign(own) ? vault.tryOpen(own.ciphertext) : null;
        // If the key file was lost, only secrets sealed since then can be opened.
        opened.set(secretId, usable && 'plain' in usable ? usable : vault.tryOpen((await current(tx)).ciphertext));
      }
      return opened;
    },
  };
}
