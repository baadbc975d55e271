/** The local time of a project. */
export interface Zone {
  /** The instant of a local day (YYYY-MM-DD) and time (HH:MM), in milliseconds since the epoch. A local time that does not exist moves on by the gap; of one that comes twice it is the first. */
  instantOf(date: string, time: string): number;
  /** The local day of an instant. */
  dayOf(instant: number): string;
}

/** Opens an IANA time zone. What knows the rules is loaded with the first. */
export async function openZone(name: string): Promise<Zone> {
  const { Temporal } = await import('temporal-polyfill');
  return {
    instantOf: (date, time) =>
      Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(name, { disambiguation: 'compatible' }).epochMilliseconds,
    dayOf: (instant) => Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(name).toPlainDate().toString(),
  };
}
