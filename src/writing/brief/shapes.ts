import type { ArticleType } from '../../../schema/article-request.ts';
import type { IntentLabel } from '../../keywords/intent-words.ts';
import type { CompetingPage } from '../../../schema/drafts.ts';
import type { Composition, SourcePassage } from '../sources/shapes.ts';

export interface Intent {
  type: IntentLabel;
  confidence: number;
  /** `lexical`: told by the words of the keyword; `headings`: by those of competing pages' titles; `none`: nothing tells. */
  method: 'lexical' | 'headings' | 'none';
}

export interface BriefRequest {
  keyword: string;
  title?: string | null;
  articleType: ArticleType;
  /** ISO 639-1. Default: the language of most of the passages' text. */
  language?: string | null;
  targetWordCount: number;
  /** Headings the user wants, in order; "### …" is one of level 3. */
  outline?: readonly string[] | null;
  tone?: string | null;
  instructions?: string | null;
  audience: string | null;
  styleGuide: string | null;
  /** The project's names, in its own spelling. */
  brandTerms: readonly string[];
  /** The article that the brief is for, so that it does not link to itself. */
  articleId?: string;
}

/** An article of the project that was published under a URL. */
export interface PublishedPage {
  articleId: string;
  title: string;
  keyword: string;
  url: string;
  language: string;
}

export interface BriefInput {
  request: BriefRequest;
  /** The best that retrieval found. */
  passages: readonly SourcePassage[];
  /** The extractive plan, if it could be made. */
  composition: Composition | null;
  competing: readonly CompetingPage[];
  published: readonly PublishedPage[];
}
