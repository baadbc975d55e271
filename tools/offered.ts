import type { Group, Operation } from '../src/operation.ts';
import type { Services } from '../src/services/index.ts';
import { catalogue } from './index.ts';

/**
 * The operations that a desk offers: of one that is `readOnly` only those that read and reveal no secret.
 * `local` ones are shaped as for a caller that may name files.
 */
export function offered({ readOnly, local = false }: { readOnly: boolean; local?: boolean }): readonly Group<Services>[] {
  const groups = readOnly ? readOnlyPart(catalogue) : catalogue;
  return local ? groups.map((group) => ({ ...group, operations: group.operations.map((one) => ({ ...one, ...one.local })) })) : groups;
}

function readOnlyPart(groups: readonly Group<Services>[]): Group<Services>[] {
  const harmless = (operation: Operation<Services>) => operation.effect === 'read' && operation.scope === 'read';
  return groups
    .map((group) => ({ ...group, operations: group.operations.filter(harmless) }))
    .filter((group) => group.operations.length > 0);
}
