/** Messages of clients, right and wrong, for tests that compare how they are answered. */
export type Era = '2026-07-28' | '2025-11-25';
export const eras = ['2026-07-28', '2025-11-25'] as const;

export interface Message {
  what: string;
  /** The body, or the line on stdio. */
  text: string;
  /** Whether the desk answers it without the SDK. */
  isPlain: boolean;
}

type Fields = Record<string, unknown>;

const envelope: Fields = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** `params` as a client of the era sends it. */
export function inEra(era: Era, params: Fields, meta: Fields = {}): Fields {
  const _meta = era === '2026-07-28' ? { ...envelope, ...meta } : meta;
  return Object.keys(_meta).length > 0 ? { ...params, _meta } : params;
}

const callText = (input: string, meta: string) =>
  `{"jsonrpc":"2.0","id":"ID","method":"tools/call","params":{"name":"greetings_get","arguments":${input},"_meta":${meta}}}`;

/** One message of each sort. The ids differ, so that answers on stdio can be told apart. */
export function corpusOf(era: Era): Message[] {
  let id = 100;
  const message = (what: string, isPlain: boolean, fields: Fields | string): Message => {
    const text = typeof fields === 'string' ? fields : JSON.stringify({ jsonrpc: '2.0', id: ++id, ...fields });
    return { what, isPlain, text: text.replaceAll('"ID"', String(++id)) };
  };
  const call = (params: Fields, meta?: Fields) => ({ method: 'tools/call', params: inEra(era, params, meta) });
  const list = (params: Fields = {}, meta?: Fields) => ({ method: 'tools/list', params: inEra(era, params, meta) });
  const ada = { name: 'greetings_get', arguments: { name: 'Ada' } };
  /** A call as text, with arguments that JavaScript would not write. */
  const raw = (input: string) => callText(input, JSON.stringify(era === '2026-07-28' ? envelope : {}));
  return [
    message('a call', true, call(ada)),
    message('a listing', true, list()),
    message('a call without arguments', true, call({ name: 'callers_get' })),
    message('a call that may wait', false, call({ name: 'pauses_get', arguments: {} })),
    message('a call that may reach the network', false, call({ name: 'works_end', arguments: {} })),
    message('an answer that is no JSON', true, call({ name: 'greetings_export', arguments: {} })),
    message('a refusal', true, call({ name: 'greetings_delete', arguments: {} })),
    message('a fault', true, call({ name: 'faults_throw', arguments: {} })),
    message('an answer that is not as promised', true, call({ name: 'faults_break_promise', arguments: {} })),
    message('wrong arguments', true, call({ name: 'greetings_get', arguments: { name: '', times: 9, nmae: [] } })),
    message('letters of every kind', true, call({ name: 'greetings_get', arguments: { name: 'Ääß 😀 \u2028 "\\\n\u0007' } })),
    message('half a character', true, raw('{"name":"\\ud800"}')),
    message('a key twice', true, raw('{"name":"Ada","name":"Eve"}')),
    message('a key named __proto__', false, raw('{"name":"Ada","__proto__":{"name":"Eve"}}')),
    message('a key named constructor', true, raw('{"name":"Ada","constructor":1}')),
    message('space around it', true, ` ${JSON.stringify({ jsonrpc: '2.0', id: ++id, ...call(ada) })} \t`),
    message('a short call of much text', true, call({ name: 'greetings_get', arguments: { name: 'x'.repeat(20_000) } })),
    message('a long call', false, call({ name: 'greetings_get', arguments: { name: 'x'.repeat(40_000) } })),
    message('an id of text', true, { id: 'a "b" \n ü', ...call(ada) }),
    message('an empty id', true, { id: '', ...list() }),
    message('a negative id', true, { id: -7, ...call({ name: 'callers_get' }) }),
    message('an id that is no whole number', false, { id: 1.5, ...call(ada) }),
    message('an id too large', false, { id: 2 ** 60, ...call(ada) }),
    message('the id null', false, { id: null, ...call(ada) }),
    message('an id that is a list', false, { id: [1], ...call(ada) }),
    message('an unknown tool', false, call({ name: 'greetings_gte', arguments: {} })),
    message('a tool named __proto__', false, call({ name: '__proto__', arguments: {} })),
    message('a name that is no text', false, call({ name: 7, arguments: {} })),
    message('no name', false, call({ arguments: {} })),
    message('arguments that are a list', false, call({ name: 'greetings_get', arguments: ['Ada'] })),
    message('arguments that are null', false, call({ name: 'greetings_get', arguments: null })),
    message('a cursor', false, list({ cursor: 'x' })),
    message('a cursor that is no text', false, list({ cursor: 7 })),
    message('a task', false, call({ ...ada, task: { ttl: 'x' } })),
    message('an answer to a question nobody asked', false, call({ ...ada, inputResponses: {}, requestState: 'x' })),
    message('a field that does not exist', false, { ...call(ada), more: 1 }),
    message('another version of JSON-RPC', false, { jsonrpc: '1.0', ...call(ada) }),
    message('params that are a list', false, { method: 'tools/list', params: [] }),
    message('another method', false, { method: 'tools/cal', params: inEra(era, {}) }),
    message('a ping', false, { method: 'ping', params: inEra(era, {}) }),
    message('a method of others', false, { method: 'resources/list', params: inEra(era, {}) }),
    message('a foreign key in _meta', true, call(ada, { 'claudecode/toolUseId': 'toolu_1', traceparent: 'x' })),
    message('a progress token that is wrong', false, call(ada, { progressToken: {} })),
    message('a task in _meta', era === '2026-07-28', call(ada, { 'io.modelcontextprotocol/related-task': { taskId: 't' } })),
    message('_meta that is a list', false, { ...call(ada), params: { ...ada, _meta: [] } }),
    message('_meta that is null', false, { ...call(ada), params: { ...ada, _meta: null } }),
    message('the envelope of 2026-07-28 in part', false, call(ada, { 'io.modelcontextprotocol/clientCapabilities': 7 })),
    message('a client without a name', false, call(ada, { 'io.modelcontextprotocol/clientInfo': { version: '0' } })),
    message('a client that is null', false, call(ada, { 'io.modelcontextprotocol/clientInfo': null })),
    message('an unknown log level', false, call(ada, { 'io.modelcontextprotocol/logLevel': 'loud' })),
    message('a version to come', false, call(ada, { 'io.modelcontextprotocol/protocolVersion': '2030-01-01' })),
    message('a version that is no text', false, call(ada, { 'io.modelcontextprotocol/protocolVersion': 7 })),
    message('half a message', false, '{"jsonrpc":"2.0","id":1,'),
    message('no object', false, '"tools/list"'),
    message('null', false, 'null'),
    message('an empty batch', false, '[]'),
    message('a batch', false, `[${JSON.stringify({ jsonrpc: '2.0', id: ++id, ...list() })}]`),
    message('a notification', false, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`),
    message('an answer', false, `{"jsonrpc":"2.0","id":1,"result":{}}`),
  ];
}

/** Messages nested so deep that they can be parsed, but not be written again. */
export function deepCorpusOf(era: Era): Message[] {
  const deep = '['.repeat(12_000) + ']'.repeat(12_000);
  const meta = JSON.stringify(era === '2026-07-28' ? envelope : {});
  const able = JSON.stringify(envelope).replace('Capabilities":{}', `Capabilities":{"experimental":{"deep":{"deep":${deep}}}}`);
  const cancelled = `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${deep}}}`;
  return [
    { what: 'what a client can do, nested deep', isPlain: false, text: callText('{"name":"Ada"}', able).replace('"ID"', '98') },
    { what: 'arguments nested deep', isPlain: true, text: callText(`{"name":${deep}}`, meta).replace('"ID"', '99') },
    { what: 'a cancellation of what is no id', isPlain: false, text: cancelled },
  ];
}
