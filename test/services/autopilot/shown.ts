import { daily, holdSearch } from '../../support/search-console.ts';
import { postRow, site, type BusyDesk } from './planted.ts';

/** Has Google show pages of the first project: one that decays, one a little too far down, one that is seldom clicked, and one that is fine. */
export async function plantSearch(busy: BusyDesk): Promise<void> {
  await busy.put(
    'posts',
    postRow({ project_id: busy.fresh, id: 'pst_d', place: `${site}/decaying`, title: 'Decaying', dated_at: busy.now() }),
  );
  const { keep } = await holdSearch(busy);
  const shown = (query: string, clicks: number, impressions: number, position: number) => ({
    query,
    page: `${site}/${query}`,
    clicks,
    impressions,
    position,
  });
  const fine = [shown('fine', 30, 100, 1), shown('also-fine', 20, 120, 2)];
  const now = [...fine, shown('decaying', 1, 40, 3), shown('near', 1, 200, 11), shown('unclicked', 0, 400, 3)];
  const before = [...fine, shown('decaying', 20, 80, 3), shown('near', 1, 200, 11), shown('unclicked', 0, 400, 3)];
  await keep(daily('2026-04-30', 28, (date) => now.map((row) => ({ ...row, date }))));
  await keep(daily('2026-04-02', 28, (date) => before.map((row) => ({ ...row, date }))));
}

/** Has answers name a rival: on one question a page of the project's own is. */
export async function plantGaps({ desk, fresh: projectId, put, now }: BusyDesk): Promise<void> {
  await desk.call('projects_update', { id: projectId, brandTerms: ['Acme'] });
  await put('competitors', {
    project_id: projectId,
    id: 'cmp_1',
    name: 'Rival',
    domain: 'rival.example',
    aliases: '[]',
    mention_only_with: '[]',
    mention_not_with: '[]',
  });
  await put(
    'posts',
    postRow({
      project_id: projectId,
      id: 'pst_g',
      place: `${site}/sharding`,
      title: 'Sharding',
      keyword: 'database sharding',
      dated_at: now(),
    }),
  );
  const answers = ['database sharding', 'backup rotation scheme'].flatMap((prompt) =>
    [1, 2, 3, 4].map((take) => ({ prompt, engine: 'chatgpt', surface: 'ui', text: `Rival is good at that. Take ${take}.` })),
  );
  await desk.call('ai_answers_submit', { projectId, answers });
  await desk.runDue();
}
