import type { SearchDimension, SearchView } from '../../../../schema/search-console.ts';
import type { Asked, Listed } from './asked.ts';
import type { CannotTell } from './cannot-tell.ts';
import { lowCtr, quickWins } from './chances.ts';
import { appeared, decay } from './movements.ts';
import { cannibalization } from './rivals.ts';
import { rowsView } from './rows-view.ts';

/** A way to look at the figures. */
export interface View {
  /** By which it can list; the first is the default. */
  dimensions: readonly (readonly SearchDimension[])[] | 'any';
  /** Whether it compares without being told. */
  compares: boolean;
  /** Whether a row by query says which page was shown for it. */
  namesPages?: true;
  list(asked: Asked): Promise<Listed | CannotTell>;
}

const byQuery = ['query'] as const;
const byPage = ['page'] as const;
const byBoth = ['query', 'page'] as const;

export const views: Readonly<Record<SearchView, View>> = {
  rows: { dimensions: 'any', compares: false, list: rowsView },
  quick_wins: { dimensions: [byQuery, byBoth, byPage], compares: false, namesPages: true, list: quickWins },
  low_ctr: { dimensions: [byQuery, byBoth], compares: false, namesPages: true, list: lowCtr },
  decay: { dimensions: [byPage, byQuery], compares: true, list: decay },
  cannibalization: { dimensions: [byBoth], compares: false, list: cannibalization },
  new: { dimensions: [byQuery, byPage], compares: true, list: (asked) => appeared(asked, 'new') },
  lost: { dimensions: [byQuery, byPage], compares: true, list: (asked) => appeared(asked, 'lost') },
};
