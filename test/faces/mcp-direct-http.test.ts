import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { serveToy, type ToyServer } from '../support/mcp-clients.ts';
import { corpusOf, deepCorpusOf, eras, inEra, type Era } from './mcp-corpus.ts';

/** So much space behind it makes a body too long to be answered without the SDK, and says nothing else. */
const padding = ' '.repeat(40_000);

let server: ToyServer;
beforeAll(async () => void (server = await serveToy({ keyId: 'key_1', scope: 'write' })));
afterAll(() => server.close());

interface Seen {
  status: number;
  headers: Record<string, string | null>;
  messages: unknown[];
  /** Answered by the desk itself: only then the length is told. */
  isDirect: boolean;
}

const compared = ['content-type', 'cache-control', 'allow', 'www-authenticate'];

async function send(body: string, headers: Record<string, string>): Promise<Seen> {
  const answer = await fetch(server.url, { method: 'POST', headers, body });
  const text = await answer.text();
  const told = Object.fromEntries(compared.map((name) => [name, answer.headers.get(name)]));
  const isStream = told['content-type'] === 'text/event-stream';
  const texts = isStream ? [...text.matchAll(/^event: message\ndata: (.*)\n\n/gm)].map((found) => found[1]!) : [text];
  return {
    status: answer.status,
    headers: { ...told, session: String(answer.headers.has('mcp-session-id')) },
    messages: texts.filter((one) => one !== '').map((one) => JSON.parse(one) as unknown),
    isDirect: answer.headers.has('content-length') && answer.status === 200,
  };
}

/** The headers with which a client of the era sends the message. */
function headersFor(era: Era, text: string): Record<string, string> {
  const common = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', 'mcp-protocol-version': era };
  if (era === '2025-11-25') return common;
  const { method, params } = (parsed(text) ?? {}) as { method?: unknown; params?: { name?: unknown } | null };
  return {
    ...common,
    ...(typeof method === 'string' && { 'mcp-method': method }),
    ...(typeof params?.name === 'string' && { 'mcp-name': params.name }),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Sends a message twice, once so that the SDK alone answers it. */
async function sendBothWays(text: string, headers: Record<string, string>) {
  const [{ isDirect, ...ours }, { isDirect: never, ...theirs }] = await Promise.all([send(text, headers), send(text + padding, headers)]);
  expect(never).toBe(false);
  return { ours, theirs, isDirect };
}

describe.each(eras)('a message of %s is answered as by the SDK alone:', (era) => {
  test.each(corpusOf(era))('$what', async ({ text, isPlain }) => {
    const { ours, theirs, isDirect } = await sendBothWays(text, headersFor(era, text));
    expect(ours).toEqual(theirs);
    expect(isDirect).toBe(isPlain);
  });

  // With so much space behind it, it would be refused for its depth.
  test.each(deepCorpusOf(era))('$what', async ({ text, isPlain }) => {
    const { messages, isDirect } = await send(text, headersFor(era, text));
    for (const message of messages) expect(message).toMatchObject({ jsonrpc: '2.0' });
    expect(isDirect).toBe(isPlain);
  });

  test('a fault that the desk cannot even log', async () => {
    const full = vi.spyOn(server.face.log, 'error').mockImplementation(() => {
      throw new Error('The disk is full.');
    });
    onTestFinished(() => full.mockRestore());
    const params = inEra(era, { name: 'faults_throw', arguments: {} });
    const text = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params });
    const { ours, theirs, isDirect } = await sendBothWays(text, headersFor(era, text));
    expect(ours).toEqual(theirs);
    expect(isDirect).toBe(true);
  });

  const call = JSON.stringify({
    jsonrpc: '2.0',
    id: 7,
    method: 'tools/call',
    params: inEra(era, { name: 'greetings_get', arguments: { name: 'Ada' } }),
  });
  const right = headersFor(era, call);
  const without = (name: string) => Object.fromEntries(Object.entries(right).filter(([one]) => one !== name));
  const isModern = era === '2026-07-28';

  test.each<[what: string, isDirect: boolean, Record<string, string>]>([
    ['right headers', true, right],
    ['a charset', true, { ...right, 'content-type': 'Application/JSON; charset=utf-8' }],
    ['a type that is no JSON', false, { ...right, 'content-type': 'text/plain' }],
    ['what is not quite JSON', false, { ...right, 'content-type': 'application/json-seq' }],
    ['no type of what is accepted', isModern, { ...right, accept: '*/*' }],
    ['JSON accepted only', isModern, { ...right, accept: 'application/json' }],
    ['no version', false, without('mcp-protocol-version')],
    ['no version, but a session', !isModern, { ...without('mcp-protocol-version'), 'mcp-session-id': 'mine' }],
    ['a session', true, { ...right, 'mcp-session-id': 'mine' }],
    ['an empty session', true, { ...right, 'mcp-session-id': '' }],
    ['an older version', !isModern, { ...right, 'mcp-protocol-version': '2025-03-26' }],
    ['the other era', false, { ...right, 'mcp-protocol-version': isModern ? '2025-11-25' : '2026-07-28' }],
    ['an unknown version', false, { ...right, 'mcp-protocol-version': '2024-01-01' }],
    ['no method', !isModern, without('mcp-method')],
    ['another method', !isModern, { ...right, 'mcp-method': 'tools/list' }],
    ['no name', !isModern, without('mcp-name')],
    ['another name', !isModern, { ...right, 'mcp-name': 'greetings_delete' }],
    ['a name in Base64', !isModern, { ...right, 'mcp-name': `=?base64?${Buffer.from('greetings_get').toString('base64')}?=` }],
    ['a broken name in Base64', !isModern, { ...right, 'mcp-name': '=?base64?!?=' }],
  ])('with %s', async (_, expected, headers) => {
    const { ours, theirs, isDirect } = await sendBothWays(call, headers);
    expect(ours).toEqual(theirs);
    expect(isDirect).toBe(expected);
  });
});

