import { z } from 'zod';

const Instant = z.iso.datetime({ offset: true });
export const Day = z.iso.date();

/** An end of a period: a day, which as `until` is included, or an instant. */
export const DayOrInstant = z
  .string()
  .refine(
    (text) => Day.safeParse(text).success || Instant.safeParse(text).success,
    'must be a day such as 2026-11-01, or an instant with its zone',
  );

/** A period, as a filter for lists. */
export const Period = {
  since: Instant.optional().meta({ description: 'Created at this time or later; ISO 8601 with zone.', inTool: 'Created then or later.' }),
  until: Instant.optional().meta({ description: 'Created at this time or earlier.', inTool: 'Created then or earlier.' }),
};
