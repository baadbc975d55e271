import type { Project } from '../../../../schema/projects.ts';
import { saidTerms, terms } from '../../../language/tokens.ts';
import type { DocumentSubject, KnowledgeServices } from '../../knowledge/index.ts';
import { isForm, speechOn, weightsOf, type Passage } from './speech.ts';

export interface Documents {
  knowledge: Pick<KnowledgeServices['knowledge'], 'subjects' | 'questions' | 'retrieve'>;
}

/** What is known of a subject or question of a document. */
export interface Judged {
  /** Whether its name, with those of section and document, has all words of a keyword that the topic was given. */
  isNamed: boolean;
  /** What it says on the pillar keyword, 0–1. */
  speech: number;
}

export type Subject = DocumentSubject & Judged;

/** Passages of a document that are looked at, the best on the pillar keyword first. */
const maxPassages = 200;
/** From here on a subject is about the pillar keyword. */
const minSpeech = 0.35;
/** From here on it is near to it. */
const minRelated = 0.1;
/** Where fewer documents have such subjects, chance may be all that makes them near: a word of one title. */
const minNear = 3;

export const saysEnough = ({ speech }: Judged): boolean => speech >= minSpeech;
export const isAboutTopic = (subject: Judged): boolean => subject.isNamed || saysEnough(subject);

/** Of subjects of which none says enough, the nearest first, those that stand for the topic. */
export function relatedIn(subjects: readonly Subject[]): Subject[] {
  const near = subjects.filter(({ speech }) => speech >= minRelated);
  const isChance = near.length > 0 && documentsIn(near) < Math.min(minNear, documentsIn(subjects));
  return wholeFirst(isChance ? subjects.filter(({ heading, speech }) => heading === null || speech > 0) : near);
}

const documentsIn = (some: readonly Subject[]): number => new Set(some.map(({ documentId }) => documentId)).size;

/** Whole documents, then their sections: the first of each document, then the second of each. */
export function wholeFirst(subjects: readonly Subject[]): Subject[] {
  const sections = Map.groupBy(subjects.filter(({ heading }) => heading !== null), ({ documentId }) => documentId); // prettier-ignore
  const placeOf = (one: Subject) => (one.heading === null ? -1 : sections.get(one.documentId)!.indexOf(one));
  return subjects.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** What a project's documents ask and are about, each judged for a topic by its pillar keyword and those that it was given; what says most first. */
export async function subjectsFor(
  needs: Documents,
  project: Pick<Project, 'id' | 'language'>,
  [pillar, ...given]: readonly [string, ...string[]],
  turn: () => Promise<void>,
): Promise<Subject[]> {
  const { language } = project;
  const { knowledge } = needs;
  const all = [...(await knowledge.questions(project)), ...(await knowledge.subjects(project))];
  const wanted = [...new Set(terms(pillar, language))];
  const seeds: string[][] = [];
  for (const keyword of given) {
    const said = terms(keyword, language);
    if (said.length > 0) seeds.push(said);
    await turn();
  }
  const titles = new Map(all.map(({ documentId, title }) => [documentId, title]));
  const readings = new Map<string, Passage[]>();
  const isIn = (words: ReadonlySet<string>) => wanted.map((term) => Array.from(words).some((word) => isForm(term, word)));
  for (const [documentId, title] of titles) {
    const asked = { query: pillar, language, projectId: project.id, documentIds: [documentId], limit: maxPassages };
    const passages: Passage[] = [];
    for (const { heading, text } of await knowledge.retrieve(asked)) {
      const words = saidTerms(text, language);
      const above = isIn(new Set(saidTerms(`${title} ${heading ?? ''}`, language)));
      const counts = wanted.map((term) => words.filter((word) => isForm(term, word)).length);
      passages.push({ heading: heading ?? '', counts, words: words.length, above });
      await turn();
    }
    readings.set(documentId, passages);
  }
  const weights = weightsOf(wanted, [...readings.values()]);
  const judged: Subject[] = [];
  for (const subject of all) {
    const { documentId, keyword, title, heading } = subject;
    const named = new Set(saidTerms(`${keyword} ${title} ${heading ?? ''}`, language));
    const own = readings.get(documentId)!.filter((passage) => heading === null || passage.heading.includes(heading));
    const isNamed = seeds.some((seed) => seed.every((term) => named.has(term)));
    judged.push({ ...subject, isNamed, speech: speechOn(weights, isIn(named), own) });
    await turn();
  }
  return judged.toSorted((one, other) => other.speech - one.speech);
}
