/** Where something stands in the source of its page: a line, from 1. What the answer's headers say stands at line 0. */
export interface Located {
  line: number;
}

/** What one pass over a page's HTML finds. Nothing is rendered; addresses are absolute, resolved against the page's base. */
export interface PageFacts {
  /** `lang` of the root element, as written. */
  lang: string | null;
  /** The language that the main text reads as, by its script and small words (ISO 639-1); null where that is not plain. */
  readsAs: string | null;
  /** `xml:lang` of the root element. */
  xmlLang: string | null;
  /** `dir` of the root element or the body. */
  direction: string | null;
  hasDoctype: boolean;
  /** Whether it is RSS or Atom, whatever its type says. */
  isFeed: boolean;
  titles: (Located & { text: string })[];
  descriptions: (Located & { text: string })[];
  /** `url` is null where `href` is no address. */
  canonicals: (Located & Origin & { href: string; url: string | null })[];
  /** Each `<meta name="robots">` or one for a named bot, in lower case; and each `X-Robots-Tag`, its agent `robots` where it names none. */
  robots: (Located & Origin & { agent: string; directives: string[] })[];
  hreflangs: (Located & Origin & { lang: string; href: string; url: string | null })[];
  /** Those that are shown. `isNamed`: something in it has a name in an attribute. `isFilled`: it is empty, and a script of the page names it. */
  headings: (Located & { level: number; text: string; isNamed: boolean; isFilled: boolean; place: Place })[];
  links: PageLink[];
  images: PageImage[];
  /** Feeds that the head names. */
  feeds: (Located & { url: string; type: string })[];
  /** What else the head names to be loaded, by the name that it has there. */
  named: (Located & { what: 'icon' | 'manifest' | 'next' | 'prev' | 'og:image' | 'twitter:image'; href: string; url: string | null })[];
  /** Each JSON-LD block: what it says, or why it cannot be read. */
  jsonLd: (Located & { value: unknown; error: string | null })[];
  /** schema.org types of JSON-LD, microdata and RDFa, without the vocabulary's address; each once. */
  types: string[];
  /** ISO 8601 as written: structured data first, then meta, then `<time>`. */
  publishedAt: string | null;
  modifiedAt: string | null;
  /** From structured data, meta, or a link that says who wrote it. */
  author: string | null;
  /** Whether a link or microdata in the page says who wrote it: metadata are often the same on all pages. */
  isSigned: boolean;
  /** Words of the visible text outside navigation, header and footer; where scripts have no spaces, as `countWords` has it. */
  mainWords: number;
  /** SimHash of the main text, 64 bits in hexadecimal: near-duplicates differ in few bits. `distance` of `sketch.ts` compares. */
  sketch: string;
  meta: MetaFacts;
  text: TextFacts;
  size: SizeFacts;
  scripts: (Located & { url: string | null; src: string; place: 'head' | 'body'; isBlocking: boolean })[];
  stylesheets: (Located & { url: string | null; href: string; isBlocking: boolean })[];
  /** What the page loads or sends over http, as it would from an https page: `isActive` for what may change the page. */
  insecure: (Located & { url: string; element: string; isActive: boolean })[];
  forms: (Located & { url: string | null; method: string; hasAction: boolean; hasPassword: boolean })[];
  /** Inputs, selects and text areas that are shown, with whether anything names them. `for` and `aria-labelledby` must lead to something. */
  fields: (Located & { what: string; isNamed: boolean; isPassword: boolean })[];
  /** Buttons, image maps' areas and drawings that stand for a picture, which nothing names. */
  unnamed: (Located & { what: 'button' | 'area' | 'drawing'; source: string })[];
  frames: (Located & { src: string; isNamed: boolean; isHidden: boolean })[];
  /** Pages that frames show, also those of `<noscript>` that stand in for scripts. */
  framed: (Located & { url: string | null })[];
  tables: TableFacts[];
  media: (Located & { tag: 'audio' | 'video'; plays: boolean; isMuted: boolean })[];
  /** `object`, `embed`, `applet`, `frameset`, `marquee` and `blink`, by their tags. */
  outdated: (Located & { tag: string })[];
  /** Ids and names that links may lead to. */
  anchors: string[];
  /** Ids that two elements have and to which a label, a link or an ARIA attribute leads. */
  repeatedIds: (Located & { id: string })[];
  /** Links within the page to an id or name that it does not have. */
  missingAnchors: (Located & { fragment: string })[];
  /** `for`, `aria-labelledby` and the like that name an id which the page does not have. */
  missingReferences: (Located & { attribute: string; id: string })[];
  positiveTabindexes: (Located & { value: number })[];
  /** Further ids that two elements have. */
  otherRepeatedIds: (Located & { id: string })[];
  /** Whether a script that stands in the page leads to another address as soon as it runs. */
  leadsAway: Located | null;
  /**
   * `document`: a second `<html>`, in the body. `obsolete`: the first element of each name that HTML has no more. `posing`: what a click leads on,
   * and the keyboard cannot reach. `pale`: text whose style attribute leaves it too little contrast.
   */
  slips: (Located & {
    what: 'document' | 'obsolete' | 'posing' | 'in_list' | 'role' | 'hidden_focusable' | 'hidden_text' | 'pale';
    source: string;
  })[];
}

/** Where a metadata element stands. `body` is past the point where a browser ended the head, also if that was not meant. */
export interface Origin {
  place: 'head' | 'body' | 'header';
}

