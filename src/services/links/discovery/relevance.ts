import { indexTerms } from '../../../language/index-terms.ts';

/** How much of one of the subjects a page has, and of which. */
export type Relevance = (page: { title: string; text: string }) => { relevance: number | null; subject: string | null };

/** Words of a subject in the title tell what a page is about; in the text they may stand anywhere. */
export const textWeight = 0.6;
/** So much of a subject's words, and a page is on it. */
export const minRelevance = 0.5;
/** Of a page's text, in characters. */
const maxText = 20_000;

/** `relevance` is that of the subject that the page has most of; null without subjects. */
export function createRelevance(subjects: readonly string[], language: string): Relevance {
  const wanted = subjects
    .map((subject) => ({ subject, terms: [...new Set(indexTerms(subject, language))] }))
    .filter(({ terms }) => terms.length > 0);
  return ({ title, text }) => {
    if (wanted.length === 0) return { relevance: null, subject: null };
    const inTitle = new Set(indexTerms(title, language));
    const inText = new Set(indexTerms(text.slice(0, maxText), language));
    const weightOf = (term: string) => (inTitle.has(term) ? 1 : inText.has(term) ? textWeight : 0);
    let best = { relevance: 0, subject: null as string | null };
    for (const { subject, terms } of wanted) {
      const relevance = terms.reduce((sum, term) => sum + weightOf(term), 0) / terms.length;
      if (relevance > best.relevance) best = { relevance, subject };
    }
    return best;
  };
}
