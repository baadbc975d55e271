import type { FindableKind } from '../../../../schema/link-discovery.ts';
import type { PageEvidence } from '../scoring.ts';

/** Why a site could link, as it is kept. Texts are cut; they are the page's, not ours. */
export interface Evidence {
  /** What the page says; absent where it could not be read. */
  page?: PageEvidence;
  /** `cited`: answers that cite the page, name a competitor and not the project, and prompts that they answer. */
  answers?: number;
  prompts?: string[];
  /** `cited`: engines that gave them. */
  engines?: string[];
  /** `cited`: the first competitor that the page names, and the sentence in which it does. */
  competitor?: { name: string; sentence: string };
  /** `mention`: the sentence around the brand's name. */
  sentence?: string;
  /** `broken_link`: where the link leads, what is there, what it is called, and the project's page on the same. */
  brokenUrl?: string;
  gone?: string;
  anchor?: string;
  replacement?: OwnPage;
  /** The project's page that the link could lead to, and words of it; null where none of those that were read is on the same, absent where none was read. */
  target?: OwnPage | null;
  /** `resource_page`: sites that it links to. */
  sites?: number;
}

/** A page of the project's; the quote is null where it was taken for what it is, not for its words, and absent in older rows. */
export interface OwnPage {
  url: string;
  title: string | null;
  quote?: string | null;
}

/** An opportunity that was found on a page. */
export interface Opportunity {
  kind: FindableKind;
  url: string;
  evidence: Evidence;
}

/** What was known of a page before it was read. */
export interface Reason {
  kind: FindableKind;
  answers?: number;
  prompts?: string[];
  engines?: string[];
}

/** A page to read. */
export interface Candidate {
  url: string;
  reasons: Reason[];
}

const maxQuoted = 300;

export function cut(text: string, most = maxQuoted): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim();
  return plain.length <= most ? plain : `${plain.slice(0, most - 1).toWellFormed()}…`;
}
