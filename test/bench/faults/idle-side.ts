import type { Side } from '../deliveries/sides/side.ts';

/** Delivers nothing. */
export const side: Side = {
  open: async () => ({ begin: () => {}, isDone: async () => false }),
};
