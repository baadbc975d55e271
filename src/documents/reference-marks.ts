/** What an element refers to, beside the text that it shows. */
export type Reference =
  | { kind: 'link'; url: string }
  | { kind: 'image'; url: string; alt: string }
  // What leads elsewhere and shows no words: an embedded page, a film, a link that is a sign.
  | { kind: 'embedded'; url: string; name: string }
  // What Markdown has nothing for.
  | { kind: 'foreign'; what: string; name: string }
  // Of a block of code: the language that it is written in.
  | { kind: 'language'; name: string };

// Marks are characters of private use, which no text has.
export const firstLink = 0xf0000;
export const endOfLink = String.fromCodePoint(0xffff0);
export const firstOther = 0x100000;
/** Any mark. */
export const mark = /[\u{F0000}-\u{10FFFF}]/gu;
/** A link's words between its marks; the words hold no other link. */
export const markedLink = /([\u{F0000}-\u{FFFE0}])([^\u{F0000}-\u{FFFFF}]*)\u{FFFF0}/gu;
export const linkOpening = /[\u{F0000}-\u{FFFE0}]/u;
export const linkEnd = /\u{FFFF0}/u;
export const markedOther = /[\u{100000}-\u{10FFFF}]/gu;
export const markWithWords = /([\u{F0000}-\u{10FFFF}])([^\u{F0000}-\u{10FFFF}]*)/gu;

export const withoutMark = (text: string) => text.replace(mark, '');
