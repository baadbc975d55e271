import { timingSafeEqual } from 'node:crypto';
import type { System } from '../../system.ts';
import type { ServiceGroup } from '../common/group.ts';
import type { Vault } from './vault.ts';

/** Files of lists, such as CSV, at addresses that nobody guesses: the address says what to tell and until when, and is signed. Nothing is stored. */
export interface Exports {
  /** Where to fetch it, without a key, for a day. */
  urlOf(kind: string, id: string): string;
  /** Undefined if the token was not made here, has run out, or what it names is gone. */
  read(token: string): Promise<ExportFile | undefined>;
}

export interface ExportFile {
  /** Without its ending. */
  name: string;
  /** CSV, piece by piece. */
  text: AsyncIterable<string>;
}

const hourMs = 3_600_000;
/** At least a day, and the same for all who ask within an hour, so that their answers are the same. */
const lifeHours = 25;
const macBytes = 16;
const purpose = 'export';

interface Needs {
  vault: Pick<Vault, 'mac'>;
  system: Pick<System, 'now'>;
  groups: readonly Pick<ServiceGroup, 'exports'>[];
  publicUrl: () => string;
}

export function createExports({ vault, system, groups, publicUrl }: Needs): Exports {
  const macOf = (said: string) => vault.mac(purpose, said).subarray(0, macBytes);

  return {
    urlOf(kind, id) {
      const until = (Math.floor(system.now() / hourMs) + lifeHours) * hourMs;
      const said = `${kind}.${id}.${until}`;
      const token = Buffer.concat([macOf(said), Buffer.from(said)]).toString('base64url');
      return `${publicUrl()}/exports/${token}.csv`;
    },

    async read(token) {
      const bytes = Buffer.from(token, 'base64url');
      const said = bytes.subarray(macBytes).toString('utf8');
      // One spelling of a token only: what is decoded leniently is no token.
      if (bytes.length <= macBytes || bytes.toString('base64url') !== token) return undefined;
      if (!timingSafeEqual(bytes.subarray(0, macBytes), macOf(said))) return undefined;
      const [kind = '', id = '', until = ''] = said.split('.');
      if (Number(until) <= system.now()) return undefined;
      const tell = groups.map(({ exports = {} }) => exports[kind]).find((one) => one !== undefined);
      const text = await tell?.(id);
      return text && { name: id, text };
    },
  };
}
