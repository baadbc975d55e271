import type { SuggestQuestion, SuggestSource } from './suggest.ts';

/** A completion service: what it is called, and where it is asked. */
export interface SuggestService {
  name: string;
  address(question: SuggestQuestion): URL;
}

/** All of them answer as OpenSearch has it: `[question, completions, …]`. Only Wikipedia's and DuckDuckGo's are meant for programs. */
export const suggestServices: Readonly<Record<SuggestSource, SuggestService>> = {
  // Regions are named country-language; a country alone is none.
  duckduckgo: {
    name: 'DuckDuckGo',
    address: ({ text, language, country }) =>
      addressOf('https://duckduckgo.com/ac/', { q: text, type: 'list', ...(country && { kl: `${country.toLowerCase()}-${language}` }) }),
  },
  wikipedia: {
    name: 'Wikipedia',
    address: ({ text, language }) =>
      addressOf(`https://${language}.wikipedia.org/w/api.php`, {
        action: 'opensearch',
        search: text,
        namespace: '0',
        limit: '20',
        format: 'json',
      }),
  },
  // Without `oe` it answers some languages in ISO-8859-1.
  google: {
    name: 'Google',
    address: ({ text, language, country }) =>
      addressOf('https://suggestqueries.google.com/complete/search', {
        client: 'firefox',
        q: text,
        hl: language,
        ...(country && { gl: country.toLowerCase() }),
        ie: 'utf-8',
        oe: 'utf-8',
      }),
  },
  bing: {
    name: 'Bing',
    address: ({ text, language, country }) =>
      addressOf('https://api.bing.com/osjson.aspx', { query: text, ...(country && { mkt: `${language}-${country.toUpperCase()}` }) }),
  },
  brave: {
    name: 'Brave',
    address: ({ text, country }) =>
      addressOf('https://search.brave.com/api/suggest', { q: text, rich: 'false', ...(country && { country: country.toLowerCase() }) }),
  },
};

function addressOf(base: string, fields: Record<string, string>): URL {
  const url = new URL(base);
  url.search = new URLSearchParams(fields).toString();
  return url;
}
