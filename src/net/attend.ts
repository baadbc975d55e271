import type { Dial, OutboundRequest, OutboundResponse } from '../system.ts';
import { bareHost, NetworkError } from './errors.ts';

/**
 * Makes a request whose body is consumed as it arrives. What `onData` throws is rethrown once the exchange has ended; it is not a network
 * failure. A silence longer than `idleMs` after a piece of the body ends the request with a `timeout`.
 */
export async function attend(
  request: OutboundRequest,
  onData: NonNullable<OutboundRequest['onData']>,
  dial: Dial,
): Promise<OutboundResponse> {
  const { url, idleMs = Infinity, signal } = request;
  const start = performance.now();
  const end = new AbortController();
  const faults: unknown[] = [];
  let silence: NodeJS.Timeout | undefined;

  function onSilence(): void {
    const words = `${bareHost(new URL(url))} fell silent for ${idleMs / 1000} s amid its answer.`;
    faults.push(new NetworkError('timeout', words, Math.round(performance.now() - start)));
    end.abort();
  }

  function take(chunk: Buffer): boolean | void {
    silence ??= idleMs < 2 ** 31 ? setTimeout(onSilence, idleMs) : undefined;
    silence?.refresh();
    try {
      return onData(chunk);
    } catch (fault) {
      faults.push(fault);
      return false;
    }
  }

  const answer = dial({ ...request, onData: take, signal: signal ? AbortSignal.any([signal, end.signal]) : end.signal });
  await answer.catch(() => {});
  clearTimeout(silence);
  if (faults.length > 0) throw faults[0];
  return answer;
}
