import type { Project } from '../../../../schema/projects.ts';
import { terms } from '../../../language/tokens.ts';
import type { DocumentSubject, KnowledgeServices } from '../../knowledge/index.ts';
import { speechOn, weightsOf, wholes, type Passage, type Reading } from './speech.ts';

export interface Documents {
  knowledge: Pick<KnowledgeServices['knowledge'], 'subjects' | 'questions' | 'retrieve'>;
}

/** What is known of a subject or question of a document. */
export interface Judged {
  /** Whether its name, with those of section and document, has all words of a keyword that the topic was given. */
  isNamed: boolean;
  /** What it says on the pillar keyword, 0–1. */
  speech: number;
  /** Whether its document is about the pillar keyword as a whole. */
  isOfWhole: boolean;
}

/** Passages of a document that are looked at, the best on the pillar keyword first. */
const maxPassages = 60;
/** From here on a subject is about the pillar keyword, and in a document that is about it. */
const minSpeech = 0.4;
const minSpeechInWhole = 0.15;

export function isAboutTopic({ isNamed, speech, isOfWhole }: Judged): boolean {
  return isNamed || speech >= (isOfWhole ? minSpeechInWhole : minSpeech);
}

/** What a project's documents ask and are about, each judged for a topic by its pillar keyword and those that it was given. */
export async function subjectsFor(
  needs: Documents,
  project: Pick<Project, 'id' | 'language'>,
  [pillar, ...given]: readonly [string, ...string[]],
  turn: () => Promise<void>,
): Promise<(DocumentSubject & Judged)[]> {
  const { language } = project;
  const { knowledge } = needs;
  const all = [...(await knowledge.questions(project)), ...(await knowledge.subjects(project))];
  const wanted = [...new Set(terms(pillar, language))];
  const seeds = given.map((keyword) => terms(keyword, language)).filter(({ length }) => length > 0);
  const titles = new Map(all.map(({ documentId, title }) => [documentId, title]));
  const readings = new Map<string, Reading>();
  for (const [documentId, title] of titles) {
    const asked = { query: pillar, language, projectId: project.id, documentIds: [documentId], limit: maxPassages };
    const passages: Passage[] = [];
    for (const { heading, text } of await knowledge.retrieve(asked)) {
      const words = terms(text, language);
      const above = new Set(terms(`${title} ${heading ?? ''}`, language));
      const counts = wanted.map((term) => words.filter((word) => word === term).length);
      passages.push({ heading: heading ?? '', counts, words: words.length, above: wanted.map((term) => above.has(term)) });
      await turn();
    }
    const titled = new Set(terms(title, language));
    readings.set(documentId, { documentId, titled: wanted.map((term) => titled.has(term)), passages });
  }
  const weights = weightsOf(wanted, [...readings.values()]);
  const about = wholes(wanted, [...readings.values()]);
  return all.map((subject) => {
    const { documentId, keyword, title, heading } = subject;
    const named = new Set(terms(`${keyword} ${title} ${heading ?? ''}`, language));
    const own = readings.get(documentId)!.passages.filter((passage) => heading === null || passage.heading.includes(heading));
    return {
      ...subject,
      isNamed: seeds.some((seed) => seed.every((term) => named.has(term))),
      speech: speechOn(weights, wanted.map((term) => named.has(term)), own), // prettier-ignore
      isOfWhole: about.has(documentId),
    };
  });
}
