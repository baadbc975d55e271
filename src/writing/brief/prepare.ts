import { composeFrom } from '../compose/compose.ts';
import { readSources } from '../sources/candidates.ts';
import type { ComposeRequest, ComposeResult } from '../sources/shapes.ts';
import { buildBrief } from './brief.ts';
import { boundedPassages } from './pool.ts';
import type { WritingBrief } from '../../../schema/drafts.ts';
import type { BriefInput } from './shapes.ts';

/** Composes an article from the sources' own sentences, and builds the brief for a writer who uses other words. Reads the passages once for both. */
export function prepare(wanted: ComposeRequest, input: Omit<BriefInput, 'composition'>): { plan: ComposeResult; brief: WritingBrief } {
  const passages = boundedPassages(input.passages);
  const material = readSources(wanted, passages);
  const plan = composeFrom(wanted, material);
  const composition = plan.ok ? plan.composition : null;
  return { plan, brief: buildBrief({ ...input, passages, composition }, material) };
}
