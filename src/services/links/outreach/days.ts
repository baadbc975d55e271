/** A day of a project. */
export interface Day {
  /** YYYY-MM-DD. */
  day: string;
  /** When the next one begins, in milliseconds since the epoch. */
  endsAt: number;
}

/** Says in which day of an IANA time zone an instant lies. What knows the rules is loaded with the first. */
export async function openDays(timezone: string): Promise<(instant: number) => Day> {
  const { Temporal } = await import('temporal-polyfill');
  return (instant) => {
    const date = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timezone).toPlainDate();
    return { day: date.toString(), endsAt: date.add({ days: 1 }).toZonedDateTime(timezone).epochMilliseconds };
  };
}
