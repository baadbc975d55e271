import type { z } from 'zod';
import { AppError, Declined } from '../../errors.ts';
import { readAnswer, withoutThoughts } from './answer.ts';
import { estimateConversation, refuseTooLong } from './budget.ts';
import type { ChatAnswer, ChatMessage, ChatModel, ChatRequest, ChatSettings, TokenUsage } from './chat.ts';
import { exchange, failed, type Line } from './exchange.ts';
import { cleanWords, Failure } from './failures.ts';
import { costOf, sumUsage } from './pricing.ts';
import type { Ask, Spoken } from './protocol.ts';
import { withRetries } from './retry.ts';
import { schemaInstruction, wireSchema } from './schema.ts';
import { estimateTokens } from '../../language/token-estimate.ts';

type Settings = ChatSettings & { contextTokens: number };

/** One request over all its attempts. */
interface Course {
  line: Line;
  settings: Settings;
  signal: AbortSignal;
  onText(delta: string): void;
  onRestart(): void;
  /** The cost of every attempt. */
  readonly uses: readonly TokenUsage[];
  onUsage(usage: TokenUsage): void;
}

const checkTokens = 16;
/** How much of a rejected answer is shown to the model again, in characters. */
const maxShown = 100_000;

/** Conversations with one model over one line. */
export function createConversation(line: Line, settings: Settings): Pick<ChatModel, 'complete' | 'check'> {
  return {
    async complete(request) {
      request.signal.throwIfAborted();
      const course = courseOf(line, settings, request);
      const ask = askOf(request, settings);
      const spoken = await answer(course, ask);
      const wanted = request.schema ? await asWanted(course, ask, spoken.text, request.schema.shape) : { value: undefined as never };
      return { ...spoken, ...wanted, usage: sumUsage(course.uses) };
    },

    async check(signal = new AbortController().signal) {
      const ask: Ask = { model: settings.model, system: '', messages: [{ role: 'user', content: 'Say: ok' }], maxTokens: checkTokens };
      signal.throwIfAborted();
      await withRetries(line.system, signal, () => attempt(courseOf(line, settings, { signal }), ask));
    },
  };
}

type Heard = Pick<ChatRequest, 'signal' | 'onText' | 'onRestart' | 'onUsage'>;

function courseOf(line: Line, settings: Settings, { signal, onText, onRestart, onUsage }: Heard): Course {
  const uses: TokenUsage[] = [];
  let hasText = false;
  return {
    line,
    settings,
    signal,
    uses,
    onUsage(usage) {
      uses.push(usage);
      onUsage?.(usage);
    },
    onText(delta) {
      hasText = true;
      onText?.(delta);
    },
    onRestart() {
      if (hasText) onRestart?.();
      hasText = false;
    },
  };
}

function askOf<Value>(request: ChatRequest<Value>, { model, maxOutputTokens = Infinity }: Settings): Ask {
  const schema = request.schema && wireSchema(request.schema.name, request.schema.shape);
  const system = [request.system, schema && schemaInstruction(schema)].filter(Boolean).join('\n\n');
  return {
    model,
    schema,
    // Some servers refuse half a surrogate pair, left by a cut.
    system: system.toWellFormed(),
    messages: request.messages.map(({ role, content }) => ({ role, content: content.toWellFormed() })),
    maxTokens: Math.min(request.maxTokens, maxOutputTokens),
  };
}

type Answer = Pick<ChatAnswer, 'text' | 'finish' | 'model'>;

/** A non-empty answer, after as many attempts as it takes. */
function answer(course: Course, ask: Ask): Promise<Answer> {
  const { line, settings } = course;
  refuseTooLong(promptTokens(ask), ask.maxTokens, settings.contextTokens);
  return withRetries(line.system, course.signal, async () => {
    const { text: said, finish, model } = await attempt(course, ask);
    const text = withoutThoughts(said);
    if (finish === 'length' && (ask.schema || text.trim() === '')) throw new Failure(cutShort(line, ask));
    if (text.trim() === '') throw failed(line, 'answered without a word', { isTransient: true });
    return { text, finish: finish === 'length' ? finish : 'stop', model: cleanWords(model ?? settings.model, line.apiKey) };
  });
}

