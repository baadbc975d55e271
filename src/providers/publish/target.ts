/** An article as a content management system takes it. */
export interface PublishableArticle {
  /** `art_…`: it marks the remote post as this article's own. */
  id: string;
  title: string;
  slug: string;
  metaTitle: string;
  metaDescription: string;
  /** Sanitised, without the title. */
  html: string;
  markdown: string;
  language: string;
  keyword: string;
  jsonLd: Record<string, unknown>;
  faq: { question: string; answer: string }[];
  categories: string[];
  tags: string[];
  image: ArticleImage | null;
}

export interface ArticleImage {
  png: Uint8Array;
  alt: string;
  filename: string;
}

/** What is kept of a remote post for the next time. */
export interface Remote {
  id: string;
  /** Where the post is, or will be, read. */
  url: string;
  /** The featured image there: WordPress's media id, Ghost's URL. */
  imageId?: string | null;
  /** SHA-256 of the image's bytes, in hex: the same bytes are not uploaded twice. */
  imageHash?: string | null;
  /** The remote's own word: `publish`, `draft`, `pending` or `future` of WordPress; `published`, `draft` or `scheduled` of Ghost. */
  status: string;
}

export interface PublishOptions {
  status: 'publish' | 'draft';
  /** What the last `publish` of this article returned. */
  previous: Remote | null;
  /** Whether a post of the same slug that is not this article's may be replaced. */
  overwrite: boolean;
  signal?: AbortSignal;
}

export interface PublishTarget {
  /**
   * Whether address and credentials are right. Answers what was found: the site, the user, what the user may do.
   * Throws `provider_refused`, `provider_failed`, `rate_limited` or `address_refused`.
   */
  check(signal?: AbortSignal): Promise<{ detail: string }>;
  /**
   * Creates the post, or updates the one that is there: `previous`, or one that carries this article's mark, so that a lost answer makes no
   * second post. One that is gone is made anew. Calls for the same article must not run at the same time.
   * Throws `conflict` where the slug, or the place of `previous`, is another's and `overwrite` is false; else as `check`.
   */
  publish(article: PublishableArticle, how: PublishOptions): Promise<Remote>;
}
