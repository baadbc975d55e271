import type { Project } from '../../../../schema/projects.ts';
import type { ResearchSource, TopicPlan } from '../../../../schema/topic-plan.ts';

interface Known {
  topicId: string;
  project: Pick<Project, 'id'>;
  pillar: string;
  sources: readonly ResearchSource[];
  /** How many subjects of documents are planned that are not about the topic in its words. */
  related: number;
  /** Those that are neither planned nor in the topic, the nearest first. */
  others: readonly string[];
}

/** Keywords of all sources but the topic itself that make no plan. */
const few = 3;
/** Half a year, one a week. */
const maxOffered = 26;

/** What to do where no source but the topic itself gave enough. */
export function nextFor({ topicId, project, pillar, sources, related, others }: Known): Pick<TopicPlan, 'hint' | 'next'> {
  const used = sources.reduce((sum, one) => sum + (one.source === 'topic' ? 0 : one.used), 0);
  const { found = 0, used: about = 0 } = sources.find(({ source }) => source === 'documents') ?? {};
  const words = JSON.stringify(pillar);
  const next =
    others.length === 0 ? null : { operation: 'topics_add_keywords', arguments: { id: topicId, keywords: others.slice(0, maxOffered) } };
  if (related > 0) {
    return {
      hint: `Of ${found} subjects of your documents none says enough on ${words} in these words, so the ${related} nearest are planned, with relevance related. Read them first: what does not belong to the topic, leave out of call; what does, add with topics_add_keywords.${next ? ' next adds others.' : ''}`,
      next,
    };
  }
  if (next) {
    const hint =
      used >= few
        ? `Subjects of your documents that say less on ${words}, and are not used: ${others.length}. next adds the nearest: leave out what does not belong to the topic, then research again.`
        : `Subjects of your documents that say enough on ${words}: ${about} of ${found}. next adds those nearest to it: leave out what does not belong to the topic, then topics_research plans the others. Or add documents on it with knowledge_create.`;
    return { hint, next };
  }
  if (used > 0) return { hint: null, next: null };
  return {
    hint: 'Nothing is known beside the keywords that were given: add documents with knowledge_create or keywords with topics_add_keywords, and research again. next tries questions on the pillar keyword.',
    next: { operation: 'keywords_discover', arguments: { projectId: project.id, seeds: [pillar] } },
  };
}
