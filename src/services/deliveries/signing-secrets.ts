import type { RotatedSecret, SigningSecret } from '../../../schema/webhooks.ts';
import type { Config } from '../../config.ts';
import type { Db, Store, Tx } from '../../db/open.ts';
import type { SigningSecretRow } from '../../db/rows/deliveries.ts';
import type { System } from '../../system.ts';
import type { Opened, Vault } from '../account/index.ts';
import { isoTimeOrNull } from '../common/wire.ts';
import { countIn, rangesOf } from './find.ts';
import { secretsAmong } from './queries.ts';

export interface SigningSecrets {
  /** The newest secret, created when first asked for. It may still wait to be used. */
  get(): Promise<SigningSecret>;
  /** The newest secret and earlier ones that may still sign. */
  inUse(): Promise<string[]>;
  /** Makes a new secret, which signs from `activateInMinutes` on. One that still waited to be used is dropped. */
  rotate(input: Rotation): Promise<RotatedSecret>;
  /** The id of the secret that signs, for a delivery created in this transaction. */
  currentId(tx: Tx): Promise<string>;
  /** The secrets to sign attempts with, by the deliveries' own secret: that one while it may be used, else the one that signs. */
  forAttempts(db: Db, secretIds: ReadonlySet<string | null>): Promise<Map<string | null, Opened>>;
}

interface Rotation {
  revokePrevious?: boolean;
  activateInMinutes?: number;
}

export function createSigningSecrets(store: Store, system: System, vault: Vault, config: Pick<Config, 'rotationWindowMs'>): SigningSecrets {
  async function add(tx: Tx, active_from = 0): Promise<SigningSecretRow> {
    const ciphertext = vault.seal(`whsec_${system.random(32).toString('base64url')}`);
    const row = { id: system.id('sec'), ciphertext, created_at: system.now(), active_from, retired_at: null, signs_until: null };
    await tx.insertInto('signing_secrets').values(row).execute();
    return row;
  }

  const newest = (db: Db | Tx) => db.selectFrom('signing_secrets').selectAll().where('retired_at', 'is', null).executeTakeFirst();

  /** The secret that signs what is created now: the newest, or while that waits, the one whose place it will take. */
  async function signing(db: Db | Tx): Promise<SigningSecretRow | undefined> {
    const row = await newest(db);
    if (!row || row.active_from <= system.now()) return row;
    return db.selectFrom('signing_secrets').selectAll().where('retired_at', '=', row.active_from).executeTakeFirst();
  }

  async function current(tx: Tx): Promise<SigningSecretRow> {
    return (await signing(tx)) ?? (await add(tx));
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

  async function shown(tx: Tx): Promise<SigningSecret> {
    const signs = await current(tx);
    const { ciphertext, active_from } = (await newest(tx))!;
    return {
      secret: vault.open(ciphertext),
      activatesAt: isoTimeOrNull(system.now() < active_from ? active_from : null),
      signingSecret: vault.open(signs.ciphertext),
      previousExpiresAt: await previousExpiresAt(tx),
    };
  }

  /** A secret that still waits to be used never will be; it has signed nothing. */
  async function dropWaiting(tx: Tx, now: number): Promise<void> {
    const waiting = tx.updateTable('signing_secrets').where('retired_at', 'is', null).where('active_from', '>', now);
    await waiting.set({ retired_at: now, signs_until: now }).execute();
  }

  async function countPending(): Promise<number> {
    let pending = 0;
    for (const range of rangesOf({ kind: 'event', status: 'pending' })) pending += await countIn(store.db, range, () => system.pause(0));
    return pending;
  }

  return {
    get: () => store.write(shown),

    async inUse() {
      return store.write(async (tx) => {
        await current(tx);
        const { id, ciphertext } = (await newest(tx))!;
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

    async rotate({ revokePrevious = false, activateInMinutes = 0 }) {
      const pendingUnderPrevious = await countPending();
      return store.write(async (tx) => {
        const now = system.now();
        const begins = now + activateInMinutes * 60_000;
        const previous = activateInMinutes > 0 ? await current(tx) : await signing(tx);
        await dropWaiting(tx, now);
        if (revokePrevious) await tx.updateTable('signing_secrets').set({ signs_until: now }).where('signs_until', '>', now).execute();
        if (previous) {
          const signs_until = revokePrevious ? begins : begins + config.rotationWindowMs;
          await tx.updateTable('signing_secrets').set({ retired_at: begins, signs_until }).where('id', '=', previous.id).execute();
        }
        await add(tx, activateInMinutes > 0 ? begins : 0);
        return { ...(await shown(tx)), pendingUnderPrevious };
      });
    },

    async currentId(tx) {
      return (await current(tx)).id;
    },

    async forAttempts(db, secretIds) {
      const { rows } = await secretsAmong(db, { ids: [...secretIds].filter((id) => id !== null) });
      const opened = new Map<string | null, Opened>(rows.filter(mayStillSign).map((row) => [row.id, vault.tryOpen(row.ciphertext)]));
      // If the key file was lost, only secrets sealed since then can be opened.
      const unusable = [...secretIds].filter((id) => !('plain' in (opened.get(id) ?? {})));
      if (unusable.length === 0) return opened;
      const row = await signing(db);
      const signs = row ? vault.tryOpen(row.ciphertext) : { problem: 'There is no signing secret.' };
      for (const id of unusable) opened.set(id, signs);
      return opened;
    },
  };
}
