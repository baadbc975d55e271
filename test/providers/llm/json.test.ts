import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readAnswer } from '../../../src/providers/llm/answer.ts';
import { createOpenAiProtocol } from '../../../src/providers/llm/openai.ts';
import { errorOf, openModel, providers, request } from './support.ts';

const Outline = z.object({
  title: z.string().min(3).max(80).describe('For readers'),
  kind: z.enum(['guide', 'list']),
  intro: z.string().nullable(),
  sections: z.array(z.object({ heading: z.string().regex(/^[A-Z]/), words: z.int().min(50) })).min(1),
});
const outline = { title: 'Bread', kind: 'guide', intro: null, sections: [{ heading: 'Flour', words: 120 }] };
const schema = { name: 'outline', shape: Outline };

const Choice = z.discriminatedUnion('t', [z.object({ t: z.literal('x') }), z.object({ t: z.literal('y'), n: z.int() })]);
const Keywords = z.object({ properties: z.object({ type: z.string() }), required: z.boolean(), items: z.array(z.string()) });
const Branch = z.object({
  name: z.string(),
  get below() {
    return z.array(Branch);
  },
});

const right = JSON.stringify(outline);

describe.each(providers)('JSON from %s', (provider) => {
  const length = provider === 'openai' ? 'length' : 'max_tokens';

  test('comes as the value that the shape describes', async () => {
    const { model, server } = await openModel(provider, [{ say: right }]);
    const answer = await model.complete(request({ schema }));
    const typed: z.infer<typeof Outline> = answer.value;
    expect(typed).toEqual(outline);
    expect(answer).toMatchObject({ text: right, finish: 'stop' });
    expect(server.requests.length).toBe(1);
    if (provider === 'openai') expect(server.requests[0]!.body.response_format.json_schema.strict).toBe(true);
    // A server may pass over the schema, so the model is told of it too, with all that no provider enforces.
    expect(JSON.stringify(server.requests[0]!.body)).toContain('maxLength');
  });

  test('may come in one piece', async () => {
    const { model } = await openModel(provider, [{ say: right, whole: true }]);
    expect((await model.complete(request({ schema }))).value).toEqual(outline);
  });

  test.each([
    ['in a fence', `\`\`\`json\n${right}\n\`\`\``],
    ['among other words', `Here you are:\n\n${right}\n\nTell me if you need more {details}.`.replace(' {details}', '')],
    ['in a fence among other words, braces and all', `Of the form {…}:\n\`\`\`\n${right}\n\`\`\`\nDone {really}.`],
    [
      'with single quotes, comments and a comma too many',
      `{'title': 'Bread', 'kind': 'guide', // one\n 'intro': None, sections: [{heading: "Flour", words: 120,},],}`,
    ],
    ['behind thoughts', `<think>{"title": "no"}</think>${right}`],
    ['without its last brace', right.slice(0, -1)],
  ])('is found %s', async (_, say) => {
    const { model, server } = await openModel(provider, [{ say }]);
    expect((await model.complete(request({ schema }))).value).toEqual(outline);
    expect(server.requests.length).toBe(1);
  });

  test('of the wrong shape goes back once, with what is wrong', async () => {
    const wrong = JSON.stringify({ ...outline, kind: 'poem', sections: [] });
    const { model, server, waits } = await openModel(provider, [{ say: wrong }, { say: right }], { inputPrice: 1, outputPrice: 1 });
    const restarts: string[] = [];
    const answer = await model.complete(request({ schema, onText: () => {}, onRestart: () => restarts.push('again') }));
    expect(answer).toMatchObject({
      value: outline,
      text: right,
      usage: { inputTokens: 24, outputTokens: 68, costUsd: 92 / 1e6, estimated: false },
    });
    expect([server.requests.length, waits, restarts]).toEqual([2, [], ['again']]);
    const [said, objection] = server.requests[1]!.body.messages.slice(-2);
    expect(said).toEqual({ role: 'assistant', content: wrong });
    expect(objection).toMatchObject({
      role: 'user',
      content: expect.stringMatching(/^That was not accepted:\n- kind: .*\n- sections: .*/),
    });
  });

  test.each([
    ['is none', 'I would rather not.', 'It is not a JSON object.'],
    ['is a list', '[1, 2, 3]', 'the object:'],
    ['has another shape', '{"title": 5}', 'title: '],
  ])('that %s even when the model was told so is a failure of the provider', async (_, say, why) => {
    const { model, server } = await openModel(provider, [{ say }]);
    const error = await errorOf(model.complete(request({ schema })));
    expect(error.code).toBe('provider_failed');
    expect(error.message).toContain(why);
    expect(error.message.length).toBeLessThan(420);
    expect(server.requests.length).toBe(2);
  });

  test('that was cut is not repaired into a shorter answer', async () => {
    const { model, server } = await openModel(provider, [{ say: right.slice(0, -12), finish: length }]);
    expect((await errorOf(model.complete(request({ schema })))).code).toBe('provider_refused');
    expect(server.requests.length).toBe(1);
  });

  test('is not asked for again where the context has no room for the objection', async () => {
    const wrong = JSON.stringify({ title: 'bread '.repeat(300) });
    const { model, server } = await openModel(provider, [{ say: wrong }], { contextTokens: 1_100 });
    expect((await errorOf(model.complete(request({ schema })))).code).toBe('provider_refused');
    expect(server.requests.length).toBe(1);
  });

  test('must be an object', async () => {
    const { model } = await openModel(provider, [{ say: '[]' }]);
    await expect(model.complete(request({ schema: { name: 'list', shape: z.array(z.string()) } }))).rejects.toThrow(TypeError);
  });

  test.each<[string, boolean, z.ZodType, object]>([
    ['a key that may be missing', false, z.object({ a: z.string(), b: z.string().optional() }), { a: 'x' }],
    ['a default', false, z.object({ a: z.string().default('x') }), {}],
    ['keys of any name', false, z.object({ a: z.record(z.string(), z.number()) }), { a: { b: 1 } }],
    ['anything in it', false, z.object({ a: z.any().nullable() }), { a: null }],
    ['a list of fixed places', false, z.object({ a: z.tuple([z.string(), z.number()]) }), { a: ['x', 1] }],
    ['a choice of shapes', true, z.object({ a: Choice }), { a: { t: 'y', n: 1 } }],
    ['a shape within itself', true, z.object({ root: Branch }), { root: { name: 'x', below: [{ name: 'y', below: [] }] } }],
    ['keys named like keywords', true, Keywords, { properties: { type: 'x' }, required: true, items: [] }],
  ])('of a shape with %s is asked for in a form that the provider takes (strictly: %j)', async (_, strict, shape, value) => {
    const { model, server } = await openModel(provider, [{ say: JSON.stringify(value) }]);
    const answer = await model.complete(request({ schema: { name: 'any', shape } }));
    expect(answer.value).toEqual(shape.parse(value));
    const { tools, response_format: format } = server.requests[0]!.body;
    expect(server.requests.length).toBe(1);
    if (provider === 'openai') expect(format.json_schema.strict).toBe(strict);
    else expect(tools.length).toBe(1);
  });
});

