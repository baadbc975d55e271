import { AppError } from '../../errors.ts';
import type { SearchProvider } from '../../providers/search/search.ts';
import type { System } from '../../system.ts';
import { findSite, isOurs, type Outcome } from './record.ts';
import { servingOf, type Question, type RankingSearch } from './serving.ts';

/** In a row: of a refused key or a service that is down the rest of a run would learn nothing. */
export const maxInARow = { provider_refused: 2, provider_failed: 5, rate_limited: 5 } as const;
/** A wait within a run; for a longer one the job is put off. */
export const maxRestSeconds = 20;

/** What is asked of whom, and what has gone wrong so far. */
export interface Run {
  system: Pick<System, 'pause'>;
  projectId: string;
  search: RankingSearch;
  providers: readonly SearchProvider[];
  faults: Faults;
  signal: AbortSignal;
}

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

/** What asking came to, or the code of why it was left; `again` after a rest; undefined where the whole run is to go on later. */
export async function askFor(run: Run, siteUrl: string, question: Question): Promise<Outcome | string | undefined> {
  const { system, projectId, search, providers, faults, signal } = run;
  const { provider, unserved } = servingOf(providers, question);
  if (unserved?.code === 'integration_required') return unserved.code;
  if (unserved) return { provider: null, error: { code: unserved.code, message: `${unserved.message} ${unserved.hint}` } };
  const { provider: open } = servingOf(providers.filter((one) => !faults.stopped.has(one.provider)), question); // prettier-ignore
  if (!open) return faults.stopped.get(provider.provider) ?? 'provider_error';
  if (faults.restSeconds > 0) await system.pause(1000 * faults.restSeconds, signal).catch(() => signal.throwIfAborted());
  const options = { until: ({ url }: { url: string }) => isOurs(siteUrl, url), signal };
  try {
    const results = await search.ask(projectId, open, question, options);
    const found = findSite(siteUrl, question, results);
    // It may stand on the page that did not come.
    if (found.position === null && results.cutShort) throw results.cutShort;
    faults.succeeded(open.provider);
    return { provider: open.provider, found };
  } catch (thrown) {
    signal.throwIfAborted();
    if (!(thrown instanceof AppError)) throw thrown;
    const meant = faults.note(open.provider, thrown);
    if (meant === 'later') return undefined;
    if (meant === 'again') return meant;
    if (meant === 'not_asked') return askFor(run, siteUrl, question);
    return { provider: open.provider, error: { code: thrown.code, message: wordsOf(thrown) } };
  }
}

function wordsOf({ message, hint }: AppError): string {
  return hint ? `${message} ${hint}` : message;
}
