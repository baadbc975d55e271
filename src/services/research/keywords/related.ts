import type { AskedSource } from '../../../../schema/keywords.ts';
import type { Project } from '../../../../schema/projects.ts';
import type { Db, Store } from '../../../db/open.ts';
import type { System } from '../../../system.ts';
import type { SeedPages } from '../results/ask-seeds.ts';
import { heardOn, type Heard } from '../results/heard.ts';
import type { KeptQuestion } from '../results/kept.ts';
import { oldestOf } from './figures.ts';

/** Keywords whose results pages are looked for. */
const maxLookedFor = 2_000;

/** What the kept results pages say that people search for besides: those of some keywords, and of those the project tracks. */
export async function relatedOn(
  { store, system }: { store: Store; system: Pick<System, 'now'> },
  project: Pick<Project, 'id'>,
  { market, keywords, isAbout }: { market: KeptQuestion; keywords: readonly string[]; isAbout: (text: string) => boolean },
): Promise<Heard[]> {
  const tracked = await trackedOf(store.db, project);
  return heardOn(store.db, market, [...keywords, ...tracked.filter(isAbout)].slice(0, maxLookedFor), system.now());
}

async function trackedOf(db: Db, { id }: Pick<Project, 'id'>): Promise<string[]> {
  const rows = await db.selectFrom('tracked_keywords').select('keyword').where('project_id', '=', id).limit(maxLookedFor).execute();
  return rows.map(({ keyword }) => keyword);
}

/** How many pages were read and, where their provider was asked, what that brought; none where neither was. */
export function pagesAsked(pages: readonly Heard[], seedPages: SeedPages | null): AskedSource[] {
  if (pages.length === 0 && seedPages === null) return [];
  const { requests = 0, why = null, ...billed } = seedPages ?? {};
  return [
    { source: 'results', requests, kept: pages.length, keptSince: oldestOf(pages.map(({ checkedAt }) => checkedAt)), ...billed, why },
  ];
}
