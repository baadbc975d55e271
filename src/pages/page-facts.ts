/** Where something stands in the source of its page: a line, from 1. */
export interface Located {
  line: number;
}

/** What one pass over a page's HTML finds. Nothing is rendered; addresses are absolute, resolved against the page's base. */
export interface PageFacts {
  /** `lang` of the root element, as written. */
  lang: string | null;
  titles: (Located & { text: string })[];
  descriptions: (Located & { text: string })[];
  /** `url` is null where `href` is no address. */
  canonicals: (Located & { href: string; url: string | null })[];
  /** Each `<meta name="robots">` or one for a named bot, in lower case. */
  robots: (Located & { agent: string; directives: string[] })[];
  hreflangs: (Located & { lang: string; href: string; url: string | null })[];
  headings: (Located & { level: number; text: string })[];
  links: PageLink[];
  images: (Located & { src: string; url: string | null; alt: string | null })[];
  /** Feeds that the head names. */
  feeds: (Located & { url: string; type: string })[];
  /** Each JSON-LD block: what it says, or why it cannot be read. */
  jsonLd: (Located & { value: unknown; error: string | null })[];
  /** schema.org types of JSON-LD and microdata, without the vocabulary's address. */
  types: string[];
  /** ISO 8601 as written: structured data first, then meta, then `<time>`. */
  publishedAt: string | null;
  modifiedAt: string | null;
  /** Words of the visible text outside navigation, header and footer; where scripts have no spaces, as `countWords` has it. */
  mainWords: number;
  /** SimHash of the main text, 64 bits in hexadecimal: near-duplicates differ in few bits. */
  sketch: string;
}

export interface PageLink extends Located {
  /** As written. */
  href: string;
  /** http and https only, without a fragment; null for any other. */
  url: string | null;
  text: string;
  rel: string[];
  /** `content`: in the main text, without navigation, header, footer and aside. */
  place: 'content' | 'navigation' | 'header' | 'footer' | 'aside';
}
