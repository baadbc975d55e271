import type { ArticleType } from '../compose/shapes.ts';

/** A passage that a draft may stand on; the draft cites it as `[number]`. */
export interface NumberedPassage {
  number: number;
  documentId: string;
  /** The document's. */
  title: string;
  url: string | null;
  /** "Section › Subsection"; null above the first heading. */
  heading: string | null;
  text: string;
}

export interface TermTarget {
  term: string;
  /** How often it is to be said, in the whole article. */
  min: number;
  max: number;
}

export interface OutlineSection {
  heading: string;
  level: 2 | 3;
  /** What the section covers, in a sentence. */
  brief: string;
  /** Numbers of the passages that speak to it, best first. */
  passages: number[];
}

export interface InternalLink {
  articleId: string;
  title: string;
  url: string;
  /** Words to link from. */
  anchor: string;
}

/** Headings of a page that ranks for the keyword, or that was given as a rival. */
export interface CompetingPage {
  url: string;
  title: string;
  headings: string[];
}

/** What a writer is handed: all it needs, and all it may stand on. */
export interface WritingBrief {
  keyword: string;
  /** A title to begin from; the one asked for where there is one. */
  title: string;
  articleType: ArticleType;
  /** ISO 639-1. */
  language: string;
  /** `method: "lexical"`: told from the words of the keyword alone. */
  intent: { type: 'informational' | 'commercial' | 'transactional' | 'navigational'; confidence: number; method: 'lexical' };
  audience: string | null;
  tone: string | null;
  styleGuide: string | null;
  /** The requester's own words. */
  instructions: string | null;
  /** What sets the article apart, in a sentence. */
  angle: string;
  wordCount: { target: number; min: number; max: number };
  questions: string[];
  terms: TermTarget[];
  competingPages: CompetingPage[];
  outline: OutlineSection[];
  passages: NumberedPassage[];
  internalLinks: InternalLink[];
  doNots: string[];
}

/** What a writer hands in. */
export interface Draft {
  title: string;
  metaTitle?: string;
  metaDescription?: string;
  slug?: string;
  /** The body from the introduction on: no title, sections under `##`, citations `[n]` naming passages of the brief. */
  markdown: string;
  faq?: { question: string; answer: string }[];
}
