import type { Project } from '../../../schema/projects.ts';
import type { Topic } from '../../../schema/topics.ts';
import type { System } from '../../system.ts';
import { inBatches } from '../common/slices.ts';
import type { Calendar } from '../planning/index.ts';

type Keyed = Pick<Project, 'id' | 'language'>;

/** Keywords whose coverage is looked up at a time. */
const atOnce = 100;

/** How many of these keywords something of the project is for. */
export async function coverageOf(
  { calendar, system }: { calendar: Calendar; system: Pick<System, 'turns'> },
  project: Keyed,
  keywords: readonly string[],
): Promise<Topic['coverage']> {
  const coverage = { covered: 0, planned: 0, open: 0 };
  await inBatches(keywords, atOnce, system.turns(), async (some) => {
    for (const holder of await calendar.holders(project, some))
      coverage[holder === undefined ? 'open' : holder.status === 'planned' ? 'planned' : 'covered']++;
  });
  return coverage;
}
