import { z } from 'zod';
import { AppError } from '../../errors.ts';
import type { System } from '../../system.ts';
import { visibleText } from '../html.ts';
import { askService, cleanWords, failureOf, type Service, type ServiceAnswer } from '../service.ts';
import { suggestServices } from './services.ts';
import type { Suggest, SuggestSource } from './suggest.ts';

const deadlineMs = 8_000;
const maxBytes = 256 * 1024;
const maxCompletions = 30;
const maxLength = 200;

const Answer = z.tuple([z.string(), z.array(z.unknown())]).rest(z.unknown());
/** MediaWiki answers 200 with what is wrong. */
const Refusal = z.object({ error: z.object({ code: z.string(), info: z.string() }) });

/** So they answer whoever asks too much, as with 429; 202 is DuckDuckGo's. */
const enough = new Set([202, 403]);

/** Asks a completion service once. Where it is asked follows from the question: the operator configures nothing. */
export function completing(system: Pick<System, 'request' | 'now' | 'agent'>, source: SuggestSource): Suggest {
  return async (question, signal) => {
    const { name, asked } = suggestServices[source];
    const { url, headers } = asked(question);
    const service: Service = { system, name, configured: url.origin, secrets: [] };
    // Wikipedia wants to know who asks.
    const answer = await askService(service, {
      url: url.href,
      headers: { ...headers, 'user-agent': system.agent },
      deadlineMs,
      maxBytes,
      signal,
    });
    const completions = answer.status === 200 ? Answer.safeParse(answer.json) : undefined;
    if (!completions?.success) throw whyNot(service, answer);
    return tidied(completions.data[1]);
  };
}

function whyNot(service: Service, answer: ServiceAnswer): AppError {
  const hint = `Ask without ${service.name}, or try again later.`;
  if (enough.has(answer.status)) return new AppError('rate_limited', `${service.name} answered ${answer.status}.`, { hint });
  const refusal = Refusal.safeParse(answer.json);
  if (!refusal.success) return failureOf(service, answer, { hint });
  const { code, info } = refusal.data.error;
  return new AppError(
    code === 'ratelimited' ? 'rate_limited' : 'provider_refused',
    `${service.name} refused: ${cleanWords(service, info)}`,
    {
      hint,
    },
  );
}

/** Each once, as plain text. What is broken, too long or no text is left out. */
function tidied(completions: readonly unknown[]): string[] {
  const texts = completions.slice(0, maxCompletions).flatMap((one) => (typeof one === 'string' ? [one] : []));
  const visible = texts.filter((text) => text.length <= maxLength).map(visibleText);
  return [...new Set(visible)].filter((text) => text !== '' && !text.includes('\uFFFD'));
}
