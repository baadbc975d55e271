import type { Project } from '../../../schema/projects.ts';
import { pageKey } from '../../crawl/url.ts';
import type { Store } from '../../db/open.ts';
import type { System } from '../../system.ts';
import { actionWeights, dayMs, type ActionOffer } from '../common/actions.ts';
import { inTurn, type ServiceGroup } from '../common/group.ts';
import { weigh, type Weighed } from './weigh.ts';

/** What there is to do for each project. */
export interface Board {
  /** In the order of a list. Computed anew when anything was written since, and every hour: some actions rest on how old things are. */
  of(project: Project): Promise<readonly Weighed[]>;
}

interface Needs {
  store: Store;
  system: System;
  groups: readonly ServiceGroup[];
}

/** Projects whose actions are kept at hand. */
const maxKept = 50;
const hourMs = 3_600_000;
/** Optimizations that are looked at, the newest first, and for how long a page that one was made of is left alone. */
const maxOptimizations = 100;
const restDays = 30;

export function createBoard({ store, system, groups }: Needs): Board {
  const kept = new Map<string, { stamp: string; actions: Promise<readonly Weighed[]> }>();
  let commits = 0;
  store.onCommit(() => void commits++);

  async function compute(project: Project): Promise<readonly Weighed[]> {
    const question = { project, now: system.now() };
    const offers: ActionOffer[] = [];
    const turn = system.turns();
    await inTurn(groups, async (group) => {
      offers.push(...((await group.actions?.(question)) ?? []));
      await turn();
    });
    const rewritten = await pagesRewritten(store, project.id, question.now);
    return weigh(
      project.id,
      offers.filter(({ reason, target }) => actionWeights[reason].type !== 'improve_page' || !rewritten.has(target.id)),
    );
  }

  return {
    of(project) {
      const stamp = `${commits} ${store.dataVersion()} ${Math.floor(system.now() / hourMs)}`;
      const known = kept.get(project.id);
      if (known?.stamp === stamp) return known.actions;
      const actions = compute(project);
      kept.delete(project.id);
      kept.set(project.id, { stamp, actions });
      for (const oldest of [...kept.keys()].slice(0, kept.size - maxKept)) kept.delete(oldest);
      // What failed is not kept.
      actions.catch(() => void (kept.get(project.id)?.actions === actions && kept.delete(project.id)));
      return actions;
    },
  };
}

/** Pages that were rewritten lately, or are being: they are not to be improved again before that can show. */
async function pagesRewritten({ db }: Store, projectId: string, now: number): Promise<ReadonlySet<string>> {
  const newest = db.selectFrom('optimizations').select(['url', 'writer', 'status', 'created_at']).where('project_id', '=', projectId);
  const rows = await newest.orderBy('id', 'desc').limit(maxOptimizations).execute();
  const isRewriting = ({ writer, status, created_at }: (typeof rows)[number]) =>
    writer !== 'none' && status !== 'failed' && status !== 'canceled' && created_at > now - restDays * dayMs;
  return new Set(rows.filter(isRewriting).map(({ url }) => pageKey(url)));
}
