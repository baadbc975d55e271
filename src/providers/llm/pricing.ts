import type { ChatSettings, TokenUsage } from './chat.ts';

export type Prices = Pick<ChatSettings, 'inputPrice' | 'outputPrice'>;

/** What tokens cost, by configured prices only: a built-in list would be out of date within weeks. */
export function costOf(inputTokens: number, outputTokens: number, { inputPrice, outputPrice }: Prices): number | null {
  if (inputPrice === undefined || outputPrice === undefined) return null;
  return (inputTokens * inputPrice + outputTokens * outputPrice) / 1_000_000;
}

/** The sum of all uses; the cost is unknown if any of them is. */
export function sumUsage(uses: readonly TokenUsage[]): TokenUsage {
  const sum: TokenUsage = { inputTokens: 0, outputTokens: 0, costUsd: 0, estimated: false };
  for (const use of uses) {
    sum.inputTokens += use.inputTokens;
    sum.outputTokens += use.outputTokens;
    sum.costUsd = sum.costUsd === null || use.costUsd === null ? null : sum.costUsd + use.costUsd;
    sum.estimated ||= use.estimated;
  }
  return sum;
}