/** `content`: in the main text, without navigation, header, footer and aside. */
export type Place = 'content' | 'navigation' | 'header' | 'footer' | 'aside';

export interface PageLink extends Located {
  /** As written. */
  href: string;
  /** http and https only, without a fragment; null for any other. */
  url: string | null;
  /** Its words, and those that its images stand for. */
  text: string;
  /** Whether anything names it: text, an image's alt, a label, a title. */
  isNamed: boolean;
  /** Its `aria-label`, or else its `title`. */
  label: string | null;
  rel: string[];
  place: Place;
  /** In an aside, crumbs or a list of related pages within the content. */
  isApart: boolean;
  /** In something that is not shown at first, such as a menu. */
  isHidden: boolean;
  opensWindow: boolean;
  /** Of an image map. */
  isArea: boolean;
  /** Of another control: a button made of a link, a tab, what a script listens to. */
  isControl: boolean;
  /** Holds an image that has no alternative text. */
  holdsUnnamedImage: boolean;
}

export interface PageImage extends Located {
  /** As written; that of a `data:` address is cut. */
  src: string;
  url: string | null;
  alt: string | null;
  place: Place;
  isHidden: boolean;
  /** Not for those who listen: a role of presentation, `aria-hidden`, or one pixel in size. */
  isDecoration: boolean;
  /** Named by `aria-label`, `aria-labelledby` or `title`. */
  hasOtherName: boolean;
  /** Both sides are said in attributes or in its style. */
  hasSize: boolean;
  isLazy: boolean;
  /** `loading` says so. */
  saysLazy: boolean;
  /** Only a script says where it comes from, and nothing stands in for it. */
  needsScript: boolean;
  /** How `src` is lacking, where nothing else in the markup says where the image comes from. `filled`: a script of the page names the image. */
  lacksSource: 'missing' | 'empty' | 'filled' | null;
  /** What browsers load in its place: the one source of its `<picture>` that all of them know. */
  preferred: string | null;
  /** What `srcset` offers besides, in the image or its `<picture>`: the first of them. */
  candidates: string[];
  /** A part of the page that has a heading or a film of its own ends before it, or as much text stands there as fills a screen. */
  isFurtherDown: boolean;
  /** Characters of a `data:` address, or 0. */
  inlineSize: number;
}

export interface MetaFacts {
  /** `offset` in characters from the start. */
  charset: (Located & { name: string; offset: number }) | null;
  viewport: (Located & { content: string }) | null;
  refresh: (Located & { seconds: number; url: string | null }) | null;
  generator: string | null;
  /** The first of each name, without `og:`, `article:` with its prefix. */
  openGraph: Readonly<Record<string, string>>;
  /** The first of each name, without `twitter:`. */
  twitter: Readonly<Record<string, string>>;
}

export interface TextFacts {
  /** Words of all that is shown, main text and furniture. */
  words: number;
  /** Characters of all that is shown, without spaces. */
  characters: number;
  /** Words of the main text that stand in links. */
  linkedWords: number;
  /** Words of the main text without asides, crumbs, related pages and links in lists. */
  ownWords: number;
  /** Words of the main text that stand in code. */
  codeWords: number;
  /** Words of the main text that stand in tables. */
  tableWords: number;
  /** Words of the main text marked `data-nosnippet`. */
  unquotableWords: number;
  /** Paragraphs of the main text of at least one word. */
  paragraphs: number;
  longestParagraph: (Located & { words: number; text: string }) | null;
  /** Words of the main text in blocks that end as a sentence does. */
  sentenceWords: number;
  /** How many words of the main text, but links and code, stand between the first heading and the first block that says a whole sentence; null without one. */
  wordsBeforeAnswer: number | null;
  /** Items of lists in the content. */
  listItems: number;
  /** Terms of definition lists, and what opens on a click, in the content: they head what stands below them. */
  terms: number;
  hasMain: boolean;
  hasArticle: boolean;
  /** The mark of a broken encoding, U+FFFD, in words outside code. */
  brokenCharacters: (Located & { text: string })[];
  /** What a server says when it fails, or a variable that no template filled, in a text without code. */
  leftover: { what: 'server' | 'variable'; text: string } | null;
  /** The word of the content that comes most often, of those of at least four letters, and how often; null in a text with code. */
  commonest: { word: string; count: number } | null;
  /** Filler text that was never replaced, outside code. */
  filler: (Located & { text: string }) | null;
  /** An empty element of the kind that a script fills with the page, or with what it lists: its name in id or class. */
  emptyRoot: (Located & { name: string }) | null;
  /** What `<noscript>` says, cut. */
  noscript: string;
}

export interface SizeFacts {
  /** Characters of HTML. */
  html: number;
  /** Its source has no other characters: any encoding reads it right. */
  isAscii: boolean;
  elements: number;
  depth: number;
  inlineScript: number;
  /** Data in scripts that are not run, such as JSON. */
  inlineData: number;
  inlineStyle: number;
  /** `@import` in style elements. */
  styleImports: number;
}

export interface TableFacts extends Located {
  rows: number;
  columns: number;
  hasHeaders: boolean;
  /** What says that it holds data, not a layout: a caption, or a border around words. */
  saysData: boolean;
  /** Not only numbers, such as a puzzle. */
  hasWords: boolean;
  /** Holds another table, a form or a heading, or says that it is a layout. */
  saysLayout: boolean;
}
