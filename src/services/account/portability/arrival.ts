import { removeSome } from '../../../db/carry.ts';
import type { Tx } from '../../../db/open.ts';
import { AppError } from '../../../errors.ts';
import { extendLease, releaseLeases, takeLeases } from '../../../queue/leases.ts';
import type { Foundation, Slice } from '../../common/group.ts';
import { anyLeft, inSlices } from '../../common/slices.ts';

type Needs = Pick<Foundation, 'store' | 'system' | 'groups'>;

/** It is extended with every slice; whoever has not written for so long has died. */
const leaseMs = 120_000;
/** Of which each may have a large body. */
const deliveriesAtOnce = 20;
const leaseOf = (projectId: string) => `import ${projectId}`;

/** Says that a project is being imported, so that nobody takes it for what an import left behind. */
export async function holdArrival(tx: Tx, { system }: Pick<Needs, 'system'>, projectId: string, token: string): Promise<void> {
  const heldUntil = await takeLeases(tx, [{ name: leaseOf(projectId), places: 1, ms: leaseMs }], token, system.now());
  if (heldUntil !== null) throw new AppError('conflict', 'The same project is being imported already.', { hint: 'Wait for that to end.' });
}

export async function keepArrival(tx: Tx, { system }: Pick<Needs, 'system'>, projectId: string, token: string): Promise<void> {
  await extendLease(tx, leaseOf(projectId), token, system.now() + leaseMs);
  const isThere = await tx.selectFrom('projects').select('id').where('id', '=', projectId).where('arriving', '=', 1).executeTakeFirst();
  if (!isThere)
    throw new AppError('conflict', 'The import was given up by another process: it had not written for minutes.', {
      hint: 'Import it again.',
    });
}

/** Shows the project. */
export async function endArrival(tx: Tx, { id, name, token }: { id: string; name: string; token: string }): Promise<void> {
  await tx.updateTable('projects').set({ name, arriving: 0 }).where('id', '=', id).execute();
  await releaseLeases(tx, [leaseOf(id)], token);
}

/** Takes back all that this import wrote. */
export async function giveUpArrival(needs: Needs, projectId: string, token: string): Promise<void> {
  await needs.store.write((tx) => releaseLeases(tx, [leaseOf(projectId)], token));
  await removeLeftovers(needs);
}

/** Removes what imports left behind that were cut off. */
export async function removeLeftovers(needs: Needs): Promise<void> {
  const slice = leftovers(needs);
  await inSlices(needs, async (tx) => ((await slice(tx)) === false ? true : undefined));
}

/** Removes some of a project whose import was cut off; returns whether there may be more. */
export function leftovers({ system, groups }: Pick<Needs, 'system' | 'groups'>): Slice {
  return async (tx) => {
    const arriving = await tx
      .selectFrom('projects')
      .select('id')
      .where(({ eb, lit }) => eb('arriving', '=', lit(1)))
      .execute();
    const left = arriving.map(({ id }) => id);
    while (left.length > 0) {
      const id = left.shift()!;
      // Nothing is taken where the lease is for no time: it only asks whether somebody holds one.
      if ((await takeLeases(tx, [{ name: leaseOf(id), places: 1, ms: 0 }], '', system.now())) !== null) continue;
      // They would stay on record, as those of a project do that was deleted; but these were never sent from here.
      if (await removeSome(tx, 'deliveries', 'project_id', id, deliveriesAtOnce)) return true;
      if (await anyLeft(groups, ({ removeProject }) => removeProject?.(tx, id))) return true;
      await tx.deleteFrom('projects').where('id', '=', id).execute();
      return true;
    }
    return false;
  };
}
