import type { AppError } from '../../errors.ts';

/** In a row: of a refused key or a service that is down the rest of a run would learn nothing. */
export const maxInARow = { provider_refused: 2, provider_failed: 5, rate_limited: 5 } as const;
/** A wait within a run; for a longer one the job is put off. */
export const maxRestSeconds = 20;

/** What went wrong in a run, and who is asked no more because of it. */
export class Faults {
  /** Why each is asked no more. */
  readonly stopped = new Map<string, string>();
  /** Ends the attempt: the job goes on later. */
  halted: AppError | undefined;
  /** Between two questions, as a provider has asked for; from then on they go one at a time. */
  restSeconds = 0;
  readonly #inARow = new Map<string, number>();

  succeeded(provider: string): void {
    for (const code of Object.keys(maxInARow)) this.#inARow.delete(`${provider} ${code}`);
  }

  /** `not_asked`: another provider may be. `again`: after a rest. `later`: the run is to go on when the job is tried again. */
  note(provider: string, error: AppError): 'failed' | 'not_asked' | 'again' | 'later' {
    const { code, retryAfterSeconds: seconds = Infinity } = error;
    if (code === 'cap_reached' || code === 'prices_missing') {
      this.stopped.set(provider, 'cap_reached');
      return 'not_asked';
    }
    if (code === 'rate_limited' && seconds <= maxRestSeconds && this.#count(provider, code) < maxInARow[code]) {
      this.restSeconds = Math.max(this.restSeconds, seconds, 1);
      return 'again';
    }
    if (code !== 'provider_refused' && code !== 'provider_failed') {
      this.halted ??= error;
      return 'later';
    }
    if (this.#count(provider, code) >= maxInARow[code]) this.stopped.set(provider, 'provider_error');
    return 'failed';
  }

  #count(provider: string, code: string): number {
    const times = (this.#inARow.get(`${provider} ${code}`) ?? 0) + 1;
    this.#inARow.set(`${provider} ${code}`, times);
    return times;
  }
}
