import type { DiscoveredKeyword } from '../../../../schema/keywords.ts';
import type { Project } from '../../../../schema/projects.ts';
import { clipAtWord } from '../../../language/slug.ts';
import { saidTerms, terms } from '../../../language/tokens.ts';
import { given } from '../../common/wire.ts';
import type { KnowledgeBase } from '../../knowledge/index.ts';
import type { Candidate } from './candidates.ts';

/** Passages that a keyword is looked for in: a quarter of them stand around those that were found. */
const maxPassages = 16;

export type Said = Pick<DiscoveredKeyword, 'relevance' | 'documents'>;

/** Shares of relevance: of the words that one passage has, of those that its title and headings have, and of the passages that have all. */
const shares = { passage: 0.5, named: 0.3, passages: 0.2 } as const;

/** What the documents of a project say on a keyword. The name that its document was found to share is held by all of the document. */
export async function saidOn(
  knowledge: Pick<KnowledgeBase, 'retrieve'>,
  { id: projectId }: Pick<Project, 'id'>,
  keyword: string,
  language: string,
  from: Candidate['from'] = null,
): Promise<Said> {
  const wanted = [...new Set(terms(keyword, language))];
  if (wanted.length === 0) return { relevance: 0 };
  const shared = terms(from?.field?.within ?? '', language);
  const found = await knowledge.retrieve({ query: keyword, language, projectId, limit: maxPassages });
  const judged = found.map((passage) => {
    const { documentId, documentTitle, heading, text } = passage;
    const always = documentId === from?.documentId ? shared : [];
    const name = new Set([...always, ...saidTerms(`${documentTitle} ${heading ?? ''}`, language)]);
    // Any word stands somewhere in a long text.
    const held = wanted.length === 1 ? name : new Set([...name, ...saidTerms(text, language)]);
    return { passage, share: shareOf(wanted, held), named: shareOf(wanted, name) };
  });
  const isOwn = ({ passage }: (typeof judged)[number]) => Number(passage.documentId === from?.documentId);
  const whole = judged.filter(({ share }) => share === 1).toSorted((one, other) => other.named - one.named || isOwn(other) - isOwn(one));
  const best = whole[0] ?? judged.toSorted((one, other) => other.share - one.share)[0];
  const many = Math.min(1, whole.length / dozen);
  const relevance = best ? Math.round((shares.passage * best.share + shares.named * best.named + shares.passages * many) * 100) / 100 : 0;
  if (whole.length === 0) return { relevance };
  const { documentId: id, documentTitle: title, heading, url, text } = whole[0]!.passage;
  const answer = given({ id, title, heading: heading ?? undefined, url: url ?? undefined, says: clipAtWord(text, maxSaid) });
  const count = new Set(whole.map(({ passage }) => passage.documentId)).size;
  return { relevance, documents: { count, passages: whole.length, best: answer } };
}

const dozen = 12;
const maxSaid = 100;

function shareOf(wanted: readonly string[], held: ReadonlySet<string>): number {
  return wanted.filter((term) => held.has(term)).length / wanted.length;
}
