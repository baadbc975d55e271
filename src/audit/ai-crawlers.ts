/** What a crawler gathers text for: to find and cite pages, to train models, or because a person asked for the page. */
export type CrawlerPurpose = 'search' | 'training' | 'user';

/** A crawler of a search engine or of an AI company, by the name that it obeys in robots.txt. */
export interface AiCrawler {
  name: string;
  operator: string;
  purpose: CrawlerPurpose;
}

/** When the names were last compared with what their operators publish. */
export const aiCrawlersAsOf = '2026-11-24';

export const aiCrawlers: readonly AiCrawler[] = [
  { name: 'Googlebot', operator: 'Google', purpose: 'search' },
  { name: 'Bingbot', operator: 'Microsoft', purpose: 'search' },
  { name: 'OAI-SearchBot', operator: 'OpenAI', purpose: 'search' },
  { name: 'Claude-SearchBot', operator: 'Anthropic', purpose: 'search' },
  { name: 'PerplexityBot', operator: 'Perplexity', purpose: 'search' },
  { name: 'Applebot', operator: 'Apple', purpose: 'search' },
  { name: 'DuckDuckBot', operator: 'DuckDuckGo', purpose: 'search' },
  { name: 'Amazonbot', operator: 'Amazon', purpose: 'search' },
  { name: 'GPTBot', operator: 'OpenAI', purpose: 'training' },
  { name: 'ClaudeBot', operator: 'Anthropic', purpose: 'training' },
  { name: 'Google-Extended', operator: 'Google', purpose: 'training' },
  { name: 'Applebot-Extended', operator: 'Apple', purpose: 'training' },
  { name: 'CCBot', operator: 'Common Crawl', purpose: 'training' },
  { name: 'Meta-ExternalAgent', operator: 'Meta', purpose: 'training' },
  { name: 'Bytespider', operator: 'ByteDance', purpose: 'training' },
  { name: 'cohere-training-data-crawler', operator: 'Cohere', purpose: 'training' },
  { name: 'ChatGPT-User', operator: 'OpenAI', purpose: 'user' },
  { name: 'Claude-User', operator: 'Anthropic', purpose: 'user' },
  { name: 'Perplexity-User', operator: 'Perplexity', purpose: 'user' },
  { name: 'MistralAI-User', operator: 'Mistral', purpose: 'user' },
  { name: 'DuckAssistBot', operator: 'DuckDuckGo', purpose: 'user' },
];

/** Whether each crawler of a purpose may read a page. */
export interface BotAccess {
  allowed: string[];
  blocked: string[];
}

/** What a robots.txt says to each of them; nothing is tried under their names. */
export function aiAccessOf(allowsAgent: (agent: string, url: string) => boolean, url: string): Record<CrawlerPurpose, BotAccess> {
  const accessOf = (purpose: CrawlerPurpose): BotAccess => {
    const names = aiCrawlers.filter((one) => one.purpose === purpose).map(({ name }) => name);
    const { allowed = [], blocked = [] } = Object.groupBy(names, (name) => (allowsAgent(name, url) ? 'allowed' : 'blocked'));
    return { allowed, blocked };
  };
  return { search: accessOf('search'), training: accessOf('training'), user: accessOf('user') };
}
