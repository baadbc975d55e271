import { AppError, Declined } from '../../../errors.ts';
import type { AnswerEngine } from '../../../providers/answer/answer.ts';
import type { CrawledPages } from '../../site/index.ts';
import { composeAnswer } from './compose.ts';

/** Names the way in which answers are put together: another way is another name, so that figures do not mix them. */
const model = 'extract-1';
/** Passages that an answer is put together from. */
const maxPassages = 40;

const howToCrawl =
  'Let it read pages first: posts_refresh or audit_start for your own site, competitors_add for each competitor (its job takes a while); then ask again.';

/**
 * Answers from the pages of the project's own site and its competitors' that were crawled, by full-text search: an estimate of what an engine
 * that searches the web would find there, for who has no key. It costs nothing, and the same pages give the same answer.
 */
export function createLocalEngine(
  crawledPages: Pick<CrawledPages, 'search' | 'hostsOf'>,
  projectId: string,
): AnswerEngine & { provider: 'local' } {
  async function countHosts(): Promise<{ own: number; competitor: number }> {
    const [own, competitor] = await Promise.all([crawledPages.hostsOf(projectId, 'own'), crawledPages.hostsOf(projectId, 'competitor')]);
    return { own: own.length, competitor: competitor.length };
  }

  return {
    provider: 'local',
    engine: 'local',
    model,
    callsFor: () => 0,

    async ask({ prompt, language }, signal) {
      signal?.throwIfAborted();
      const asked = language ?? 'und';
      const found = await crawledPages.search(projectId, prompt, { language: asked, limit: maxPassages });
      const passages = found
        .filter(({ origin, kind }) => origin !== 'cited' && kind === 'prose')
        .map(({ url, pageTitle: title, language: written, text, score }) => ({ url, title, language: written, text, score }));
      const answer = passages.length === 0 ? null : composeAnswer(prompt, asked, passages);
      if (answer === null) throw nothingToSay(await countHosts());
      return { ...answer, searched: true, model, inputTokens: null, outputTokens: null, cost: 0 };
    },

    async check() {
      const { own, competitor } = await countHosts();
      if (own + competitor === 0) throw nothingCrawled();
      return `Pages of ${own} own and ${competitor} competing hosts can be searched.`;
    },
  };
}

function nothingToSay({ own, competitor }: { own: number; competitor: number }): AppError {
  if (own + competitor === 0) return nothingCrawled();
  return new Declined('insufficient_sources', 'No page that was crawled says anything of this prompt.', { hint: howToCrawl });
}

function nothingCrawled(): AppError {
  return new AppError('insufficient_sources', 'No page was crawled yet, neither of the own site nor of a competitor.', {
    hint: howToCrawl,
  });
}
