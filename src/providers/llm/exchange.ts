import { AppError } from '../../errors.ts';
import { NetworkError } from '../../net/errors.ts';
import type { OutboundResponse, System } from '../../system.ts';
import { Failure, failureOfNetwork, failureOfReport, failureOfStatus, objectionIn, type Party } from './failures.ts';
import { Reported, type AnswerReader, type Ask, type Protocol } from './protocol.ts';
import { waitAskedFor } from './retry.ts';
import { readBody } from './stream.ts';

/** The way to one model. */
export interface Line extends Party {
  system: System;
  protocol: Protocol;
  url: string;
  timeoutMs: number;
  idleMs: number;
}

/** A token comes in some 300 bytes of stream, and an answer has less than 100,000. */
const maxBytes = 64 * 1024 * 1024;

/** Adapts to a server's dialect at most so often in a row: once for each parameter that has a substitute. */
const maxAdaptations = 4;

/** One attempt at an answer, which `reader` follows. Throws `Failure`. */
export async function exchange(line: Line, ask: Ask, reader: AnswerReader, signal: AbortSignal): Promise<void> {
  for (let adaptations = 0; ; adaptations++) {
    const sent = line.protocol.body(ask);
    const body = readBody(reader);
    const answer = await dial(line, sent, (chunk) => body.take(chunk), signal).catch((thrown: unknown) => {
      // All was said, and then the server neither ended its answer nor said that it had.
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
      trusted: true,
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

/** Judges what came with a success. */
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

/** Another attempt would take as long. */
function outOfTime(line: Line): Failure {
  return failed(line, `did not finish its answer within ${line.timeoutMs / 1000} s`, { isTransient: false });
}

export function failed({ host }: Party, what: string, options: { isTransient: boolean }): Failure {
  return new Failure(new AppError('provider_failed', `${host} ${what}.`, { hint: 'Try again later.' }), options);
}
