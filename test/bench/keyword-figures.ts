import type { FigureRow } from './figure-rows.ts';

type Right = Record<'right' | 'wholeTitle' | 'firstKeyphrase', number>;

const told = ({ right, wholeTitle, firstKeyphrase }: Right): string =>
  [right, wholeTitle, firstKeyphrase].map((value) => value.toLocaleString('en-US')).join(', ');

export const keywordRows: readonly FigureRow[] = [
  {
    bench: 'keywords',
    what: 'pages of manuals whose keyword is guessed right, of 80 judged by hand, beside the whole title and the text’s first keyphrase; CPU of a guess',
    aim: 'the most',
    figure: (found: Right & { ms: number }) => `${told(found)}; ${found.ms} ms`,
  },
  {
    bench: 'keywords',
    what: 'the same of 50 headlines as blogs write them, each with the beginning of its text',
    aim: 'the most',
    figure: ({ headlines }: { headlines: Right }) => told(headlines),
  },
];
