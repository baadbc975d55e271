import type { ArticleType } from '../../../schema/article-request.ts';
import type { ArticleSource, OutlineSection } from '../../../schema/articles.ts';

/** A retrieved passage, as the composer gets it. */
export interface SourcePassage {
  id: string;
  documentId: string;
  documentTitle: string;
  url: string | null;
  /** "Section › Subsection"; null above the first heading. */
  heading: string | null;
  /** Code belongs to the prose before it, by position. */
  kind: 'prose' | 'code';
  /** Paragraphs separated by blank lines; list items start with "- " or "1. ". Code is verbatim. */
  text: string;
  /** Order within its document, counted from 0. */
  position: number;
  /** The retrieval's score; higher is better. Only compared within one call. */
  score: number;
  /** ISO 639-1 or `und`. */
  language: string;
  /** Names in the keyword, in lower case, that its document is about: it counts as saying them throughout. */
  names?: readonly string[];
}

export interface ComposeRequest {
  keyword: string;
  /** Replaces the title the composer would make. */
  title?: string;
  articleType: ArticleType;
  /** ISO 639-1. Default: the language of most of the passages' text. */
  language?: string | null;
  targetWordCount: number;
  /** Headings the user wants, in order. One without matching sources is left out and named in `unmetOutline`. */
  outline?: string[];
  includeFaq: boolean;
  /** Those `names` of passages that do not tell the documents apart that have them. */
  sharedNames?: readonly string[];
  /** The user chose these sources for a writer with words of their own: where too few passages name the keyword, all are on the subject. */
  trusted?: boolean;
  /** It is a plan for a writer with words of their own, who can write any type. */
  plan?: boolean;
}

export type QuotedSentence = ArticleSource['sentences'][number] & { passageId: string };

/** Numbered from 1 in order of appearance. */
export interface CitedSource extends ArticleSource {
  sentences: QuotedSentence[];
}

export interface Composition {
  title: string;
  /** At most 60 characters. */
  metaTitle: string;
  /** At most 160 characters. */
  metaDescription: string;
  slug: string;
  outline: OutlineSection[];
  /** Wanted headings without matching sources. */
  unmetOutline: string[];
  /** Headings, paragraphs with reference marks such as [1], and a section that lists the sources. The title is not in it. */
  markdown: string;
  /** Answers in the sources' own words. Not part of the Markdown: the receiver places them. */
  faq: { question: string; answer: string }[];
  /** Every sentence of the body and of the answers, under the document it was taken from. */
  sources: CitedSource[];
  /** Words of the body, without headings, marks and the list of sources. */
  wordCount: number;
  language: string;
}

/** Whether the sources are enough for an article. */
export interface Judgement {
  sufficient: boolean;
  usablePassages: number;
  neededPassages: number;
  usableWords: number;
  neededWords: number;
}

export type ComposeResult =
  | { ok: true; composition: Composition }
  | { ok: false; usablePassages: number; neededPassages: number; usableWords: number; neededWords: number; reason: string };