/** Mostly right, so that what is wrong is seen. */
const mostly = <Value>(right: Value, ...others: fc.Arbitrary<unknown>[]) =>
  fc.oneof({ weight: 8, arbitrary: fc.constant(right as unknown) }, ...others.map((arbitrary) => ({ weight: 1, arbitrary })));
const odd = [fc.jsonValue(), fc.constant(undefined)];

test('whatever is sent is answered as by the SDK alone', async () => {
  const sent = fc.record({
    era: fc.constantFrom(...eras),
    jsonrpc: mostly('2.0', ...odd),
    id: fc.oneof(fc.integer(), fc.string(), ...odd),
    method: fc.oneof(mostly('tools/call', ...odd), mostly('tools/list', ...odd)),
    name: mostly('greetings_get', fc.constant('callers_get'), ...odd),
    input: mostly({ name: 'Ada' }, fc.dictionary(fc.string(), fc.jsonValue()), ...odd),
    meta: mostly({}, fc.dictionary(fc.string(), fc.jsonValue()), fc.constant({ progressToken: 'a' })),
    more: mostly({}, fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 1 })),
    moreParams: mostly({}, fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 1 })),
  });
  let direct = 0;
  await fc.assert(
    fc.asyncProperty(sent, async ({ era, jsonrpc, id, method, name, input, meta, more, moreParams }) => {
      const params = inEra(
        era,
        { ...(method !== 'tools/list' && { name, arguments: input }), ...(moreParams as object) },
        meta as object as never,
      );
      const text = JSON.stringify({ jsonrpc, id, method, params, ...(more as object) });
      const headers = headersFor(era, text);
      // fetch refuses what no header can hold.
      fc.pre(Object.values(headers).every((value) => /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(value)));
      const { ours, theirs, isDirect } = await sendBothWays(text, headers);
      expect(ours).toEqual(theirs);
      if (isDirect) direct++;
    }),
    { numRuns: 300 },
  );
  expect(direct).toBeGreaterThan(50);
});
