import { z } from 'zod';

const Instant = z.iso.datetime({ offset: true });

/** A period, as a filter for lists. */
export const Period = {
  since: Instant.optional().describe('Created at this time or later; ISO 8601 with zone.'),
  until: Instant.optional().describe('Created at this time or earlier.'),
};
