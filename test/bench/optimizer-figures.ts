import type { FigureRow } from './figure-rows.ts';
import { growthWords, type Growth } from './growth.ts';

interface Optimized {
  cpu: { characters: number; firstMs: number; ms: number }[];
  growth: Growth;
  scores: (Record<'honest' | 'suggested' | 'attacked' | 'random', number> & { byDensity: Record<'honest' | 'attacked', number> })[];
}

export const optimizerRows: readonly FigureRow[] = [
  {
    bench: 'optimizer',
    what: 'CPU of scoring a page against five, of 12,500, 25,000, 50,000 and 100,000 characters each',
    aim: '≤ 1000 ms at 50,000',
    figure: ({ cpu }: Optimized) => `${cpu.map(({ ms }) => ms).join(', ')} ms`,
  },
  {
    bench: 'optimizer',
    what: 'how this CPU grows from pages of 12,500 characters to 100,000',
    aim: '≤ n^1',
    figure: ({ growth }: Optimized) => growthWords(growth, 'ms'),
  },
  {
    bench: 'optimizer',
    what: 'pages of manuals: score as they are, with what is suggested, by the best of 13 attacks, of random words',
    aim: 'in this order',
    figure: ({ scores }: Optimized) => scores.map(({ honest, suggested, attacked, random }) => `${honest}, ${suggested}, ${attacked}, ${random}`).join('; '), // prettier-ignore
  },
  {
    bench: 'optimizer',
    what: 'the same by the keyword’s share of all words: as they are, by the best attack',
    aim: '',
    figure: ({ scores }: Optimized) => scores.map(({ byDensity }) => `${byDensity.honest}, ${byDensity.attacked}`).join('; '),
  },
];
