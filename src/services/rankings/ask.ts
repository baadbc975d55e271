import { isOwn } from '../../crawl/url.ts';
import { AppError } from '../../errors.ts';
import type { SearchProvider } from '../../providers/search/search.ts';
import { findSite, type Outcome } from './record.ts';
import { servingOf, type Question, type RankingSearch } from './serving.ts';

/** In a row: of a refused key or a service that is down the rest of a run would learn nothing. */
export const maxInARow = { provider_refused: 2, provider_failed: 5 } as const;

/** What is asked for, by whom, and what has gone wrong so far. */
export interface Run {
  siteUrl: string;
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
  readonly #inARow = new Map<string, number>();

  succeeded(provider: string): void {
    this.#inARow.delete(provider);
  }

  /** `not_asked`: another provider may be. `later`: the run is to go on when the job is tried again. */
  note(provider: string, error: AppError): 'failed' | 'not_asked' | 'later' {
    const { code } = error;
    if (code === 'cap_reached' || code === 'prices_missing') {
      this.stopped.set(provider, 'cap_reached');
      return 'not_asked';
    }
    if (code !== 'provider_refused' && code !== 'provider_failed') {
      this.halted ??= error;
      return 'later';
    }
    const times = (this.#inARow.get(provider) ?? 0) + 1;
    this.#inARow.set(provider, times);
    if (times >= maxInARow[code]) this.stopped.set(provider, 'provider_error');
    return 'failed';
  }
}

/** What asking came to, or the code of why it was left; undefined where the whole run is to go on later. */
export async function askFor(run: Run, question: Question): Promise<Outcome | string | undefined> {
  const { siteUrl, projectId, search, providers, faults, signal } = run;
  const { provider, unserved } = servingOf(providers, question);
  if (unserved?.code === 'integration_required') return unserved.code;
  if (unserved) return { provider: null, error: { code: unserved.code, message: `${unserved.message} ${unserved.hint}` } };
  const { provider: open } = servingOf(providers.filter((one) => !faults.stopped.has(one.provider)), question); // prettier-ignore
  if (!open) return faults.stopped.get(provider.provider) ?? 'provider_error';
  const options = { until: ({ url }: { url: string }) => isOwn(siteUrl, url), signal };
  try {
    const results = await search.ask(projectId, open, question, options);
    faults.succeeded(open.provider);
    return { provider: open.provider, found: findSite(siteUrl, question, results) };
  } catch (thrown) {
    signal.throwIfAborted();
    if (!(thrown instanceof AppError)) throw thrown;
    const meant = faults.note(open.provider, thrown);
    if (meant === 'later') return undefined;
    if (meant === 'not_asked') return askFor(run, question);
    return { provider: open.provider, error: { code: thrown.code, message: wordsOf(thrown) } };
  }
}

function wordsOf({ message, hint }: AppError): string {
  return hint ? `${message} ${hint}` : message;
}