/** One attempt; its cost counts even if it fails. Throws `Failure`, also if the model refuses, and what its meter says. */
async function attempt(course: Course, ask: Ask): Promise<Spoken> {
  const { line, settings } = course;
  course.onRestart();
  const reader = line.protocol.reader((delta) => course.onText(delta));
  const { spoken } = reader;
  const asked = () => exchange(line, ask, reader, course.signal).then(succeeded, (thrown: unknown) => ({ thrown }));
  const outcome = await line.meter.spend(1, asked, () => (spoken.hasBegun ? useOf(spoken, ask, settings).costUsd : 0));
  if (spoken.hasBegun) course.onUsage(useOf(spoken, ask, settings));
  if (outcome) throw outcome.thrown;
  if (spoken.finish === 'refusal') throw new Failure(refusal(line, spoken));
  return spoken;
}

const succeeded = () => undefined;

function promptTokens({ system, messages, schema }: Ask): number {
  return estimateConversation(system, messages, schema && JSON.stringify(schema.skeleton));
}

function useOf({ inputTokens, outputTokens, text, finish }: Spoken, ask: Ask, settings: Settings): TokenUsage {
  // A count from before the end of the answer is incomplete.
  const counted = finish === undefined ? undefined : outputTokens;
  const input = inputTokens ?? promptTokens(ask);
  const output = counted ?? estimateTokens(text);
  return {
    inputTokens: input,
    outputTokens: output,
    costUsd: costOf(input, output, settings),
    estimated: inputTokens === undefined || counted === undefined,
  };
}

/** The answer in the given shape. A rejected one goes back to the model once, with what is wrong. */
async function asWanted<Value>(course: Course, ask: Ask, text: string, shape: z.ZodType<Value>): Promise<{ text: string; value: Value }> {
  const first = await readAnswer(text, shape);
  if ('value' in first) return { text, value: first.value };
  const messages = [...ask.messages, ...objection(text, first.problems)];
  const mended = await answer(course, { ...ask, messages });
  const second = await readAnswer(mended.text, shape);
  if ('value' in second) return { text: mended.text, value: second.value };
  const problem = cleanWords(second.problems, course.line.apiKey);
  throw new AppError(
    'provider_failed',
    `The model does not give the JSON that was asked for, also after it was told what is wrong: ${problem}`,
    { hint: 'Try again, or choose a more capable model.', errors: [{ pointer: '', detail: problem, code: unusableAnswer }] },
  );
}

/** Marks a `provider_failed` whose cause is that the model answers, but not in the given shape. */
export const unusableAnswer = 'unusable_answer';

function objection(text: string, problems: string): ChatMessage[] {
  const content = `That was not accepted:\n${problems}\n\nAnswer again with the whole JSON object, corrected, and nothing else.`;
  return [
    { role: 'assistant', content: text.slice(0, maxShown).trim().toWellFormed() },
    { role: 'user', content },
  ];
}

function cutShort({ host }: Line, { maxTokens }: Ask): AppError {
  return new AppError('provider_refused', `The answer of ${host} was cut after ${maxTokens} tokens, before it was complete.`, {
    hint: 'Configure a model that can answer at greater length, or ask for something shorter.',
  });
}

function refusal({ host, apiKey }: Line, spoken: Spoken): Declined {
  const words = cleanWords(spoken.refusal ?? '', apiKey);
  return new Declined(
    'provider_refused',
    words ? `The model at ${host} refuses: ${words}` : `${host} withholds the answer: its rules for content forbid it.`,
    { hint: 'Put the request differently, or choose another model.' },
  );
}
