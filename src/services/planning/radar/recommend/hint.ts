/** What is there to recommend from, and what came of it. */
export interface Known {
  /** Pages and changes of competitors. */
  mentions: number;
  /** Posts and articles of the project. */
  own: number;
  /** Pages that are none of them, by what Google shows. */
  pages: number;
  hasDocuments: boolean;
  days: number;
  planned: number;
  /** Listed to write and not planned, because a piece of the project's or another of the list may be on it. */
  unsure: number;
  /** Other pieces to write that are listed and not planned. */
  others: number;
  /** Pieces to write that the list has no room for. */
  unlisted: number;
  /** Listed to refresh. */
  refresh: number;
  /** Of the plan, what no document carries. */
  uncarried: number;
  /** Addresses of pages that decay and say nothing of what they are about. */
  unnamed: readonly string[];
}

/** What is missing, in words, each with the call that helps; null where nothing is. */
export function hintFor({
  mentions,
  own,
  pages,
  hasDocuments,
  days,
  planned,
  uncarried,
  refresh,
  unnamed,
  ...listed
}: Known): string | null {
  const left = days - planned;
  const missing = [
    mentions === 0 && 'No page of a competitor is known: competitors_add adds one, and jobs_get tells when its first look has ended.',
    !hasDocuments && 'The knowledge base is empty, and articles are written from it: add documents with knowledge_create.',
    own === 0 && (pages === 0 ? noPages : standingIn(pages)),
    days === 0 && 'No day of these weeks is free: name others with from, weeks or weekdays.',
    left > 0 && `The plan fills ${planned} of ${days} free days: ${moreFor(listed.unlisted)}`,
    listed.unsure > 0 && `${ofList(listed.unsure)} not planned: what the evidence names of yours, or another of the list, may be on it.`,
    left > 0 && listed.others > 0 && `${ofList(listed.others)} not planned: your documents say too little for an article.`,
    days > 0 &&
      left === 0 &&
      listed.others > 0 &&
      `${ofList(listed.others)} not planned: more weeks or weekdays give ${listed.others === 1 ? 'it a day' : 'them days'}.`,
    hasDocuments && uncarried > 0 && `Of ${uncarried} of the plan (insufficientSources) your documents say too little for an article: add some with knowledge_create before their days.`, // prettier-ignore
    refresh > 0 &&
      `The plan holds what to write: ${refresh === 1 ? 'the one to refresh has its call' : `the ${refresh} to refresh have a call each`} in the list.`,
    unnamed.length > 0 && `${unnamed.length === 1 ? 'A page loses' : `${unnamed.length} pages lose`} clicks, and no query or address says what it is about: ${unnamed[0]!.slice(0, maxLength)}${unnamed.length === 1 ? '' : ' …'} (search_console_query { view: decay } lists them).`, // prettier-ignore
  ].filter((one) => one !== false);
  return missing.length === 0 ? null : missing.join(' ');
}

const maxLength = 200;

const noPages =
  'No page of yours is known, so what stands already may be recommended: search_console_import of an export with its pages tells them, or posts_refresh where your site can be reached.';

const standingIn = (pages: number): string =>
  `No post of yours is known: the ${pages === 1 ? 'page' : `${pages} pages`} of Search Console, by the words of their addresses, stand for what you have.`;

const ofList = (count: number): string => (count === 1 ? 'One of the list to write is' : `${count} of the list to write are`);

const moreFor = (unlisted: number): string =>
  unlisted > 0
    ? `a larger limit, or asking again once these are planned, lists ${unlisted} more to write.`
    : 'nothing else is known that surely nothing of yours covers. More documents (knowledge_create) or competitors (competitors_add) give more.';
