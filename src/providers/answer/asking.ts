import { AppError, Declined } from '../../errors.ts';
import { visibleText } from '../html.ts';
import { list, record, text, whole } from '../json.ts';
import { costOf, type Prices } from '../llm/pricing.ts';
import { askService, cleanWords, failureOf, type Service, type ServiceAnswer, type ServiceRequest } from '../service.ts';
import type { AnswerQuestion, Answered, EngineParts } from './answer.ts';

/** An engine searches the web several times and thinks, before the first byte of its answer comes. */
const deadlineMs = 180_000;

/** How an engine is asked, and what its answers cost. */
export interface Line extends Pick<EngineParts, 'meter'> {
  service: Service;
  /** In USD; null where it is not known. */
  costOf(json: Record<string, unknown>): number | null;
}

/** Asks once, and pays for it. What is refused costs nothing. */
export function askEngine(line: Line, request: Pick<ServiceRequest, 'url' | 'headers' | 'json' | 'signal'>): Promise<ServiceAnswer> {
  const send = () => askService(line.service, { ...request, deadlineMs });
  return line.meter.spend(1, send, ({ status, json }) => (status === 200 ? line.costOf(record(json)) : 0));
}

/** What is sent in a test of an engine. */
export const checking: AnswerQuestion = { prompt: 'Answer with one word: hello.', country: null, language: null, webSearch: false };

export type TokenCounts = Pick<Answered, 'inputTokens' | 'outputTokens'>;

/** The sum of what stands under these names; null where none does. */
export function countOf(usage: unknown, ...names: string[]): number | null {
  const counts = names.flatMap((name) => whole(record(usage)[name]) ?? []);
  return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0);
}

/** What tokens and searches cost at the configured prices; null where one of them has none. */
export function priceOf(
  prices: Prices & { searchPrice?: number },
  { inputTokens, outputTokens }: TokenCounts,
  searches: number,
): number | null {
  const tokens = inputTokens === null || outputTokens === null ? null : costOf(inputTokens, outputTokens, prices);
  if (tokens === null || (searches > 0 && prices.searchPrice === undefined)) return null;
  return tokens + searches * (prices.searchPrice ?? 0);
}

/** Throws `prices_missing` where costs are capped, but not every price is known that they could be held against. */
export function refuseUnpricedSearch({ settings }: Pick<EngineParts, 'settings'>, name: string): void {
  if (settings.monthlyCostCap === undefined || settings.searchPrice !== undefined) return;
  throw new AppError('prices_missing', `${name} bills each web search, and its price is not set, so its costs cannot be capped.`, {
    hint: 'Set searchPrice with integrations_set, or monthlyCallCap instead of monthlyCostCap, or ask without webSearch.',
  });
}

const outOfCredit = new Set(['insufficient_quota', 'billing_hard_limit_reached', 'credit_balance_too_low']);

/**
 * The error for an answer that is none of what was asked for. Of its body only the provider's own message is told, which stands in `error.message` with
 * all of them, and in `detail` with servers built on FastAPI.
 */
export function refusalOf(service: Service, answer: ServiceAnswer, hints: Readonly<Record<number, string>> = {}): AppError {
  // Google wraps it in a list where the question was one for a stream.
  const body = record(list(answer.json)[0] ?? answer.json);
  const error = record(body['error']);
  const said = [error['message'], body['error'], body['detail'], body['message']].map(text).find((words) => words !== '') ?? '';
  const isOutOfCredit = answer.status === 429 && [error['code'], error['type']].some((kind) => outOfCredit.has(text(kind)));
  const hint = isOutOfCredit ? 'See to the credit of the account at the provider.' : hints[answer.status];
  const failure = failureOf(service, answer, { said, ...(hint !== undefined && { hint }) });
  // No wait would bring the credit back.
  return isOutOfCredit ? new AppError('provider_refused', failure.message, { hint }) : failure;
}

/** The error where an engine will not answer the prompt. Told is a code for why, and never what the model says: its words may be those of a page that it read. */
export function declined(service: Service, code: string): Declined {
  const why = /^\w{1,40}$/.test(code) ? `: ${cleanWords(service, code)}` : '';
  return new Declined('provider_refused', `${service.name} declined to answer${why}.`, { hint: 'Ask in other words.' });
}

/** The error where an engine broke its own answer off. */
export function brokeOff(service: Service, why: string): AppError {
  const words = cleanWords(service, why);
  return new AppError('provider_failed', `${service.name} gave no answer${words ? `: ${words.replace(/[^.!?…]$/u, '$&.')}` : '.'}`, {
    hint: 'Try again later.',
  });
}

/** The model as the engine names it, or else as it is configured. */
export function modelIn(named: unknown, configured: string): string {
  return visibleText(text(named).slice(0, maxModel)) || configured;
}

const maxModel = 200;

/** An address below the configured one. */
export function below(baseUrl: string, path: string): string {
  return `${baseUrl.replace(/\/+$/, '')}/${path}`;
}
