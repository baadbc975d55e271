import { tokensOf, type Dialect, type Received, type Turn } from './llm-dialect.ts';

const known = new Set(['model', 'messages', 'max_tokens', 'system', 'stream', 'tools', 'tool_choice', 'temperature']);

const kinds: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  529: 'overloaded_error',
};

/** Anthropic's Messages API, from the server's side. */
export const anthropicDialect: Dialect = {
  path: '/v1/messages',

  objection({ url, headers, body }, { apiKey, refused }) {
    if (url !== this.path) return { status: 404, error: { message: 'Not Found' } };
    if (headers['x-api-key'] !== apiKey) return { status: 401, error: { message: `invalid x-api-key: ${headers['x-api-key']}` } };
    if (headers['anthropic-version'] === undefined) return { status: 400, error: { message: 'anthropic-version: header is required' } };
    const wrong = parameterProblem(body, refused);
    return wrong === null ? null : { status: 400, error: { message: wrong } };
  },

  errorBody: (status, error) => ({
    type: 'error',
    error: { type: kinds[status] ?? 'api_error', message: 'Failed.', ...error },
    request_id: 'req_1',
  }),
  reportEvent: (report) => ['error', JSON.stringify({ type: 'error', error: report })],
  chatter: ['event: ping\ndata: {"type": "ping"}\n\n', ': comment\n', 'event: not_invented_yet\ndata: {"type":"not_invented_yet"}\n\n'],

  events(turn, { body }) {
    const isTool = body.tool_choice?.type === 'tool';
    const deltas = tokensOf(turn.say ?? '').map((piece) =>
      isTool ? { type: 'input_json_delta', partial_json: piece } : { type: 'text_delta', text: piece },
    );
    const block = isTool ? { type: 'tool_use', id: 'toolu_1', name: body.tool_choice.name, input: {} } : { type: 'text', text: '' };
    const events: { type: string }[] = [
      event('message_start', {
        message: {
          ...message(body),
          content: [],
          stop_reason: null,
          ...(turn.usage !== null && { usage: { ...usageOf(turn), output_tokens: 1 } }),
        },
      }),
      event('content_block_start', { index: 0, content_block: block }),
      ...deltas.map((delta) => event('content_block_delta', { index: 0, delta })),
      event('content_block_stop', { index: 0 }),
      event('message_delta', {
        delta: { stop_reason: finishOf(turn, body), stop_sequence: null },
        ...(turn.usage !== null && { usage: { output_tokens: usageOf(turn).output_tokens } }),
      }),
      event('message_stop', {}),
    ];
    return events.map((one) => [one.type, JSON.stringify(one)]);
  },

  whole: (turn, { body }) => ({
    ...message(body),
    content: [
      body.tool_choice?.type === 'tool'
        ? { type: 'tool_use', id: 'toolu_1', name: body.tool_choice.name, input: JSON.parse(turn.say!) }
        : { type: 'text', text: turn.say ?? '' },
    ],
    stop_reason: finishOf(turn, body),
    ...(turn.usage !== null && { usage: usageOf(turn) }),
  }),
};

function event(type: string, more: object): { type: string } {
  return { type, ...more };
}

function message(body: Received['body']): object {
  return { id: 'msg_1', type: 'message', role: 'assistant', model: `${body.model}-20260101`, stop_sequence: null };
}

function finishOf({ finish }: Turn, body: Received['body']): string | null {
  return finish === undefined ? (body.tool_choice?.type === 'tool' ? 'tool_use' : 'end_turn') : finish;
}

function usageOf({ usage }: Turn): { input_tokens: number; cache_read_input_tokens: number; output_tokens: number } {
  const [input, output] = usage ?? [12, 34];
  // What is read from the cache is not counted with the rest.
  return { input_tokens: input - 2, cache_read_input_tokens: 2, output_tokens: output };
}

function parameterProblem(body: Received['body'], refused: Readonly<Record<string, string>>): string | null {
  for (const [name, words] of Object.entries(refused)) if (name in body) return words;
  const unknown = Object.keys(body).find((name) => !known.has(name));
  if (unknown !== undefined) return `${unknown}: Extra inputs are not permitted`;
  if (typeof body.model !== 'string') return 'model: Field required';
  if (!Number.isInteger(body.max_tokens) || body.max_tokens < 1) return 'max_tokens: Input should be greater than or equal to 1';
  if (body.system !== undefined && (typeof body.system !== 'string' || body.system === ''))
    return 'system: text content blocks must be non-empty';
  if (!Array.isArray(body.messages) || body.messages[0]?.role !== 'user') return 'messages: first message must use the "user" role';
  for (const [index, { role, content }] of body.messages.entries()) {
    if (role !== 'user' && role !== 'assistant') return `messages.${index}.role: Input should be 'user' or 'assistant'`;
    if (typeof content !== 'string' || content.trim() === '')
      return `messages.${index}: text content blocks must contain non-whitespace text`;
  }
  return toolProblem(body);
}

function toolProblem({ tools, tool_choice: choice }: Received['body']): string | null {
  if (tools === undefined) return choice === undefined ? null : 'tool_choice may only be specified while providing tools';
  for (const [index, tool] of tools.entries()) {
    if (!/^[a-zA-Z0-9_-]{1,128}$/.test(tool.name)) return `tools.${index}.name: String should match pattern`;
    if (tool.input_schema?.type !== 'object') return `tools.${index}.input_schema.type: Field required`;
  }
  return tools.some((tool: { name: string }) => tool.name === choice?.name) ? null : `Tool '${choice?.name}' not found in provided tools`;
}
