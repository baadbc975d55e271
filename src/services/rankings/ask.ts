import { AppError } from '../../errors.ts';
import type { SearchProvider } from '../../providers/search/search.ts';
import type { System } from '../../system.ts';
import type { Faults } from '../common/faults.ts';
import { findSite, isOurs, type Outcome } from './record.ts';
import { servingOf, type Question, type RankingSearch } from './serving.ts';

/** What is asked of whom, and what has gone wrong so far. */
export interface Run {
  system: Pick<System, 'pause'>;
  projectId: string;
  search: RankingSearch;
  providers: readonly SearchProvider[];
  faults: Faults;
  signal: AbortSignal;
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
