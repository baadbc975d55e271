import type { Tx } from '../../db/open.ts';
import type { Opened, Vault } from '../account/index.ts';

/** The secret tokens of publishing endpoints. */
export interface EndpointTokens {
  /** The tokens of endpoints, including replaced but not deleted ones: a send carries the token of the endpoint it was made for. */
  open(tx: Tx, endpointIds: ReadonlySet<string | null>): Promise<Map<string | null, Opened>>;
}

export function createEndpointTokens(vault: Vault): EndpointTokens {
  return {
    async open(tx, endpointIds) {
      const opened = new Map<string | null, Opened>();
      for (const id of endpointIds) {
        const row = id && (await withToken(tx, id));
        opened.set(id, row ? vault.tryOpen(row.token) : { problem: 'The endpoint this was made for is no longer configured.' });
      }
      return opened;
    },
  };
}

function withToken(tx: Tx, id: string): Promise<{ token: string } | undefined> {
  return tx.selectFrom('publishing_endpoints').select('token').where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();
}
