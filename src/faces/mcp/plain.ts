import {
  classifyInboundRequest,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  LOG_LEVEL_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  type RequestId,
} from '@modelcontextprotocol/server';
import { mayLast, type Group } from '../../operation.ts';
import { remembering } from '../remembering.ts';
import type { Era } from './tools.ts';

export const modernVersion = '2026-07-28';
const reserved = 'io.modelcontextprotocol/';

/** Requests as most are: answered without the SDK. */
export type PlainRequest = PlainCall | PlainListing;

export interface PlainCall {
  method: 'tools/call';
  id: RequestId;
  era: Era;
  params: { name: string; arguments: Fields | undefined };
}

export interface PlainListing {
  method: 'tools/list';
  id: RequestId;
  era: Era;
}

export type ReadPlain = (message: unknown) => PlainRequest | undefined;

type Fields = Record<string, unknown>;

/**
 * Reads a tools/call of a tool that answers at once, or a tools/list. Undefined for all else, and for whatever is odd, wrong or asks for
 * more: the SDK answers that.
 */
export function createPlainReader(groups: readonly Group<never>[]): ReadPlain {
  const operations = groups.flatMap((group) => group.operations);
  const names = new Set(operations.flatMap((operation) => (mayLast(operation) ? [] : [operation.name])));
  const readOne: ReadPlain = (message) => {
    if (!isFields(message)) return undefined;
    const { jsonrpc, id, method, params = {}, ...others } = message;
    if (jsonrpc !== '2.0' || !isId(id) || !isFields(params) || !isEmpty(others)) return undefined;
    if (method === 'tools/list') {
      const { _meta, ...more } = params;
      const era = eraOf(_meta);
      return era && isEmpty(more) ? { method, id, era } : undefined;
    }
    const { _meta, name, arguments: input, ...more } = params;
    if (method !== 'tools/call' || typeof name !== 'string' || !names.has(name) || !isInput(input) || !isEmpty(more)) return undefined;
    const era = eraOf(_meta);
    return era && { method, id, era, params: { name, arguments: input } };
  };
  return (message) => {
    try {
      return readOne(message);
    } catch {
      // Nested deeper than can be written or checked.
      return undefined;
    }
  };
}

/** The era that the request's `_meta` tells. Undefined where it asks for more than an answer, or is not as it should be. */
function eraOf(meta: unknown): Era | undefined {
  if (meta === undefined) return 'legacy';
  if (!isFields(meta) || Object.hasOwn(meta, 'progressToken')) return undefined;
  const version = meta[PROTOCOL_VERSION_META_KEY];
  if (version === undefined) return Object.keys(meta).some((key) => key.startsWith(reserved)) ? undefined : 'legacy';
  const { [CLIENT_INFO_META_KEY]: info, [CLIENT_CAPABILITIES_META_KEY]: able, [LOG_LEVEL_META_KEY]: level } = meta;
  return version === modernVersion && isEnvelope(JSON.stringify({ info, able, level })) ? 'modern' : undefined;
}

/** Clients send the same envelope with each request, so the SDK checks each one once. */
const isEnvelope = remembering((text) => {
  const { info, able, level } = JSON.parse(text) as Fields;
  const _meta = {
    [PROTOCOL_VERSION_META_KEY]: modernVersion,
    [CLIENT_INFO_META_KEY]: info,
    [CLIENT_CAPABILITIES_META_KEY]: able,
    [LOG_LEVEL_META_KEY]: level,
  };
  const body = { jsonrpc: '2.0', id: 0, method: 'tools/list', params: { _meta } };
  return classifyInboundRequest({ httpMethod: 'POST', body }).kind === 'modern';
});

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmpty(fields: Fields): boolean {
  for (const _ in fields) return false;
  return true;
}

function isId(id: unknown): id is RequestId {
  return typeof id === 'string' || Number.isSafeInteger(id);
}

/** The SDK drops a field named `__proto__`. */
function isInput(input: unknown): input is Fields | undefined {
  return input === undefined || (isFields(input) && !Object.hasOwn(input, '__proto__'));
}
