/** What the checks take for too much or too little. The docs tell each. */

// Titles
/** Widths in Latin letters: those of scripts that are written in squares count two. Results show some 60 of a title and 160 of a description. */
export const maxTitleWidth = 70;
export const minTitleWidth = 15;
export const maxDescriptionWidth = 200;
export const minDescriptionWidth = 25;

// Headings
export const maxHeadingLength = 200;
export const maxMainHeadingLength = 100;

// Text
/** In words. */
export const minMainWords = 60;
export const maxParagraphWords = 300;
/** Of all words of a text of some length, the share that one word may have. */
export const maxWordShare = 0.08;
export const minWordsForShare = 150;
/** Visible characters to characters of HTML, without scripts and styles; told of pages of at least so many characters. */
export const minTextShare = 0.02;
export const minSizeForTextShare = 100_000;

// Indexing
/** In bytes: browsers look for the encoding no further (HTML Standard, 4.2.5.4). */
export const maxCharsetOffset = 1024;
/** A page that only sends its reader on has no more words. */
export const maxWordsOfForward = 60;

// Links
export const maxLinks = 1000;

// Images
export const maxAltLength = 250;
/** In characters of a `data:` address. */
export const maxInlineImage = 50_000;
/** Images of the content that may load at once. */
export const maxEagerImages = 25;

// Performance
export const maxPageBytes = 1_000_000;
export const maxBlockingScripts = 2;
export const maxStylesheets = 10;
export const maxElements = 2000;
export const maxElementDepth = 60;
/** In characters. */
export const maxInlineStyle = 100_000;
export const maxInlineScript = 200_000;
/** A smaller answer gains next to nothing by compression. */
export const minBytesToCompress = 5000;
export const maxAnswerMs = 3000;

// Accessibility
/** A smaller maximum forbids readers to enlarge the page as much as they need (WCAG 1.4.4). */
export const minZoom = 2;

// AI readiness
/** In words of the main text. */
export const minWordsForAnswer = 600;
export const maxWordsBeforeAnswer = 150;
export const minWordsForQuestions = 1200;
export const minWordsForHeadings = 1000;
export const maxWordsPerHeading = 800;
/** From this share of the main text on, what may not be quoted is the content. */
export const maxUnquotableShare = 0.5;

// All
/** Of one check on one page, so many places are told. */
export const maxEvidence = 50;
