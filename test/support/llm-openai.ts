import { tokensOf, type Dialect, type Received, type Turn } from './llm-dialect.ts';

const known = new Set([
  'model',
  'messages',
  'max_tokens',
  'max_completion_tokens',
  'stream',
  'stream_options',
  'response_format',
  'temperature',
]);

/** What strict mode takes of JSON Schema, after OpenAI's guide to structured outputs. */
const strictKeywords = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'const',
  'anyOf',
  '$ref',
  '$defs',
  'description',
]);

/** OpenAI's chat completions, from the server's side. */
export const openAiDialect: Dialect = {
  path: '/v1/chat/completions',

  objection({ url, headers, body }, { apiKey, refused }) {
    if (url !== this.path)
      return { status: 404, error: { message: `Invalid URL (POST ${url})`, type: 'invalid_request_error', code: null } };
    if (headers.authorization !== `Bearer ${apiKey}`) {
      const given = headers.authorization?.replace('Bearer ', '') ?? '';
      const message = `Incorrect API key provided: ${given}. You can find your API key at https://platform.openai.com/account/api-keys.`;
      return { status: 401, error: { message, type: 'invalid_request_error', code: 'invalid_api_key' } };
    }
    const wrong = parameterProblem(body, refused);
    return wrong === null ? null : { status: 400, error: { message: wrong, type: 'invalid_request_error', param: null, code: null } };
  },

  errorBody: (_, error) => ({ error: { message: 'Failed.', type: 'server_error', param: null, code: null, ...error } }),
  reportEvent: (report) => [null, JSON.stringify({ error: report })],
  chatter: [': OPENROUTER PROCESSING\n\n', 'id: 7\n', 'retry: 100\n'],

  events(turn, { body }) {
    const events: object[] = [chunk(body, [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }])];
    for (const content of tokensOf(turn.say ?? '')) events.push(chunk(body, [{ index: 0, delta: { content }, finish_reason: null }]));
    if (turn.refusal !== undefined) events.push(chunk(body, [{ index: 0, delta: { refusal: turn.refusal }, finish_reason: null }]));
    events.push(chunk(body, [{ index: 0, delta: {}, finish_reason: finishOf(turn) }]));
    if (body.stream_options?.include_usage === true && turn.usage !== null) events.push({ ...chunk(body, []), usage: usageOf(turn) });
    return [...events.map((event): [null, string] => [null, JSON.stringify(event)]), [null, '[DONE]']];
  },

  whole: (turn, { body }) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_777_800_000,
    model: `${body.model}-2026-01-01`,
    choices: [
      { index: 0, message: { role: 'assistant', content: turn.say ?? null, refusal: turn.refusal ?? null }, finish_reason: finishOf(turn) },
    ],
    ...(turn.usage !== null && { usage: usageOf(turn) }),
  }),
};

function chunk(body: Received['body'], choices: object[]): object {
  return { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_777_800_000, model: `${body.model}-2026-01-01`, choices };
}

function finishOf({ finish = 'stop' }: Turn): string | null {
  return finish;
}

function usageOf({ usage }: Turn): object {
  const [input, output] = usage ?? [12, 34];
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}

function parameterProblem(body: Received['body'], refused: Readonly<Record<string, string>>): string | null {
  for (const [name, words] of Object.entries(refused)) if (name in body || body.response_format?.type === name) return words;
  const unknown = Object.keys(body).find((name) => !known.has(name));
  if (unknown !== undefined) return `Unrecognized request argument supplied: ${unknown}`;
  if (typeof body.model !== 'string') return 'you must provide a model parameter';
  if (!Array.isArray(body.messages) || body.messages.length === 0) return "[] is too short - 'messages'";
  for (const { role, content } of body.messages) {
    if (!['system', 'user', 'assistant'].includes(role)) return `'${role}' is not one of ['system', 'assistant', 'user']`;
    if (typeof content !== 'string') return 'Invalid value for content: expected a string';
  }
  if ('max_tokens' in body && 'max_completion_tokens' in body)
    return "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.";
  return formatProblem(body.response_format);
}

function formatProblem(format: Received['body']): string | null {
  if (format === undefined || format.type === 'json_object') return null;
  if (format.type !== 'json_schema') return `Invalid value: '${format.type}' for response_format.type`;
  const { name, schema, strict } = format.json_schema;
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) return "Invalid 'response_format.json_schema.name'";
  const problem = schema.type === 'object' ? strict && strictProblem(schema) : 'schema must be a JSON Schema of \'type: "object"\'';
  return problem ? `Invalid schema for response_format '${name}': ${problem}` : null;
}

function strictProblem(schema: Received['body']): string | null {
  const foreign = Object.keys(schema).find((keyword) => !strictKeywords.has(keyword));
  if (foreign !== undefined) return `'${foreign}' is not permitted.`;
  if (schema.$ref !== undefined && Object.keys(schema).length > 1) return '$ref cannot have keywords beside it.';
  if (schema.type === undefined && !schema.anyOf && !schema.$ref) return "schema must have a 'type' key.";
  if (schema.type === 'object') {
    if (schema.additionalProperties !== false) return "'additionalProperties' is required to be supplied and to be false.";
    const names = Object.keys(schema.properties ?? {});
    if (names.some((name) => !schema.required?.includes(name))) return "'required' must include every key in properties.";
  }
  const below = [
    ...Object.values(schema.properties ?? {}),
    ...Object.values(schema.$defs ?? {}),
    ...(schema.anyOf ?? []),
    ...(schema.items ? [schema.items] : []),
  ];
  return below.map(strictProblem).find((problem) => problem !== null) ?? null;
}
