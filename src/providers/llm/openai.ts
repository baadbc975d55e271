import { at, countAt, parseEvent, Reported, textAt, type AnswerReader, type Ask, type Protocol, type Spoken } from './protocol.ts';

/** Ways to ask for JSON, best first: enforced by schema, merely as JSON, or in the prompt alone. */
const formats = ['json_schema', 'json_object', 'none'] as const;

const parameterUnknown =
  /unsupported|unknown|unrecogni[sz]ed|unexpected|not (supported|permitted|allowed|valid)|extra (inputs|fields|keys)|use '?max_/i;

/**
 * OpenAI's chat completions (POST /chat/completions), as offered by OpenAI, Ollama, llama.cpp, LM Studio, vLLM and OpenRouter.
 * A parameter that a server refuses by name is not sent again.
 */
export function createOpenAiProtocol(host: string): Protocol {
  let canStreamOptions = true;
  let format: (typeof formats)[number] = 'json_schema';
  // OpenAI's reasoning models refuse `max_tokens`; several other servers silently ignore `max_completion_tokens`.
  let limit: 'max_completion_tokens' | 'max_tokens' = /(^|\.)openai\.com$/.test(host) ? 'max_completion_tokens' : 'max_tokens';
  let isLimitSettled = false;

  function adaptLimit(sent: Record<string, unknown>, refusal: string): boolean {
    const used = 'max_tokens' in sent ? 'max_tokens' : 'max_completion_tokens';
    if (!refusal.includes(used) || !parameterUnknown.test(refusal)) return false;
    if (used !== limit) return true;
    if (isLimitSettled) return false;
    isLimitSettled = true;
    limit = used === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
    return true;
  }

  return {
    provider: 'openai',
    path: '/chat/completions',
    headers: (apiKey) => ({ ...(apiKey && { authorization: `Bearer ${apiKey}` }) }),
    body: (ask) => ({
      model: ask.model,
      messages: [...(ask.system === '' ? [] : [{ role: 'system', content: ask.system }]), ...ask.messages],
      [limit]: ask.maxTokens,
      stream: true,
      ...(canStreamOptions && { stream_options: { include_usage: true } }),
      ...responseFormat(ask, format),
    }),
    reader: createReader,
    adapt(sent, refusal) {
      if ('stream_options' in sent && refusal.includes('stream_options')) {
        canStreamOptions = false;
        return true;
      }
      if (adaptLimit(sent, refusal)) return true;
      const used = textAt(sent, 'response_format', 'type');
      if (used === undefined || !/response_format|json_schema|json_object|schema/i.test(refusal)) return false;
      // A concurrent answer may have been refused and taught us this already.
      if (used === format) format = formats[formats.indexOf(format) + 1] ?? 'none';
      return true;
    },
  };
}

function responseFormat({ schema }: Ask, format: (typeof formats)[number]): object {
  if (!schema || format === 'none') return {};
  if (format === 'json_object') return { response_format: { type: format } };
  const { name, skeleton, isClosed } = schema;
  return { response_format: { type: format, json_schema: { name, schema: skeleton, strict: isClosed } } };
}

function createReader(onText: (delta: string) => void): AnswerReader {
  const spoken: Spoken = { text: '', isOver: false, hasBegun: false };

  function take(answer: unknown, saying: 'delta' | 'message'): void {
    const error = at(answer, 'error');
    if (error !== undefined && error !== null) throw new Reported(error);
    if (textAt(answer, 'object') === 'error') throw new Reported(answer);
    const choice = at(answer, 'choices', 0);
    spoken.model ??= textAt(answer, 'model');
    spoken.inputTokens = countAt(answer, 'usage', 'prompt_tokens') ?? spoken.inputTokens;
    spoken.outputTokens = countAt(answer, 'usage', 'completion_tokens') ?? spoken.outputTokens;
    if (choice === undefined) return;
    spoken.hasBegun = true;
    const said = textOf(at(choice, saying, 'content'));
    if (said !== '') onText(said);
    spoken.text += said;
    const refusal = textAt(choice, saying, 'refusal') ?? '';
    if (refusal !== '') spoken.refusal = (spoken.refusal ?? '') + refusal;
    const finish = finishOf(textAt(choice, 'finish_reason'), answer);
    spoken.finish ??= finish && spoken.refusal !== undefined ? 'refusal' : finish;
  }

  function end(): void {
    spoken.isOver = true;
    // Some servers give no finish reason for an ordinary answer.
    if (spoken.hasBegun) spoken.finish ??= spoken.refusal === undefined ? 'stop' : 'refusal';
  }

  return {
    spoken,
    event(data) {
      if (data.trim() === '[DONE]') end();
      else take(parseEvent(data), 'delta');
    },
    whole(answer) {
      take(answer, 'message');
      end();
    },
  };
}

function finishOf(reason: string | undefined, answer: unknown): Spoken['finish'] {
  switch (reason) {
    case undefined:
    case '':
      return undefined;
    case 'length':
      return 'length';
    case 'content_filter':
      return 'refusal';
    case 'error':
      throw new Reported(at(answer, 'choices', 0, 'error') ?? { message: 'It broke the answer off.', type: 'server_error' });
    default:
      return 'stop';
  }
}

/** The text of a message: a string or, from some servers, a list of parts of which some are thinking. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? content.map((part) => textAt(part, 'text') ?? '').join('') : '';
}
