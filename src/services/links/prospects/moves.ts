import type { ProspectStatus } from '../../../../schema/link-building.ts';
import { AppError } from '../../../errors.ts';

/** Where a prospect may go from each status. Nothing else changes one. */
export const moves: Readonly<Record<ProspectStatus, readonly ProspectStatus[]>> = {
  prospected: ['contacted'],
  contacted: ['replied', 'link_placed', 'declined', 'no_response'],
  replied: ['link_placed', 'declined', 'no_response'],
  no_response: ['contacted', 'replied', 'link_placed', 'declined'],
  declined: ['contacted', 'replied'],
  // A link can be lost again.
  link_placed: ['contacted', 'replied'],
};

/** To stay where it is is no move and always allowed. Throws `conflict` that names the legal moves. */
export function requireMove(id: string, from: ProspectStatus, to: ProspectStatus): void {
  if (from === to || moves[from].includes(to)) return;
  throw new AppError('conflict', `The prospect ${id} is ${from} and cannot become ${to}.`, {
    hint: `From ${from} it can become ${moves[from].join(', ')}.`,
    errors: [{ pointer: '/status', detail: `is ${from}: it can become ${moves[from].join(', ')}`, code: 'illegal_move' }],
  });
}
