import type { ExpressionBuilder } from 'kysely';
import { removeSome } from '../../../db/carry.ts';
import type { Tx } from '../../../db/open.ts';
import type { Tables } from '../../../db/tables.ts';
import { AppError } from '../../../errors.ts';
import { extendLease, releaseLeases, takeLeases } from '../../../queue/leases.ts';
import type { Foundation, Slice } from '../../common/group.ts';
import { anyLeft, inSlices } from '../../common/slices.ts';

type Needs = Pick<Foundation, 'store' | 'system' | 'groups'>;

/** It is extended with every slice; whoever has not written for so long has died. */
const leaseMs = 120_000;
/** Of which each may have a large body. */
const deliveriesAtOnce = 20;
/** All who remove one arrival hold its lease together, so that no import goes on meanwhile or begins. */
const removing = 'removing';
const leaseOf = (projectId: string) => `import ${projectId}`;
const leaseFor = (projectId: string) => ({ name: leaseOf(projectId), places: 1, ms: leaseMs });

// A parameter would keep SQLite from the index of the few that arrive.
const isArriving = ({ eb, lit }: ExpressionBuilder<Tables, 'projects'>) => eb('arriving', '=', lit(1));

/** Whether any project is being imported, so that rows may be there before what hangs on them. */
export async function isAnyArriving(tx: Tx): Promise<boolean> {
  return (await tx.selectFrom('projects').select('id').where(isArriving).limit(1).executeTakeFirst()) !== undefined;
}

/** Says that a project is being imported, so that nobody takes it for what an import left behind. */
export async function holdArrival(tx: Tx, { system }: Pick<Needs, 'system'>, projectId: string, token: string): Promise<void> {
  if ((await takeLeases(tx, [leaseFor(projectId)], token, system.now())) !== null)
    throw new AppError('conflict', 'The same project is being imported already.', { hint: 'Wait for that to end.' });
}

/** Ends an import whose lease has run out and was taken over: what it wrote is being removed, or gone. */
export async function keepArrival(tx: Tx, { system }: Pick<Needs, 'system'>, projectId: string, token: string): Promise<void> {
  if (await extendLease(tx, leaseOf(projectId), token, system.now() + leaseMs)) return;
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
    const arriving = await tx.selectFrom('projects').select('id').where(isArriving).execute();
    const left = arriving.map(({ id }) => id);
    while (left.length > 0) {
      const id = left.shift()!;
      const now = system.now();
      const isHeld = await extendLease(tx, leaseOf(id), removing, now + leaseMs);
      if (!isHeld && (await takeLeases(tx, [leaseFor(id)], removing, now)) !== null) continue;
      // They would stay on record, as those of a project do that was deleted; but these were never sent from here.
      if (await removeSome(tx, 'deliveries', 'project_id', id, deliveriesAtOnce)) return true;
      if (await anyLeft(groups, ({ removeProject }) => removeProject?.(tx, id))) return true;
      await tx.deleteFrom('projects').where('id', '=', id).execute();
      await releaseLeases(tx, [leaseOf(id)], removing);
      return true;
    }
    return false;
  };
}
