import type { Brand } from '../../src/visibility/shapes.ts';

/** A brand with these names; its sites and terms as said. */
export function brandOf(id: string, names: readonly string[], more: Partial<Brand> = {}): Brand {
  return { id, names, sites: [], mentionOnlyWith: [], mentionNotWith: [], ...more };
}
