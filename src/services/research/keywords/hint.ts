import type { NotPlanned } from '../../../../schema/keywords.ts';

interface Known {
  hasFigures: boolean;
  hasDocuments?: boolean;
  /** Those shown, and all that were weighed. */
  rows: number;
  found?: number;
  /** Keywords of the plan, and those that it could have. */
  planned?: number;
  wanted?: number;
  /** What speaks against each of the others, where something does. */
  notPlanned?: readonly NotPlanned[];
  /** Whether documents have more than rows tell. */
  hasOutline?: boolean;
}

/** What would make an answer better, in words. */
export function hintFor({
  hasFigures,
  hasDocuments = true,
  rows,
  found = rows,
  planned = rows,
  wanted = planned,
  notPlanned = [],
  hasOutline = false,
}: Known): string | null {
  const hints = [
    hasOutline &&
      'Keywords are worded as your documents head their sections: put each as people would type it, and swap poor ones for questions on what outline names. No document need be read for that: calendar_create with dryRun judges all of them in one call.',
    !hasFigures && noFiguresHint,
    !hasDocuments &&
      'The knowledge base is empty, so nothing tells which of these could be written from it: add documents with knowledge_create.',
    hasDocuments &&
      planned < wanted &&
      shortPlan(
        planned === 0 ? 'There is no plan' : `The plan has ${planned} of ${wanted}`,
        notPlanned,
        found - planned - notPlanned.length,
      ),
    found > rows && `${found - rows} more were found: a larger limit shows them.`,
    rows === 0 && 'Nothing was found: give seeds, or leave out questionsOnly and intent.',
  ].filter((one) => one !== false);
  return hints.length === 0 ? null : hints.join(' ');
}

/** What a plan lacks, and how many are not in it, by why. */
function shortPlan(has: string, notPlanned: readonly NotPlanned[], unjudged: number): string {
  const counts = [...Map.groupBy(notPlanned, (reason) => reason)].map(([reason, { length }]) => `${length} ${reason}`);
  return `${has}; notPlanned: ${[...counts, ...(unjudged > 0 ? [`${unjudged} not judged`] : [])].join(', ')}.`;
}

const noFiguresHint =
  'Nobody is configured who knows how often these are searched for, so competition is not measured. DataForSEO knows: an admin key sets it with integrations_set, then keywords_search asks.';
