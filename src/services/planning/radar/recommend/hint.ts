/** What is there to recommend from, and what came of it. */
export interface Known {
  /** Pages and changes of competitors. */
  mentions: number;
  /** Posts and articles of the project. */
  own: number;
  hasDocuments: boolean;
  days: number;
  planned: number;
  /** Of the plan, what no document carries. */
  uncarried: number;
  /** Pages that decay and are no post, of which no query is held. */
  unnamed: number;
}

/** What is missing, in words, each with the call that helps; null where nothing is. */
export function hintFor({ mentions, own, hasDocuments, days, planned, uncarried, unnamed }: Known): string | null {
  const missing = [
    mentions === 0 && 'No page of a competitor is known: competitors_add adds one, and jobs_get tells when its first look has ended.',
    !hasDocuments && 'The knowledge base is empty, and articles are written from it: add documents with knowledge_create.',
    own === 0 && 'No post of the project is known: posts_refresh lists them, so that nothing is recommended that stands already.',
    days === 0 && 'No day of these weeks is free: name others with from, weeks or weekdays.',
    days > planned && `The plan fills ${planned} of ${days} free days: nothing else is known that surely nothing of yours covers. More documents (knowledge_create) or competitors (competitors_add) give more.`, // prettier-ignore
    hasDocuments && uncarried > 0 && `Of ${uncarried} of the plan (insufficientSources) your documents say too little for an article: add some with knowledge_create before their days.`, // prettier-ignore
    unnamed > 0 && `${unnamed} ${unnamed === 1 ? 'page loses clicks and is no post that is known' : 'pages lose clicks and are no posts that are known'}: search_console_query { view: decay } lists them, posts_refresh reads the site.`, // prettier-ignore
  ].filter((one) => one !== false);
  return missing.length === 0 ? null : missing.join(' ');
}
