import { hash, timingSafeEqual } from 'node:crypto';
import type { ApiKeyRow } from '../../db/rows/account.ts';
import type { Store } from '../../db/open.ts';
import { copydesk } from '../../config.ts';
import { AppError, toAppError } from '../../errors.ts';
import type { Scope } from '../../operation.ts';
import type { System } from '../../system.ts';
import { isoTime, isoTimeOrNull } from '../common/wire.ts';

export interface ApiKey {
  id: string;
  name: string;
  /** The visible start of the key, to tell keys apart. */
  prefix: string;
  scope: Scope;
  createdAt: string;
  lastUsedAt: string | null;
  revokedAt: string | null;
}

/** API keys: shown once, stored as a SHA-256 hash (they carry 256 random bits, so nothing slower is needed). */
export interface Keys {
  create(input: { name: string; scope: Scope }): Promise<ApiKey & { key: string }>;
  list(): Promise<ApiKey[]>;
  /** By id or by visible prefix. Throws `not_found`. */
  revoke(idOrPrefix: string): Promise<ApiKey>;
  /** The caller with this key; null if it is unknown or revoked. */
  authenticate(key: string): Promise<{ keyId: string; scope: Scope } | null>;
}

const visibleLength = 16;
/** The last use is recorded to the minute: a write on every call would cost more than the call. */
const lastUsedStepMs = 60_000;

export function createKeys(store: Store, system: System): Keys {
  // Compiled once: every HTTP call runs it.
  const byHash = store.db.selectFrom('api_keys').selectAll().where('hash', '=', '').compile();
  let quietUntil = 0;

  /** At best: a key is as good on a full disk, where all can be read. */
  async function noteUse({ id, last_used_at: last }: ApiKeyRow): Promise<void> {
    const now = system.now();
    if (now < quietUntil || (last !== null && now - last < lastUsedStepMs)) return;
    try {
      await store.write((tx) => tx.updateTable('api_keys').set({ last_used_at: system.now() }).where('id', '=', id).execute());
    } catch (error) {
      if (toAppError(error).code !== 'unavailable') throw error;
      quietUntil = now + lastUsedStepMs;
    }
  }

  return {
    async create({ name, scope }) {
      const key = `cdk_live_${system.random(32).toString('base64url')}`;
      return store.write(async (tx) => {
        const row: ApiKeyRow = {
          id: system.id('key'),
          name,
          prefix: key.slice(0, visibleLength),
          hash: hashOf(key),
          scope,
          created_at: system.now(),
          last_used_at: null,
          revoked_at: null,
        };
        await tx.insertInto('api_keys').values(row).execute();
        return { ...toApiKey(row), key };
      });
    },

    async list() {
      const rows = await store.db.selectFrom('api_keys').selectAll().orderBy('id', 'desc').execute();
      return rows.map(toApiKey);
    },

    async revoke(idOrPrefix) {
      return store.write(async (tx) => {
        const row = await tx
          .selectFrom('api_keys')
          .selectAll()
          .where((make) => make.or([make('id', '=', idOrPrefix), make('prefix', '=', idOrPrefix)]))
          .executeTakeFirst();
        if (!row) throw new AppError('not_found', `There is no API key ${idOrPrefix}.`, { hint: `See: ${copydesk} keys list` });
        const revoked_at = row.revoked_at ?? system.now();
        await tx.updateTable('api_keys').set({ revoked_at }).where('id', '=', row.id).execute();
        return toApiKey({ ...row, revoked_at });
      });
    },

    async authenticate(key) {
      const sought = hashOf(key);
      const { rows } = await store.db.executeQuery<ApiKeyRow>({ ...byHash, parameters: [sought] });
      const row = rows[0];
      if (!row || row.revoked_at !== null || !timingSafeEqual(Buffer.from(row.hash), Buffer.from(sought))) return null;
      await noteUse(row);
      return { keyId: row.id, scope: row.scope };
    },
  };
}

function hashOf(key: string): string {
  return hash('sha256', key);
}

function toApiKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scope: row.scope,
    createdAt: isoTime(row.created_at),
    lastUsedAt: isoTimeOrNull(row.last_used_at),
    revokedAt: isoTimeOrNull(row.revoked_at),
  };
}
