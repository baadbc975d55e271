/** Whose mentions and citations are looked for in an answer. */
export interface Brand {
  /** `own`, or the competitor's id. */
  id: string;
  /** Its name first, then its aliases. */
  names: readonly string[];
  /** Hosts without www., with the path where the site is but a part of its host. */
  sites: readonly string[];
  /** Where some are given, the answer must hold one of them, or no mention counts. */
  mentionOnlyWith: readonly string[];
  /** A mention with one of these within five words is none. */
  mentionNotWith: readonly string[];
}

/** A source that came with an answer, beside its text. */
export interface GivenCitation {
  url: string;
  title?: string;
  /** Where a wrapper leads that cannot be read offline, once it was followed; null where that failed. */
  resolved?: string | null;
}

export interface GivenAnswer {
  /** Markdown. */
  text: string;
  /** In the engine's order: the mark [1] in the text means the first. */
  citations: readonly GivenCitation[];
  /** ISO 639-1, where whoever asked said so; else it is detected. */
  language?: string;
}

/** A sentence that names a brand. */
export interface MentionSentence {
  /** At most 500 characters. */
  text: string;
  /** How often it names that brand. */
  mentions: number;
  /** 0 (bad) to 100 (good); null where `why` says the reason. */
  sentiment: number | null;
  /**
   * `not_applicable`: the sentence names several brands. `language`: nothing here judges that language. `provider_error`, `cap_reached`: the judge gave no
   * figure.
   */
  why?: 'not_applicable' | 'language' | 'provider_error' | 'cap_reached';
  /** The judge was asked, and has none to give. */
  isAsked?: true;
}

export interface BrandInAnswer {
  /** The brand's id. */
  brand: string;
  /** How often it is named; 0 where it is only cited. */
  mentions: number;
  /** The rank of its first mention among the brands that are looked for, from 1; null where it is not named. */
  position: number | null;
  /** 0 to 100: the mean over the mentions whose sentence has one; null where none has. */
  sentiment: number | null;
  /** How many mentions have one. */
  sentimentCount: number;
  /** The sentences that name it, in the answer's order; the first 20. */
  sentences: readonly MentionSentence[];
  /** Citations that lead to its sites. */
  cited: number;
  /** Its share of the position-adjusted word count, 0 to 1; 0 where it is not cited, null where the answer has no mark or link in its text. */
  prominence: number | null;
}

export interface CitationInAnswer {
  /** From 1: the given ones in their order, then those that only the text has. */
  number: number;
  /** The address without wrappers, tracking parameters and fragment, to be shown and opened. */
  url: string;
  /** What two addresses of the same page have in common: also without scheme, `www.` and trailing slash. */
  key: string;
  /** The registrable domain, private suffixes counted (`a.github.io`); the host where there is none; empty where it is unresolved. */
  domain: string;
  /** Without `www.`, with its port; empty where it is unresolved. */
  host: string;
  title: string | null;
  /** The id of the brand whose site it is. */
  brand: string | null;
  /** Whether the text itself has a mark or a link to it. */
  inline: boolean;
  /** Its share of the position-adjusted word count, 0 to 1; null where the answer has no mark or link in its text. */
  prominence: number | null;
  /** `unresolved`: behind a wrapper that can only be followed, and was not. */
  status: 'ok' | 'unresolved';
}

export interface ReadAnswer {
  /** ISO 639-1; where the text is too short to tell, `en` for Latin letters and `und` for others. */
  language: string;
  /** Those that are named or cited, in the order in which the brands were given. */
  brands: readonly BrandInAnswer[];
  citations: readonly CitationInAnswer[];
  /** Whether the text has a mark or a link to any source. */
  hasInline: boolean;
}

/** What a judge says of a sentence: 0 to 100, `none` where it has no figure to give, or why it could not be asked. */
export type Judgement = number | 'none' | 'provider_error' | 'cap_reached';
