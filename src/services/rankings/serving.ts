import type { RankingEngine } from '../../../schema/rankings.ts';
import type { Provider } from '../../../schema/integrations.ts';
import { howToConfigure } from '../../../schema/providers.ts';
import type { Tx } from '../../db/open.ts';
import type { TrackedKeywordRow } from '../../db/rows/rankings.ts';
import { AppError } from '../../errors.ts';
import type { AskOptions, SearchProvider, SearchQuestion, SearchResults } from '../../providers/search/search.ts';

/** Who looks results pages up for a project, those first that are preferred. */
export type ProvidersOf = (projectId: string, db?: Pick<Tx, 'selectFrom'>) => Promise<readonly SearchProvider[]>;

/** Looks results pages up. */
export interface RankingSearch {
  providersOf: ProvidersOf;
  /** Always asks anew. Rejects as `SearchProvider.search` does. */
  ask(projectId: string, provider: SearchProvider, question: Question, options: AskOptions): Promise<SearchResults>;
}

/** Who could be asked for an engine's results, were they configured. */
export const wouldServe: Readonly<Record<RankingEngine, readonly Provider[]>> = {
  google: ['serper', 'dataforseo'],
  brave: ['brave'],
  searxng: ['searxng'],
};

/** What is asked of an engine. */
export type Question = SearchQuestion & { engine: RankingEngine };

export function questionOf(row: Pick<TrackedKeywordRow, 'keyword' | 'engine' | 'device' | 'country' | 'language' | 'depth'>): Question {
  const { keyword, engine, device, country, language, depth } = row;
  return { keyword, engine, device, country: country === '' ? null : country, language, depth };
}

/** Why nobody can be asked. */
export interface Unserved {
  code: 'integration_required' | 'provider_cannot';
  message: string;
  hint: string;
}

/** The provider that is to be asked, or why there is none. */
export function servingOf(
  providers: readonly SearchProvider[],
  question: Question,
): { provider: SearchProvider; unserved?: undefined } | { provider?: undefined; unserved: Unserved } {
  const { engine } = question;
  const ofEngine = providers.filter((one) => one.engine === engine);
  const able = ofEngine.find((one) => one.cannot(question) === null);
  if (able) return { provider: able };
  const could = wouldServe[engine].filter((name) => !ofEngine.some(({ provider }) => provider === name));
  const ways = could.map(howToConfigure).join(' Or: ');
  if (ofEngine.length === 0) {
    const others = [...new Set(providers.map((one) => one.engine))];
    const instead = others.length > 0 ? ` Or track for another engine that can be asked: ${others.join(', ')}.` : '';
    const message = `Nobody is configured who looks up results pages of ${engine}; ${could.join(' or ')} would.`;
    return { unserved: { code: 'integration_required', message, hint: `${ways}${instead}` } };
  }
  const reasons = ofEngine.map((one) => `${one.provider}: ${one.cannot(question)}`).join(' ');
  const hint =
    ways === '' ? 'Track it with another device, country or depth.' : `Track it with another device, country or depth. Or: ${ways}`;
  return { unserved: { code: 'provider_cannot', message: `This cannot be asked of ${engine}. ${reasons}`, hint } };
}

/** The same as an error of a call. */
export function unservedError({ code, message, hint }: Unserved): AppError {
  return new AppError(code === 'provider_cannot' ? 'provider_refused' : code, message, { hint });
}
