import type { OpportunityKind } from '../../../schema/link-building.ts';
import { minRelevance } from './discovery/relevance.ts';

/** What is known of the page by which a site could link. */
export interface PageEvidence {
  title: string | null;
  /** How much of one of the project's subjects it has, 0 to 1; null where nobody knows. */
  relevance: number | null;
  /** The subject that it has most of. */
  subject: string | null;
  /** Competitors that it links to, by name. */
  linksTo: string[];
  /** When it was written or changed last, as it says; null where it does not. */
  datedAt: number | null;
}

/** An opportunity as its evidence has it. */
export interface ScoredOpportunity {
  kind: OpportunityKind;
  evidence: {
    page?: PageEvidence;
    /** Answers that cite the page, name a competitor and not the project. */
    answers?: number;
  };
}

export interface ScoreFacts {
  /** Whether anybody is known to write to. */
  hasContact: boolean;
  now: number;
}

export interface ScoreReason {
  reason: string;
  points: number;
}

export interface Score {
  /** 0 to 100; null where nothing is known to score by. */
  score: number | null;
  reasons: ScoreReason[];
}

const dayMs = 24 * 3_600_000;

/** What a score is made of; all together it is 100. `docs/link-building.md` has them, with the reasons. */
export const scorePoints = {
  kind: { broken_link: 30, mention: 28, cited: 24, resource_page: 18, given: 0 },
  secondKind: 5,
  /** With every doubling of the answers. */
  answersStep: 4,
  answers: 16,
  relevance: 24,
  competitorLinked: 10,
  contact: 10,
  fresh: 5,
  freshMs: 730 * dayMs,
} as const satisfies Record<string, unknown>;

/** Reasons to link, those that say most first. */
export const kindsByWorth: readonly OpportunityKind[] = ['broken_link', 'mention', 'cited', 'resource_page', 'given'];

const said: Record<OpportunityKind, string> = {
  broken_link: 'it links to a page that is gone, and the project has one on the same',
  mention: 'it names the brand without a link',
  cited: 'answer engines cite it where they name competitors and not the project',
  resource_page: 'it lists links on the subject',
  given: 'it was given by hand',
};

/** How much writing to a site is worth. Pure: the same opportunities and facts have the same score. */
export function scoreOf(opportunities: readonly ScoredOpportunity[], { hasContact, now }: ScoreFacts): Score {
  const kinds = [...new Set(opportunities.map(({ kind }) => kind))].filter((kind) => kind !== 'given');
  const pages = opportunities.flatMap(({ evidence }) => evidence.page ?? []);
  if (kinds.length === 0 && pages.length === 0) return { score: null, reasons: [] };
  const reasons: ScoreReason[] = [];
  const add = (points: number, reason: string) => points > 0 && reasons.push({ reason, points });
  const best = kinds.toSorted((one, other) => scorePoints.kind[other] - scorePoints.kind[one])[0];
  if (best !== undefined) add(scorePoints.kind[best], said[best]);
  if (kinds.length > 1) add(scorePoints.secondKind, `there is a second reason: ${kinds.filter((kind) => kind !== best).join(', ')}`);
  addAnswers(add, opportunities);
  addRelevance(add, pages);
  const rivals = [...new Set(pages.flatMap(({ linksTo }) => linksTo))];
  if (rivals.length > 0) add(scorePoints.competitorLinked, `it links to ${rivals.slice(0, 3).join(', ')}`);
  if (hasContact) add(scorePoints.contact, 'it is known whom to write to');
  const isFresh = ({ datedAt }: PageEvidence) => datedAt !== null && datedAt > now - scorePoints.freshMs && datedAt <= now + dayMs;
  if (pages.some(isFresh)) add(scorePoints.fresh, 'the page was written or changed within two years');
  return { score: reasons.reduce((sum, { points }) => sum + points, 0), reasons };
}

type Add = (points: number, reason: string) => void;

function addAnswers(add: Add, opportunities: readonly ScoredOpportunity[]): void {
  const answers = Math.max(0, ...opportunities.map(({ evidence }) => evidence.answers ?? 0));
  if (answers === 0) return;
  const points = Math.min(scorePoints.answers, Math.round(scorePoints.answersStep * Math.log2(1 + answers)));
  add(points, answers === 1 ? 'one answer cites it' : `${answers} answers cite it`);
}

function addRelevance(add: Add, pages: readonly PageEvidence[]): void {
  const [most] = pages
    .filter(({ relevance, subject }) => relevance !== null && subject)
    .toSorted((one, other) => other.relevance! - one.relevance!);
  if (!most) return;
  // More of its words say no more: titles that have all are as often written for search engines as for readers.
  const share = Math.min(1, most.relevance! / minRelevance);
  add(Math.round(scorePoints.relevance * share), `it is on the subject "${most.subject}"`);
}
