import { normalise } from '../../language/tokens.ts';
import type { Body } from '../../markdown/body.ts';
import { readCited, type CitedText, type Put } from '../claims/citations.ts';
import type { EvidenceItem } from '../claims/evidence.ts';
import { marksIn } from '../claims/marks.ts';
import type { OptimizedPage } from '../optimize/shapes.ts';
import { partsIn, type Part } from './parts.ts';
import { pageNumber } from './shapes.ts';

/** A page as what a rewrite of it is checked against. */
export interface ReadPage {
  text: CitedText;
  parts: readonly Part[];
  /** Its own words as evidence: text, headings, tables, code, title and meta description. */
  evidence: EvidenceItem;
  /** The numbers in brackets that stand on it: they are marks of its own, which cite none of our passages. */
  numbers: ReadonlySet<number>;
  /** Whether a sentence stands on it as it is, in a table under the same headings. */
  has(sentence: Said): boolean;
}

type Said = Pick<CitedText['sentences'][number], 'text' | 'kind' | 'context'>;

const unchanged: Put = { mark: (_, written) => written, ofHeading: (written) => written };

export async function readPage({ url, title, h1, metaDescription, markdown, language }: OptimizedPage): Promise<ReadPage> {
  const text = await readCited({ markdown, evidence: new Map(), language }, unchanged);
  const parts = await partsIn(markdown, url);
  const said = new Set(text.sentences.map(saidKey));
  return {
    text,
    parts,
    evidence: { documentId: pageDocument, title, url, passages: passagesOf(text.body, parts, [h1, metaDescription]) },
    numbers: numbersIn(markdown),
    has: (sentence) => said.has(saidKey(sentence)),
  };
}

/** The page among the documents of the evidence. */
const pageDocument = 'page';

/** Case counts: "The WHO" is not "the who". */
function saidKey({ text, kind, context = '' }: Said): string {
  const bare = text.normalize('NFKC').replace(/[’‘]/g, "'").replace(/\s+/g, ' ').trim();
  return kind === 'cell' ? `${normalise(context)}|${bare}` : bare;
}

function passagesOf({ blocks }: Body, parts: readonly Part[], more: readonly (string | null)[]): string[] {
  const told = blocks.map(({ text, cell }) => (cell?.headings ? `${cell.headings} ${text}` : text));
  const code = parts.filter(({ kind }) => kind === 'code').flatMap(({ lines }) => lines.map(([line]) => line!));
  return [...told, ...code, ...more.filter((text) => text !== null)];
}

/** Where the numbers of passages begin, so that none is one in brackets on the page. */
export function firstNumber(markdown: string): number {
  const last = Math.max(pageNumber, ...numbersIn(markdown));
  return last > maxPageNumber ? pageNumber + 1 : last + 1;
}

/** With greater numbers on the page, those of passages would have more than three digits, and be no citations. */
const maxPageNumber = 700;

function numbersIn(markdown: string): Set<number> {
  return new Set(marksIn(markdown).flatMap(({ numbers }) => numbers));
}

/** The words of code, by which one that stands nowhere is found. */
export function codeWords(text: string): string[] {
  return text
    .normalize('NFKC')
    .split(/[\s`'"“”()[\]{}<>,;=|]+/)
    .flatMap((word) => {
      const bare = word.replace(/^[.:]+|[.:!?]+$/g, '');
      return bare === '' ? [] : [bare];
    });
}
