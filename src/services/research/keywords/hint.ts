interface Known {
  hasFigures: boolean;
  hasDocuments?: boolean;
  /** Those shown, and all that were weighed. */
  rows: number;
  found?: number;
  /** Keywords of the plan, and those that it could have. */
  planned?: number;
  wanted?: number;
}

/** What would make an answer better, in words. */
export function hintFor({ hasFigures, hasDocuments = true, rows, found = rows, planned = rows, wanted = planned }: Known): string | null {
  const hints = [
    !hasFigures && noFiguresHint,
    !hasDocuments &&
      'The knowledge base is empty, so nothing tells which of these could be written from it: add documents with knowledge_create.',
    hasDocuments &&
      rows > 0 &&
      planned === 0 &&
      'There is no plan: of what nothing covers, your documents say too little for an article each.',
    planned > 0 &&
      planned < wanted &&
      `The plan has ${planned} of ${wanted}: on the others your documents say too little, or they are near to one of it or on the same section.`,
    found > rows &&
      `${found - rows} more were found: a larger limit shows them. Reword any: calendar_create warns of each on which documents say too little.`,
    rows === 0 && 'Nothing was found: give seeds, or leave out questionsOnly and intent.',
  ].filter((one) => one !== false);
  return hints.length === 0 ? null : hints.join(' ');
}

const noFiguresHint =
  'Nobody is configured who knows how often these are searched for, so competition is not measured. DataForSEO knows: an admin key sets it with integrations_set, then keywords_search asks.';
