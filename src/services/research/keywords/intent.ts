import type { Project } from '../../../../schema/projects.ts';
import { intentOf, type Intent } from '../../../keywords/intent.ts';
import type { Known } from './figures.ts';

interface Circumstances {
  project: Pick<Project, 'brandTerms'>;
  language: string;
  known: Known;
}

/** What who searches for a keyword wants, by all that is kept of it. */
export function intentOn(keyword: string, { project, language, known }: Circumstances): Intent {
  const page = known.pageOf(keyword);
  const metrics = known.metricsOf(keyword);
  return intentOf(keyword, {
    language,
    brandTerms: project.brandTerms,
    results: page && { features: page.features, titles: page.organic.map(({ title }) => title) },
    provider: metrics?.figures?.intent ? { name: 'DataForSEO', label: metrics.figures.intent } : undefined,
  });
}
