import type { Project } from '../../../../schema/projects.ts';
import { cosineOf } from '../../../keywords/clusters.ts';
import { embed, type Embedding } from './embed.ts';

interface Subject {
  keyword: string;
  title: string;
}

/** Subjects of documents, the nearest to a keyword first by what they mean, where a model is configured that can tell; else as they are. */
export async function nearestFirst<One extends Subject>(
  needs: Embedding,
  project: Pick<Project, 'id'>,
  pillar: string,
  subjects: readonly One[],
  signal: AbortSignal,
): Promise<readonly One[]> {
  if (subjects.length === 0) return subjects;
  const names = subjects.map(({ keyword, title }) => `${keyword} (${title})`);
  const { vectors } = await embed(needs, project, [pillar, ...names], signal);
  if (!vectors) return subjects;
  const [wanted, ...found] = vectors;
  const judged = subjects.map((subject, at) => ({ subject, cosine: cosineOf(wanted!, found[at]!) }));
  return judged.toSorted((one, other) => other.cosine - one.cosine).map(({ subject }) => subject);
}
