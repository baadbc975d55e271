import type { Db } from '../../db/open.ts';
import type { Opened, Vault } from '../account/index.ts';
import { tokensAmong } from './queries.ts';

/** The secret tokens of publishing endpoints. */
export interface EndpointTokens {
  /** The tokens of endpoints, including replaced but not deleted ones: a send carries the token of the endpoint it was made for. */
  open(db: Db, endpointIds: ReadonlySet<string | null>): Promise<Map<string | null, Opened>>;
}

export function createEndpointTokens(vault: Vault): EndpointTokens {
  return {
    async open(db, endpointIds) {
      const { rows } = await tokensAmong(db, { ids: [...endpointIds].filter((id) => id !== null) });
      const tokens = new Map(rows.map(({ id, token }) => [id, token]));
      return new Map(
        Array.from(endpointIds, (id) => {
          const token = id === null ? undefined : tokens.get(id);
          return [id, token === undefined ? { problem: 'The endpoint this was made for is no longer configured.' } : vault.tryOpen(token)];
        }),
      );
    },
  };
}
