import type { FigureRow } from './figure-rows.ts';
import type { OrderQuality } from './prospects-measures.ts';

type Orders = Record<'score' | 'firstCome' | 'answers' | 'relevance' | 'random', OrderQuality>;
type Part = { found: number; of: number };

interface Found {
  found: { worthwhile: Part; worthless: Part };
  ofAll: Orders;
  ofFound: Orders;
  contacts: { right: number; chosen: number; named: number };
}

const told = (orders: Orders) =>
  (['score', 'firstCome', 'answers', 'relevance', 'random'] as const)
    .map((name) => [orders[name].ndcg10, orders[name].precision5, orders[name].pairs].join(', '))
    .join('; ');
const part = ({ found, of }: Part) => `${found} of ${of}`;

export const prospectRows: readonly FigureRow[] = [
  {
    bench: 'prospects',
    what: '89 pages of four invented projects, labelled by hand how worthwhile a letter is: nDCG@10, precision@5, pairs in the right order; by score, as engines rank them, by answers that cite them, by BM25, at random',
    aim: 'the most',
    figure: ({ ofAll }: Found) => told(ofAll),
  },
  {
    bench: 'prospects',
    what: 'the same of those that were found as prospects',
    aim: 'the most',
    figure: ({ ofFound }: Found) => told(ofFound),
  },
  {
    bench: 'prospects',
    what: 'pages found as prospects: of those with label 2 and more, of those with 0',
    aim: 'all, none',
    figure: ({ found }: Found) => `${part(found.worthwhile)}, ${part(found.worthless)}`,
  },
  {
    bench: 'prospects',
    what: 'whom to write to, found sites with label 1 and more: right, chosen, sites where somebody right is named',
    aim: 'the most',
    figure: ({ contacts }: Found) => [contacts.right, contacts.chosen, contacts.named].join(', '),
  },
];
