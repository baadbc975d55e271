import type { AnalyzedGap, ContentGap } from '../../../../schema/content-gaps.ts';
import type { CitationPage, SourcePage } from '../../../../schema/ai-sources.ts';
import type { SentimentReport, Visibility, VisibilityFigure } from '../../../../schema/ai-visibility.ts';
import { startVisibilityDesk, type VisibilityDesk } from '../support.ts';

interface Gaps<Row> {
  data: Row[];
  nextCursor: string | null;
  absent: number;
  behind: number;
  hint: string | null;
}

export interface ReportDesk extends VisibilityDesk {
  figures(asked?: object): Promise<Visibility>;
  citations(asked?: object): Promise<CitationPage>;
  sources(asked?: object): Promise<SourcePage>;
  sentiment(asked?: object): Promise<SentimentReport>;
  gaps(asked?: object): Promise<Gaps<ContentGap>>;
  analyze(asked?: object): Promise<Gaps<AnalyzedGap>>;
  /** Submits an answer of each text to each prompt, by engines unless something else is said. */
  answer(prompts: readonly string[], texts: readonly string[], more?: Record<string, unknown>): Promise<void>;
}

export async function startReports(): Promise<ReportDesk> {
  const app = await startVisibilityDesk();
  const call =
    <Answer>(operation: string) =>
    (asked: object = {}) =>
      app.desk.call(operation, asked as Record<string, unknown>) as Promise<Answer>;
  return {
    ...app,
    figures: call('ai_visibility_get'),
    citations: call('ai_visibility_citations'),
    sources: call('ai_visibility_sources'),
    sentiment: call('ai_visibility_sentiment'),
    gaps: call('content_gaps_list'),
    analyze: call('content_gaps_analyze'),
    async answer(prompts, texts, more = {}) {
      const answers = prompts.flatMap((prompt) => texts.map((text) => ({ prompt, text, engine: 'chatgpt', surface: 'ui', ...more })));
      for (let at = 0; at < answers.length; at += 100) await app.submit(answers.slice(at, at + 100));
    },
  };
}

/** So many questions, each another one. */
export const questions = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `Which database is good for case ${at + 1}?`);

export const brandOf = ({ brands }: Visibility, brand: string): Visibility['brands'][number] => brands.find((one) => one.brand === brand)!;

export const values = (brand: Visibility['brands'][number]): Record<string, number | null> => {
  const figures = Object.entries(brand).filter(
    (entry): entry is [string, VisibilityFigure] => typeof entry[1] === 'object' && 'value' in entry[1],
  );
  return Object.fromEntries(figures.map(([name, { value }]) => [name, value]));
};
