import { SERVER_INFO_META_KEY } from '@modelcontextprotocol/server';
import type { Caller, Scope } from '../../operation.ts';
import type { PlainRequest } from './plain.ts';
import { listingHint, type Era, type Tools } from './tools.ts';

/** A JSON-RPC answer, in two parts: a listing is long and always the same but for its id. */
export interface Answer {
  kept: Buffer | undefined;
  text: string;
}

export type AnswerDirectly = (request: PlainRequest, caller: Caller) => Answer | Promise<Answer>;

/** Answers plain requests as the SDK would, without a server, a transport and several looks at the same message for each. */
export function createDirect({ info, call, listed }: Pick<Tools, 'info' | 'call' | 'listed'>): AnswerDirectly {
  const completed = { resultType: 'complete', _meta: { [SERVER_INFO_META_KEY]: info } };
  const listings = new Map<string, Buffer>();
  const listingFor = (era: Era, scope: Scope) => {
    const name = `${era} ${scope}`;
    const tools = listed(scope);
    const kept = listings.get(name) ?? listingBytes(era === 'modern' ? { tools, ...listingHint, ...completed } : { tools });
    listings.set(name, kept);
    return kept;
  };
  return (request, caller) => {
    const { id, era, call: called } = request;
    if (!called) return { kept: listingFor(era, caller.scope), text: `${JSON.stringify(id)}}` };
    return call(id, called, caller).then((result) => ({
      kept: undefined,
      text: JSON.stringify({ result: era === 'modern' ? { ...result, ...completed } : result, jsonrpc: '2.0', id }),
    }));
  };
}

function listingBytes(result: object): Buffer {
  return Buffer.from(`{"result":${JSON.stringify(result)},"jsonrpc":"2.0","id":`);
}
