import type { ArticleType, Composition, SourcePassage } from '../sources/shapes.ts';

/** A passage that a draft may stand on; the draft cites it as `[number]`. */
export interface NumberedPassage {
  number: number;
  documentId: string;
  /** The document's. */
  title: string;
  url: string | null;
  /** "Section › Subsection"; null above the first heading. */
  heading: string | null;
  /** At most about 120 words of it, cut between sentences; "…" stands where something was left out. */
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
  /** About how long the section should be. */
  words?: number;
}

export interface Question {
  question: string;
  /** Numbers of the passages that answer it, best first. */
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

export type IntentType = 'informational' | 'commercial' | 'transactional' | 'navigational';

/** `method: "lexical"`: told from the words of the keyword alone. */
export interface Intent {
  type: IntentType;
  confidence: number;
  method: 'lexical';
}

/** How the kind of article opens, goes on and ends. */
export interface Structure {
  introduction: string;
  /** Numbers of passages to open with, best first. */
  introductionPassages: number[];
  body: string;
  conclusion: string;
}

/** What a writer is handed: all it needs, and all it may stand on. */
export interface WritingBrief {
  keyword: string;
  /** A title to begin from; the one asked for where there is one. */
  title: string;
  articleType: ArticleType;
  /** ISO 639-1. */
  language: string;
  intent: Intent;
  audience: string | null;
  tone: string | null;
  styleGuide: string | null;
  /** The requester's own words. */
  instructions: string | null;
  /** What sets the article apart, in a sentence or two. */
  angle: string;
  wordCount: { target: number; min: number; max: number };
  structure: Structure;
  outline: OutlineSection[];
  questions: Question[];
  /** The keyword first. */
  terms: TermTarget[];
  competingPages: CompetingPage[];
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

export interface BriefRequest {
  keyword: string;
  title?: string | null;
  articleType: ArticleType;
  /** ISO 639-1. Default: the language most of the passages are in. */
  language?: string | null;
  targetWordCount: number;
  /** Headings wanted, in order; "### …" is one of level 3. */
  outline?: readonly string[] | null;
  tone?: string | null;
  instructions?: string | null;
  audience: string | null;
  styleGuide: string | null;
  /** The project's names, spelled as it writes them. */
  brandTerms: readonly string[];
  /** The article that the brief is for, so that it is not linked to itself. */
  articleId?: string;
}

export interface PublishedArticle {
  articleId: string;
  title: string;
  keyword: string;
  url: string;
  language: string;
}

export interface BriefInput {
  request: BriefRequest;
  /** The retrieval's best. */
  passages: readonly SourcePassage[];
  /** The extractive plan, where it could be made. */
  composition: Composition | null;
  competing: readonly CompetingPage[];
  published: readonly PublishedArticle[];
}
