/** A page as it was read: its main text, and what stands around it. */
export interface OptimizedPage {
  url: string;
  title: string;
  h1: string | null;
  metaDescription: string | null;
  /** ISO 639-1. */
  language: string;
  /** The main text with its headings, links, images, tables and code. */
  markdown: string;
}

export interface OptimizeInput {
  keyword: string;
  /** ISO 639-1. */
  language: string;
  page: OptimizedPage;
  competitors: readonly OptimizedPage[];
  /** Questions that people ask, from the results page. */
  asked: readonly string[];
  siteUrl: string | null;
}

export interface TermRow {
  term: string;
  /** Uses in the page's sentences: headings, title, tables and code do not count. */
  count: number;
  min: number;
  max: number;
  /** Competitors that use it. */
  usedBy: number;
  points: number;
  maxPoints: number;
  status: 'missing' | 'low' | 'ok' | 'over';
}

export interface ScoreRow {
  name: string;
  points: number;
  max: number;
  detail: string;
  /** Why it could not be judged; its max then is 0. */
  why?: string;
}

export interface MissingQuestion {
  question: string;
  /** URLs of the competitors that ask it; none for one from the results page. */
  from: string[];
}

export interface OutlineRow {
  heading: string;
  level: number;
  /** URLs of the competitors that have it. */
  in: string[];
  status: 'missing' | 'covered';
  /** The page's heading that covers it. */
  by: string | null;
}

export interface PageScore {
  /** One decimal: the sum of the breakdown's points. */
  score: number;
  /** The parts of `optimizationFormula`; their maxima add up to 100. */
  breakdown: ScoreRow[];
  /** Their points add up to those of the part `terms`. */
  terms: TermRow[];
  /** Missing or said too seldom, most points to win first. */
  missingTerms: TermRow[];
  missingQuestions: MissingQuestion[];
  outlineDiff: OutlineRow[];
  length: { words: number; min: number; max: number };
  /** Where the points of placement come from. */
  placement?: Placement;
}

/** Points of ten by place of the keyword, and the share that its density leaves of them. */
export interface Placement {
  title: number;
  h1: number;
  opening: number;
  url: number;
  metaDescription: number;
  unstuffed: number;
}
