import { hostOf } from '../../../crawl/url.ts';
import { AppError } from '../../../errors.ts';
import { writtenKey } from '../../common/asked-keyword.ts';
import type { Given } from '../given.ts';
import type { Ground } from './ground.ts';
import { resourceWords } from './resource-page.ts';

/** Each question is a call that is billed. A results page that was kept lately is not asked for again. */
export const searchLimits = { mentions: 2, resources: 5, depth: 10, keptDays: 7 } as const;

/** What a search provider named. */
export interface Searched {
  urls: string[];
  /** Questions that were put to a provider. */
  asked: number;
  /** Why not more. */
  why: string | null;
}

/** Pages that name the brand and are none of its own, as a search engine is asked for them. */
export function mentionQueries({ project: { siteUrl, brandTerms } }: Pick<Ground, 'project'>): string[] {
  const names = brandTerms.filter((term) => term !== '').slice(0, searchLimits.mentions);
  return names.map((name) => `"${name.replaceAll('"', '')}" -site:${hostOf(siteUrl).replace(/:\d+$/, '')}`);
}

export function resourceQueries({ project: { language }, subjects }: Pick<Ground, 'project' | 'subjects'>): string[] {
  const [words] = resourceWords[language] ?? resourceWords['en']!;
  return subjects.slice(0, searchLimits.resources).map((subject) => `${subject} "${words}"`);
}

/** What was kept lately, and of the rest what the first provider answers, until something stands in the way. */
export async function searchFor(
  { results }: Pick<Given, 'results'>,
  { project }: Pick<Ground, 'project'>,
  queries: readonly string[],
  { signal, told }: { signal: AbortSignal; told: (step: string) => Promise<unknown> },
): Promise<Searched> {
  const { id, country, language } = project;
  const kept = await results.kept({ country, language }, queries);
  const urls: string[] = [];
  let asked = 0;
  try {
    for (const query of queries) {
      const known = kept.get(writtenKey(query));
      if (known && known.ageDays < searchLimits.keptDays) {
        urls.push(...known.organic.map(({ url }) => url));
        continue;
      }
      const provider = await results.requireProvider(id);
      const question = { keyword: query, country, language, device: 'desktop', depth: searchLimits.depth } as const;
      if (provider.cannot(question) !== null) return { urls, asked, why: 'not_applicable' };
      await told(`asking ${provider.provider}`);
      asked++;
      const { organic } = await results.ask(id, provider, question, { signal });
      urls.push(...organic.map(({ url }) => url));
    }
    return { urls, asked, why: null };
  } catch (thrown) {
    signal.throwIfAborted();
    if (!(thrown instanceof AppError) || thrown.code === 'internal') throw thrown;
    return { urls, asked, why: whyOf(thrown) };
  }
}

function whyOf({ code }: AppError): string {
  if (code === 'integration_required') return code;
  return code === 'cap_reached' || code === 'prices_missing' ? 'cap_reached' : 'provider_error';
}
