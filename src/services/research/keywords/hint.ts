interface Known {
  hasFigures: boolean;
  hasDocuments?: boolean;
  /** Those shown, and all that were weighed. */
  rows: number;
  found?: number;
  hasPlan?: boolean;
}

/** What would make an answer better, in words. */
export function hintFor({ hasFigures, hasDocuments = true, rows, found = rows, hasPlan = true }: Known): string | null {
  const hints = [
    !hasFigures && noFiguresHint,
    !hasDocuments &&
      'The knowledge base is empty, so nothing tells which of these could be written from it: add documents with knowledge_create.',
    hasDocuments && rows > 0 && !hasPlan && 'There is no plan: of what nothing covers, your documents say too little for an article each.',
    found > rows &&
      `${found - rows} more were found: a larger limit shows them. Reword any: calendar_create warns of each on which documents say too little.`,
    rows === 0 && 'Nothing was found: give seeds, or leave out questionsOnly and intent.',
  ].filter((one) => one !== false);
  return hints.length === 0 ? null : hints.join(' ');
}

const noFiguresHint =
  'Nobody is configured who knows how often these are searched for, so competition is not measured. DataForSEO knows: an admin key sets it with integrations_set, then keywords_search asks.';
