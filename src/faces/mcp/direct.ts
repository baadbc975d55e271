import { ProtocolErrorCode, SERVER_INFO_META_KEY } from '@modelcontextprotocol/server';
import type { Caller, Scope } from '../../operation.ts';
import type { PlainCall, PlainListing } from './plain.ts';
import { listingHint, type Era, type Tools } from './tools.ts';

/** Answers plain requests as the SDK would, without a server, a transport and several looks at the same message for each. */
export interface Direct {
  call(request: PlainCall, caller: Caller): Promise<string>;
  /** In two parts, to be sent one after the other: the first is long and always the same. */
  list(request: PlainListing, scope: Scope): readonly [Buffer, string];
}

export function createDirect({ info, call, listed }: Pick<Tools, 'info' | 'call' | 'listed'>): Direct {
  const completed = { resultType: 'complete', _meta: { [SERVER_INFO_META_KEY]: info } };
  // Each answer ends the same.
  const ends = { modern: `,${JSON.stringify(completed).slice(1)}`, legacy: '}' };
  const listings = new Map<string, Buffer>();
  const bytesOf = (era: Era, scope: Scope) => {
    const tools = listed(scope);
    const result = era === 'modern' ? { tools, ...listingHint, ...completed } : { tools };
    return Buffer.from(`{"result":${JSON.stringify(result)},"jsonrpc":"2.0","id":`);
  };
  return {
    async call({ id, era, params }, caller) {
      try {
        const result = JSON.stringify(await call(id, params, caller));
        return `{"result":${result.slice(0, -1)}${ends[era]},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
      } catch (error) {
        // A fault of the desk's own: those of operations are results.
        const { message } = error as Error;
        return JSON.stringify({ jsonrpc: '2.0', id, error: { code: ProtocolErrorCode.InternalError, message } });
      }
    },
    list({ id, era }, scope) {
      const name = `${era} ${scope}`;
      const kept = listings.get(name) ?? bytesOf(era, scope);
      listings.set(name, kept);
      return [kept, `${JSON.stringify(id)}}`];
    },
  };
}
