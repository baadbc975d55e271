import { at, countAt, parseEvent, Reported, textAt, type AnswerReader, type Ask, type Protocol, type Spoken } from './protocol.ts';

/**
 * Anthropic's Messages API (POST /v1/messages). For JSON, the model is forced to call a tool whose input it is, which every model supports;
 * if a server refuses that, the prompt alone asks for it.
 */
export function createAnthropicProtocol(): Protocol {
  let canForceTool = true;
  return {
    provider: 'anthropic',
    path: '/v1/messages',
    headers: (apiKey) => ({ 'anthropic-version': '2023-06-01', ...(apiKey && { 'x-api-key': apiKey }) }),
    body: (ask) => ({
      model: ask.model,
      max_tokens: ask.maxTokens,
      ...(ask.system !== '' && { system: ask.system }),
      messages: ask.messages,
      stream: true,
      ...(canForceTool && toolFor(ask)),
    }),
    reader: createReader,
    adapt(sent, refusal) {
      if (!('tools' in sent) || !/\btools?\b|tool_choice|input_schema/i.test(refusal)) return false;
      canForceTool = false;
      return true;
    },
  };
}

function toolFor({ schema }: Ask): object {
  if (!schema) return {};
  const { name, skeleton } = schema;
  return {
    tools: [{ name, description: 'Takes the finished answer.', input_schema: skeleton }],
    tool_choice: { type: 'tool', name, disable_parallel_tool_use: true },
  };
}

function createReader(onText: (delta: string) => void): AnswerReader {
  const spoken: Spoken = { text: '', isOver: false, hasBegun: false };
  let isToolInput = false;

  function say(words: string | undefined): void {
    if (!words) return;
    onText(words);
    spoken.text += words;
  }

  function beginBlock(block: unknown): void {
    const type = textAt(block, 'type');
    if (type === 'text' && !isToolInput) return say(textAt(block, 'text'));
    if (type !== 'tool_use' || isToolInput) return;
    // Text before the tool call is not part of the JSON.
    isToolInput = true;
    spoken.text = '';
  }

  function begin(message: unknown): void {
    spoken.hasBegun = true;
    spoken.model ??= textAt(message, 'model');
    takeUsage(spoken, at(message, 'usage'));
  }

  function takeEvent(event: unknown): void {
    switch (textAt(event, 'type')) {
      case 'message_start':
        return begin(at(event, 'message'));
      case 'content_block_start':
        return beginBlock(at(event, 'content_block'));
      case 'content_block_delta':
        return say(textAt(event, 'delta', isToolInput ? 'partial_json' : 'text'));
      case 'message_delta':
        takeUsage(spoken, at(event, 'usage'));
        spoken.finish ??= finishOf(textAt(event, 'delta', 'stop_reason'));
        return;
      case 'message_stop':
        spoken.isOver = true;
        return;
      case 'error':
        throw new Reported(at(event, 'error'));
      default:
      // `ping`, the end of a block, and event types of the future.
    }
  }

  return {
    spoken,
    event: (data) => takeEvent(parseEvent(data)),
    whole(answer) {
      if (textAt(answer, 'type') === 'error') throw new Reported(at(answer, 'error'));
      const content = at(answer, 'content');
      if (!Array.isArray(content)) return;
      begin(answer);
      for (const block of content) {
        beginBlock(block);
        if (textAt(block, 'type') === 'tool_use') say(JSON.stringify(at(block, 'input')));
      }
      spoken.finish = finishOf(textAt(answer, 'stop_reason')) ?? 'stop';
      spoken.isOver = true;
    },
  };
}

function takeUsage(spoken: Spoken, usage: unknown): void {
  const inputs = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'].map((name) => countAt(usage, name));
  if (inputs[0] !== undefined) spoken.inputTokens = inputs.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  spoken.outputTokens = countAt(usage, 'output_tokens') ?? spoken.outputTokens;
}

function finishOf(reason: string | undefined): Spoken['finish'] {
  if (reason === undefined || reason === 'refusal') return reason;
  return reason === 'max_tokens' || reason === 'model_context_window_exceeded' ? 'length' : 'stop';
}
