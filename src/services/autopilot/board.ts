import type { Project } from '../../../schema/projects.ts';
import { pageKey } from '../../crawl/url.ts';
import type { Store } from '../../db/open.ts';
import type { System } from '../../system.ts';
import { actionWeights, dayMs, maxOffers, type ActionOffer } from '../common/actions.ts';
import { inTurn, type ServiceGroup } from '../common/group.ts';
import { countMarks } from './marks.ts';
import { weigh, type Weighed } from './weigh.ts';

/** What there is to do for each project. */
export interface Board {
  /** Computed anew when anything was written since, and every hour: some actions rest on how old things are. */
  of(project: Project): Promise<Found>;
}

interface Found {
  /** In the order of a list. */
  actions: readonly Weighed[];
  /** What is missing, in words. */
  notes: readonly string[];
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
/** Offers of a reason beyond `maxOffers`, for those that are out of sight. */
const maxHidden = 100;

export function createBoard({ store, system, groups }: Needs): Board {
  const kept = new Map<string, { stamp: string; found: Promise<Found> }>();
  let commits = 0;
  store.onCommit(() => void commits++);

  async function compute(project: Project): Promise<Found> {
    const now = system.now();
    const rewritten = await pagesRewritten(store, project.id, now);
    const hidden = (await countMarks(store.db, project.id, maxHidden)) + rewritten.size;
    const question = { project, now, limit: maxOffers + Math.min(hidden, maxHidden) };
    const offers: ActionOffer[] = [];
    const notes: string[] = [];
    const turn = system.turns();
    await inTurn(groups, async (group) => {
      try {
        offers.push(...((await group.actions?.(question)) ?? []));
      } catch (err) {
        const name = group.portable?.group ?? 'a group';
        system.log.error({ err, group: name, project: project.id }, 'a group could not say what to do next');
        notes.push(`What ${name} would have done is missing: it could not answer. The log of the desk says why.`);
      }
      await turn();
    });
    const open = offers.filter(({ reason, target }) => actionWeights[reason].type !== 'improve_page' || !rewritten.has(target.id));
    return { actions: weigh(project.id, open), notes };
  }

  return {
    of(project) {
      const stamp = `${commits} ${store.dataVersion()} ${Math.floor(system.now() / hourMs)}`;
      const known = kept.get(project.id);
      if (known?.stamp === stamp) return known.found;
      const found = compute(project);
      kept.delete(project.id);
      kept.set(project.id, { stamp, found });
      for (const oldest of [...kept.keys()].slice(0, kept.size - maxKept)) kept.delete(oldest);
      // What failed is not kept.
      const drop = () => void (kept.get(project.id)?.found === found && kept.delete(project.id));
      found.then(({ notes }) => void (notes.length > 0 && drop()), drop);
      return found;
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