describe('an OpenAI-compatible server that does not know', () => {
  const rejected = async (refused: Record<string, string>, say: string, settings = {}) => {
    const bench = await openModel('openai', [{ say }], { rules: { refused }, ...settings });
    const wanted = say === right ? request({ schema }) : request();
    const texts = [await bench.model.complete(wanted as never), await bench.model.complete(wanted as never)].map(({ text }) => text);
    expect(texts).toEqual([say, say]);
    return { bodies: bench.server.requests.map(({ body }) => body), waits: bench.waits };
  };

  test('`stream_options` is not sent it twice', async () => {
    const { bodies, waits } = await rejected({ stream_options: 'Unknown parameter: stream_options' }, 'Bread.');
    expect(bodies.map((body) => 'stream_options' in body)).toEqual([true, false, false]);
    expect(waits).toEqual([]);
  });

  test('`max_tokens` is given the other name, and the other way round', async () => {
    const words = "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
    const { bodies } = await rejected({ max_tokens: words }, 'Bread.');
    expect(bodies.map((body) => body.max_completion_tokens)).toEqual([undefined, 500, 500]);
  });

  test('JSON Schema is asked for JSON, and the one that does not know that either for nothing but words', async () => {
    const first = await rejected({ json_schema: "This response_format type 'json_schema' is unavailable now" }, right);
    expect(first.bodies.map((body) => body.response_format?.type)).toEqual(['json_schema', 'json_object', 'json_object']);
    const second = await rejected({ response_format: "'response_format' is not supported" }, right);
    expect(second.bodies.map((body) => body.response_format?.type)).toEqual(['json_schema', 'json_object', undefined, undefined]);
  });

  test('any of them still works', async () => {
    const refused = {
      stream_options: 'no stream_options',
      response_format: 'no response_format',
      max_tokens: "unknown field 'max_tokens'",
    };
    const { bodies } = await rejected(refused, right);
    expect(bodies.length).toBe(6);
    expect(Object.keys(bodies.at(-1)).toSorted()).toEqual(['max_completion_tokens', 'messages', 'model', 'stream']);
  });

  test('JSON for concurrent requests steps down to the next best form only once', async () => {
    const { model, server } = await openModel('openai', [{ say: right }], { rules: { refused: { json_schema: 'no json_schema' } } });
    await Promise.all(Array.from({ length: 5 }, () => model.complete(request({ schema }))));
    expect(server.requests.at(-1)!.body.response_format.type).toBe('json_object');
  });

  test('one of them, and repeats the whole request in its error, is not misunderstood', async () => {
    const detail = [
      { type: 'extra_forbidden', loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted', input: 'response_format' },
    ];
    const { model, server } = await openModel('openai', [{ status: 422, error: JSON.stringify({ detail }) }, { say: right }]);
    await model.complete(request({ schema }));
    const { body } = server.requests[1]!;
    expect([body.stream_options, body.response_format.type]).toEqual([undefined, 'json_schema']);
  });

  test('such a high token limit is not taken for one that does not know the parameter', async () => {
    const words = 'max_tokens is too large: 500. This model supports at most 400 completion tokens.';
    const { model, server } = await openModel('openai', [{}], { rules: { refused: { max_tokens: words } } });
    expect((await errorOf(model.complete(request()))).message).toContain('max_tokens is too large');
    expect(server.requests.length).toBe(1);
  });
});

test('JSON that is nested too deep is rejected', async () => {
  for (const say of ['{"a":'.repeat(100_000), `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, `{"title":${'['.repeat(100_000)}`])
    expect(await readAnswer(say, Outline)).toHaveProperty('problems');
});

test.each([
  ['api.openai.com', 'max_completion_tokens'],
  ['eu.api.openai.com', 'max_completion_tokens'],
  ['notopenai.com', 'max_tokens'],
  ['127.0.0.1', 'max_tokens'],
])('%s is told by `%s` when to stop: its maker refuses the old name, and others pass over the new one', (host, name) => {
  expect(createOpenAiProtocol(host).body({ model: 'x', system: '', messages: [], maxTokens: 7 })).toHaveProperty(name, 7);
});

test('an Anthropic-compatible server that refuses forced tool calls is asked by prompt', async () => {
  const refused = { tool_choice: 'tool_choice: forcing a tool is not supported with this model' };
  const { model, server } = await openModel('anthropic', [{ say: right }], { rules: { refused } });
  for (let i = 0; i < 2; i++) expect((await model.complete(request({ schema }))).value).toEqual(outline);
  expect(server.requests.map(({ body }) => 'tools' in body)).toEqual([true, false, false]);
});
