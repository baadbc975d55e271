/** An article as passed to a content management system. */
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

/** What we remember of a remote post. */
export interface Remote {
  id: string;
  /** The post's public URL, now or once published. */
  url: string;
  /** The featured image there: WordPress's media id, Ghost's URL. */
  imageId?: string | null;
  /** SHA-256 of the image's bytes, in hex: the same bytes are not uploaded twice. */
  imageHash?: string | null;
  /** In the remote's own terms: `publish`, `draft`, `pending` or `future` for WordPress; `published`, `draft` or `scheduled` for Ghost. */
  status: string;
}

export interface PublishOptions {
  status: 'publish' | 'draft';
  /** What the last `publish` of this article returned. */
  previous: Remote | null;
  /** Whether to replace a post with the same slug that is not this article's. */
  overwrite: boolean;
  signal?: AbortSignal;
}

export interface PublishTarget {
  /**
   * Checks address and credentials. Returns what was found: the site, the user, what the user may do.
   * Throws `provider_refused`, `provider_failed` or `rate_limited`.
   */
  check(signal?: AbortSignal): Promise<{ detail: string }>;
  /**
   * Creates the post, or updates the existing one: `previous`, or one with this article's mark, so that a lost answer does not lead to a second
   * post. A post that is gone is created anew. Calls for the same article must not overlap.
   * Throws `conflict` if the slug or the `previous` post belongs to something else and `overwrite` is false; otherwise as `check`.
   */
  publish(article: PublishableArticle, how: PublishOptions): Promise<Remote>;
}
