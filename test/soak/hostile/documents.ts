import { docxOf } from '../../support/docx.ts';
import { pdfOfStreams } from '../../support/pdf.ts';

/** A document made to be hard to read; `length` in characters of its text. */
export interface HostileDocument {
  name: string;
  mediaType: string;
  make(length: number): string | Buffer;
}

const repeated = (piece: string) => (length: number) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
/** Different pieces. */
const counted =
  (piece: (index: number) => string) =>
  (length: number): string => {
    const pieces: string[] = [];
    for (let total = 0, index = 0; total < length; index++) total += pieces[pieces.push(piece(index)) - 1]!.length;
    return pieces.join('');
  };
const word = (index: number) => `w${((index * 7919) % 100_003).toString(36)}`;
const prose = (index: number) => `The ${word(index)} of the pump ${word(index + 1)} is ${index} bar in a ${word(index + 2)} shop.`;

const texts: Record<string, (length: number) => string> = {
  'words without a full stop': counted((index) => `${word(index)} `),
  'one letter': repeated('a'),
  'one mark': repeated('‹'),
  'line breaks': repeated('\n'),
  'short lines': counted((index) => `${word(index)}\n`),
  'short paragraphs': counted((index) => `${word(index)} ${index}\n\n`),
  'sentences of one letter': repeated('A. '),
  'Chinese without a stop': counted((index) => String.fromCodePoint(0x4e00 + ((index * 7919) % 20_000))),
  'Thai without a space': repeated('ภาษาไทย'),
  'zero-width characters': repeated('\u200Ba\u200D'),
  'letters that stand for many words': counted((index) => `${'ﷺ'.repeat(3400)} ${word(index)}. `),
  'random Chinese': (length) =>
    counted((index) => String.fromCodePoint(0x4e00 + ((index * index * 7919 + (index >> 3) * 104_729) % 20_000)))(length / 3),
  'prose in one line': counted((index) => `${prose(index)} `),
  accents: repeated('\u0301'),
  emoji: repeated('👩‍👩‍👧‍👦'),
  'white space': (length) => `a b${' '.repeat(length)}c`,
};
const markdowns: Record<string, (length: number) => string> = {
  'open brackets': repeated('[a]('),
  'open emphasis': repeated('**a _b '),
  'backticks of all lengths': counted((index) => `${'`'.repeat((index % 3000) + 1)}a`),
  'line breaks in one paragraph': counted((index) => `${word(index)}  \n`),
  'quoted lines': counted((index) => `> ${word(index)}\n`),
  'open comments': repeated('a <!-- '),
  'many headings': counted((index) => `# ${word(index)} ${index}\n\n${prose(index)}\n\n`),
  'one huge heading': (length) =>
    `# ${counted((index) => `${word(index)} `)(length / 2)}\n\n${counted((index) => `${prose(index)}\n\n`)(length / 2)}`,
  'many references': counted((index) => `[${word(index)}]: b\n[${word(index)}] `),
  'a table of many columns': (length) => `${'|a'.repeat(1000)}|\n${'|-'.repeat(1000)}|\n${'|a\n'.repeat(length / 3)}`,
};
const htmls: Record<string, (length: number) => string> = {
  'nested elements': repeated('<div>'),
  'nested lists': repeated('<ul><li>a b c'),
  'many links': counted((index) => `<a href="/${index}">${word(index)}</a> `),
  'many cells': (length) => `<table>${counted((index) => `<tr><td>${prose(index)}</td></tr>`)(length)}</table>`,
  'one paragraph': counted((index) => `${word(index)} `),
  'many breaks': counted((index) => `${word(index)}<br>`),
  'open tags': repeated('<b>a '),
  'one element of many attributes': (length) => `<p ${counted((index) => `${word(index)}=1 `)(length)}>The pump is in the shop.</p>`,
  'one element of many classes': (length) => `<p class="${counted((index) => `c${index} `)(length)}">The pump is in the shop.</p>`,
  'many small boxes': repeated('<div class="sidebar"><p>The pump, the shop, the bar.</p></div>'),
};
const drawing = (length: number) =>
  counted((index) => `BT /F1 1 Tf 1 0 0 1 ${index % 600} ${index % 700} Tm (${word(index)}) Tj ET\n`)(length);

export const documents: HostileDocument[] = [
  ...named('text/plain', texts),
  ...named('text/markdown', markdowns),
  ...named('text/html', htmls),
  { name: 'PDF of strewn words', mediaType: 'application/pdf', make: (length) => pdfOfStreams([drawing(length)], { packed: true }) },
  {
    name: 'PDF of empty pages',
    mediaType: 'application/pdf',
    make: (length) => pdfOfStreams(Array.from({ length: length / 500 }, () => '')),
  },
  {
    name: 'DOCX of one paragraph',
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    make: (length) => docxOf([{ text: counted((index) => `${word(index)} `)(length) }]),
  },
  {
    name: 'DOCX of many paragraphs',
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    make: (length) => docxOf(Array.from({ length: length / 50 }, (_, index) => ({ text: prose(index) }))),
  },
];

function named(mediaType: string, makers: Record<string, HostileDocument['make']>): HostileDocument[] {
  return Object.entries(makers).map(([name, make]) => ({ name: `${mediaType.slice(5)}: ${name}`, mediaType, make }));
}
