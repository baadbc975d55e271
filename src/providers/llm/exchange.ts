import { AppError } from '../../errors.ts';
import { NetworkError } from '../../net/errors.ts';
import type { OutboundResponse, System } from '../../system.ts';
import type { Meter } from '../meter.ts';
import { Failure, failureOfNetwork, failureOfReport, failureOfStatus, objectionIn, type Party } from './failures.ts';
import { Reported, type AnswerReader, type Ask, type Protocol } from './protocol.ts';
import { waitAskedFor } from '../retry-after.ts';
import { readBody } from './stream.ts';

/** How to reach one model. */
export interface Line extends Party {
  system: System;
  protocol: Protocol;
  url: string;
  timeoutMs: number;
  idleMs: number;
  meter: Meter;
}

/** A streamed token takes some 300 bytes, and an answer has fewer than 100,000 tokens. */
const maxBytes = 64 * 1024 * 1024;

/** How often in a row to adapt to a server's dialect: once per parameter that has a substitute. */
const maxAdaptations = 4;

/** One attempt at an answer, read by `reader`. Throws `Failure`. */
export async function exchange(line: Line, ask: Ask, reader: AnswerReader, signal: AbortSignal): Promise<void> {
  for (let adaptations = 0; ; adaptations++) {
    const sent = line.protocol.body(ask);
    const body = readBody(reader);
    const answer = await dial(line, sent, (chunk) => body.take(chunk), signal).catch((thrown: unknown) => {
      // If the answer was complete, it does not matter that the server never closed it.
      if (!(thrown instanceof Failure) || reader.spoken.finish === undefined) throw thrown;
    });
    if (!answer) return;
    if (answer.status >= 200 && answer.status <= 299) return conclude(line, answer, reader, () => body.end());
    const mayAdapt = (answer.status === 400 || answer.status === 422) && adaptations < maxAdaptations;
    if (!mayAdapt || !line.protocol.adapt(sent, objectionIn(answer.body))) {
      throw failureOfStatus(answer.status, answer.body, line, waitAskedFor(answer.headers, line.system.now()));
    }
  }
}

async function dial(line: Line, sent: object, onData: (chunk: Buffer) => boolean, signal: AbortSignal): Promise<OutboundResponse> {
  const { system, protocol, url, timeoutMs, idleMs, apiKey } = line;
  try {
    return await system.request({
      url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream, application/json',
        'user-agent': 'Copydesk/1.0',
        ...protocol.headers(apiKey),
      },
      body: JSON.stringify(sent),
      deadlineMs: timeoutMs,
      maxBytes,
      configured: url,
      signal,
      onData,
      idleMs,
    });
  } catch (thrown) {
    if (thrown instanceof Reported) throw failureOfReport(thrown.report, line);
    if (!(thrown instanceof NetworkError)) throw thrown;
    throw thrown.durationMs >= timeoutMs ? outOfTime(line) : failureOfNetwork(thrown);
  }
}

/** Checks the content of a successful response. */
function conclude(line: Line, answer: OutboundResponse, reader: AnswerReader, end: () => void): void {
  try {
    if (!answer.truncated && !reader.spoken.isOver) end();
  } catch (thrown) {
    throw thrown instanceof Reported ? failureOfReport(thrown.report, line) : thrown;
  }
  const { finish, hasBegun } = reader.spoken;
  if (finish !== undefined) return;
  if (answer.truncated && answer.durationMs >= line.timeoutMs) throw outOfTime(line);
  if (answer.truncated || hasBegun) throw failed(line, 'broke its answer off', { isTransient: true });
  if (/json|event-stream/.test(answer.headers['content-type'] ?? ''))
    throw failed(line, 'sent an answer without content', { isTransient: true });
  const hint = 'See that the base URL is that of a model and not of a website; for OpenAI-compatible servers it mostly ends with /v1.';
  throw new Failure(new AppError('provider_refused', `What ${line.host} answers is not what a language model answers.`, { hint }));
}

/** Not transient: another attempt would take as long. */
function outOfTime(line: Line): Failure {
  return failed(line, `did not finish its answer within ${line.timeoutMs / 1000} s`, { isTransient: false });
}

export function failed({ host }: Party, what: string, options: { isTransient: boolean }): Failure {
  return new Failure(new AppError('provider_failed', `${host} ${what}.`, { hint: 'Try again later.' }), options);
}
