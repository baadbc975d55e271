import type { Project } from '../../../../schema/projects.ts';
import type { ResearchSource, TopicPlan } from '../../../../schema/topic-plan.ts';

interface Known {
  topicId: string;
  project: Pick<Project, 'id'>;
  pillar: string;
  sources: readonly ResearchSource[];
  /** Subjects of documents that were found and are not about the topic. */
  others: readonly string[];
}

/** What to do where no source but the topic itself gave anything. */
export function nextFor({ topicId, project, pillar, sources, others }: Known): Pick<TopicPlan, 'hint' | 'next'> {
  if (sources.some(({ source, used }) => source !== 'topic' && used > 0)) return { hint: null, next: null };
  const found = sources.find(({ source }) => source === 'documents')?.found ?? 0;
  if (found > 0 && others.length > 0) {
    return {
      hint: `Of ${found} subjects of your documents none says enough on ${JSON.stringify(pillar)}. If some of those in next belong to it, add these and research again; else change its pillar keyword with topics_update to what your documents call it, or add documents on it with knowledge_create.`,
      next: { operation: 'topics_add_keywords', arguments: { id: topicId, keywords: others } },
    };
  }
  return {
    hint: 'Nothing is known beside the keywords that were given: add documents with knowledge_create or keywords with topics_add_keywords, and research again. next tries questions on the pillar keyword.',
    next: { operation: 'keywords_discover', arguments: { projectId: project.id, seeds: [pillar] } },
  };
}
