import type { CitationPage, CitationQuery, SourcePage, SourceQuery } from '../../../../schema/ai-sources.ts';
import type { SentimentQuery, SentimentReport, Visibility, VisibilityFilters } from '../../../../schema/ai-visibility.ts';
import type { GapAnalysis, GapAnalysisRequest, GapPage, GapQuery } from '../../../../schema/content-gaps.ts';
import { pagesOfOthers, type PagesOfOthers } from './cited-by-others.ts';
import { citationReport } from './citations.ts';
import { analyzeGaps, type GapNeeds } from './gap-advice.ts';
import { gapReport } from './gaps.ts';
import { sentimentReport } from './sentiment.ts';
import { sourceReport } from './sources.ts';
import { visibilityReport } from './visibility.ts';

/** What answers say of the project and its competitors, in figures. All throw `not_found`, `project_required`, `invalid_input`. */
export interface VisibilityReports {
  figures(asked: VisibilityFilters): Promise<Visibility>;
  citations(asked: CitationQuery): Promise<CitationPage>;
  sentiment(asked: SentimentQuery): Promise<SentimentReport>;
  sources(asked: SourceQuery): Promise<SourcePage>;
  gaps(asked: GapQuery): Promise<GapPage>;
  analyzeGaps(asked: GapAnalysisRequest): Promise<GapAnalysis>;
  /** For other groups only: the pages of others that answers since then cite most. */
  pagesOfOthers(asked: { projectId: string; since: string; limit: number }): Promise<PagesOfOthers>;
}

export function createReports(needs: GapNeeds): VisibilityReports {
  return {
    figures: (asked) => visibilityReport(needs, asked),
    citations: (asked) => citationReport(needs, asked),
    sentiment: (asked) => sentimentReport(needs, asked),
    sources: (asked) => sourceReport(needs, asked),
    gaps: (asked) => gapReport(needs, asked),
    analyzeGaps: (asked) => analyzeGaps(needs, asked),
    pagesOfOthers: (asked) => pagesOfOthers(needs, asked),
  };
}
