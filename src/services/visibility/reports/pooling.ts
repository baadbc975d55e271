import type { VisibilityBasis } from '../../../../schema/ai-visibility.ts';
import type { Cell } from './cells.ts';

/** An agent has read the brand, and the local engine is an estimate: neither is put together with what engines answer. */
const basisOf = (surface: string): VisibilityBasis => (surface === 'agent' || surface === 'local' ? surface : 'engines');
const inOrder: readonly VisibilityBasis[] = ['engines', 'agent', 'local'];

export interface Pooled {
  /** Whose answers count; null where there are none. */
  basis: VisibilityBasis | null;
  cells: Cell[];
  /** Answers of the period that are there beside them. */
  leftOut: { basis: VisibilityBasis; answers: number }[];
}

/** Keeps the answers of engines; where the period has none, those of the agent, else those of the local engine. */
export function pooled(cells: readonly Cell[]): Pooled {
  const counted = inOrder.map((basis) => ({ basis, answers: answersOf(cells, basis) })).filter(({ answers }) => answers > 0);
  const [first, ...leftOut] = counted;
  const basis = first?.basis ?? null;
  return { basis, cells: ofBasis(cells, basis ?? 'engines'), leftOut };
}

export function ofBasis(cells: readonly Cell[], basis: VisibilityBasis): Cell[] {
  return cells.filter(({ surface }) => basisOf(surface) === basis);
}

function answersOf(cells: readonly Cell[], basis: VisibilityBasis): number {
  return sizeOf(ofBasis(cells, basis)).answers;
}

/** Of the period itself. */
export function sizeOf(cells: readonly Cell[]): { answers: number; prompts: number } {
  const now = cells.filter(({ when }) => when === 'now');
  return { answers: now.reduce((sum, { answers }) => sum + answers, 0), prompts: new Set(now.map(({ prompt }) => prompt)).size };
}
