import { googleLanguage } from '../google-language.ts';
import { duckDuckGoRegion } from './regions.ts';
import type { SuggestQuestion, SuggestSource } from './suggest.ts';

/** A completion service: what it is called, and how it is asked. */
export interface SuggestService {
  name: string;
  asked(question: SuggestQuestion): { url: URL; headers?: Record<string, string> };
}

/**
 * All of them answer as OpenSearch has it: `[question, completions, …]`. Only Wikipedia's is documented for programs; where each parameter of the others
 * comes from stands in docs/research.md.
 */
export const suggestServices: Readonly<Record<SuggestSource, SuggestService>> = {
  // Without a region it takes the one of the address that asks.
  duckduckgo: {
    name: 'DuckDuckGo',
    asked: (question) => ({
      url: addressOf('https://duckduckgo.com/ac/', { q: question.text, type: 'list', kl: duckDuckGoRegion(question) }),
    }),
  },
  wikipedia: {
    name: 'Wikipedia',
    asked: ({ text, language }) => ({
      // Bokmål's is at `no`; it redirects, which is not followed.
      url: addressOf(`https://${language === 'nb' ? 'no' : language}.wikipedia.org/w/api.php`, {
        action: 'opensearch',
        search: text,
        namespace: '0',
        limit: '20',
        format: 'json',
      }),
    }),
  },
  // Without `oe` it answers some languages in ISO-8859-1.
  google: {
    name: 'Google',
    asked: ({ text, language, country }) => ({
      url: addressOf('https://suggestqueries.google.com/complete/search', {
        client: 'firefox',
        q: text,
        hl: googleLanguage(language, country),
        ...(country && { gl: country.toLowerCase() }),
        ie: 'utf-8',
        oe: 'utf-8',
      }),
    }),
  },
  bing: {
    name: 'Bing',
    asked: ({ text, language, country }) => {
      const market = country && `${language}-${country.toUpperCase()}`;
      return {
        url: addressOf('https://www.bing.com/osjson.aspx', { query: text, language: market ?? language, ...(market && { mkt: market }) }),
      };
    },
  },
  // It reads the country from a cookie.
  brave: {
    name: 'Brave',
    asked: ({ text, country }) => ({
      url: addressOf('https://search.brave.com/api/suggest', { q: text }),
      headers: { cookie: `country=${country?.toLowerCase() ?? 'all'}` },
    }),
  },
};

function addressOf(base: string, fields: Record<string, string>): URL {
  const url = new URL(base);
  url.search = new URLSearchParams(fields).toString();
  return url;
}
