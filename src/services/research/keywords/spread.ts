import { isAsking } from '../../../keywords/expansion.ts';
import type { DiscoveredKeyword, NotPlanned } from '../../../../schema/keywords.ts';
import { keywordTerms, nearnessOf } from '../../../language/similar-keyword.ts';
import type { Candidate } from './candidates.ts';

/** A row, what it is a keyword on, and which subject or question of a document. */
export interface Plannable extends Pick<Candidate, 'subject' | 'from'> {
  row: Omit<DiscoveredKeyword, 'why'>;
}

/** Of one document, at most: of what is asked or done, then of names of things too. */
const maxOfOne = { asked: 3, named: 4 } as const;
/** A document with so many sections on what is asked or done is written on by these. */
const minSections = 3;

/** A row that a plan may take, by what it says and where that stands. */
interface Placed {
  row: Plannable;
  terms: ReadonlySet<string>;
  documentId: string | undefined;
  heading: string | null;
  /** Whether it is asked, done or typed by people, and not only the name of a thing. */
  isAsked: boolean;
  /** Whether somebody says it, be it a document. */
  isSaid: boolean;
  /** Whether it is neither what a thing is nor on all that the documents are on. */
  isBest: boolean;
}

/**
 * Picks rows for a plan, the best first: of each document one, then of each a second; how things are used and
 * what is done and asked first, then what patterns ask, then what things are, and names last. None is near to another, and none is a chapter of which a section is planned, or the other way round.
 */
export class Spread {
  private left: readonly Placed[];
  /** Whole documents whose sections are taken instead. */
  private readonly wholes: readonly Placed[];
  private readonly taken: Placed[] = [];

  constructor(rows: readonly Plannable[], language: string) {
    const within = rows.find(({ from }) => from?.field)?.from?.field?.within;
    const name = within?.slice(within.indexOf(' ') + 1);
    const placed = rows.map((row) => placeOf(row, language, name));
    const sections = Map.groupBy(placed.filter(({ heading, isAsked }) => heading !== null && isAsked), ({ documentId }) => documentId); // prettier-ignore
    const isWhole = ({ heading, documentId }: Placed) => heading === null && (sections.get(documentId)?.length ?? 0) >= minSections;
    const use = ({ row, isSaid }: Placed) => (isSaid && isAsking('use', row.row.keyword, language) ? 0 : 1);
    this.left = placed.toSorted((one, other) => use(one) - use(other)).filter((one) => !isWhole(one));
    this.wholes = placed.filter(isWhole);
  }

  /** The next, `most` of them. */
  next(most: number): string[] {
    const picked: Placed[] = [];
    const pick = (share: number, some: readonly Placed[]) => {
      for (const one of some) {
        const others = [...this.taken, ...picked];
        if (picked.length === most || picked.includes(one) || others.some((other) => isSame(one, other))) continue;
        if (countOf(one, others) < share) picked.push(one);
      }
    };
    const asked = this.left.filter(({ isAsked }) => isAsked);
    const best = asked.filter(({ isBest }) => isBest);
    const said = best.filter(({ isSaid }) => isSaid);
    for (const some of [said, best, asked]) for (let share = 1; share <= maxOfOne.asked; share++) pick(share, some);
    for (let share = 1; share <= maxOfOne.named; share++) pick(share, this.left);
    this.left = this.left.filter((one) => !picked.includes(one));
    this.taken.push(...picked);
    return picked.map(({ row }) => row.row.keyword);
  }

  /** Gives back what the documents turn out to say too little on. */
  drop(keywords: ReadonlySet<string>): void {
    for (let at = this.taken.length - 1; at >= 0; at--) if (keywords.has(this.taken[at]!.row.row.keyword)) this.taken.splice(at, 1);
  }

  /** What speaks against those that were neither taken nor given back, where something does. */
  passedOver(): Map<string, NotPlanned> {
    const passed = new Map<string, NotPlanned>();
    for (const { row } of this.wholes) passed.set(row.row.keyword, 'overlaps');
    for (const one of this.left) {
      if (this.taken.some((other) => isSame(one, other))) passed.set(one.row.row.keyword, 'overlaps');
      else if (countOf(one, this.taken) >= maxOfOne.named) passed.set(one.row.row.keyword, 'same_document');
    }
    return passed;
  }
}

/** How many of others are of the same document. */
function countOf({ documentId }: Placed, others: readonly Placed[]): number {
  return documentId === undefined ? 0 : others.filter((other) => other.documentId === documentId).length;
}

/** What is worded here, and not by who searches. */
const ours: ReadonlySet<string> = new Set(['documents', 'patterns']);

function placeOf(one: Plannable, language: string, name: string | undefined): Placed {
  const { row, from } = one;
  const bare = from?.field ? row.keyword.replace(from.field.within, '') : row.keyword;
  return {
    row: one,
    terms: keywordTerms(from?.field?.bare && row.keyword === from.keyword ? from.field.bare : bare, language),
    documentId: from?.documentId ?? row.documents?.best.id,
    isAsked: row.question || from?.isThing !== true,
    isSaid: row.sources.some((source) => source !== 'patterns'),
    isBest:
      row.sources.some((source) => !ours.has(source)) ||
      !(isAsking('what', row.keyword, language) || isAtLarge(row.keyword, name, language)),
    heading: from ? from.heading : (row.documents?.best.heading ?? null),
  };
}

/** Whether all that is said to be done is done with what the documents are on: "how to configure kilndesk", which many pages tell. */
function isAtLarge(keyword: string, name: string | undefined, language: string): boolean {
  return name !== undefined && keyword.includes(name) && keywordTerms(keyword.replace(name, ''), language).size <= 1;
}

function isSame(one: Placed, other: Placed): boolean {
  if (one.row.subject === other.row.subject || nearnessOf(one.terms, other.terms) > 0) return true;
  if (one.documentId === undefined || one.documentId !== other.documentId) return false;
  return one.heading === null || other.heading === null || isWithin(one, other) || isWithin(other, one);
}

/** Whether a row's best passage stands in the section of another. */
function isWithin({ row }: Placed, { heading }: Placed): boolean {
  return heading !== null && (row.row.documents?.best.heading?.includes(heading) ?? false);
}
