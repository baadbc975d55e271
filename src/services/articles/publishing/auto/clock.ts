import type { AutoPublish } from '../../../../../schema/auto-publish.ts';

export type QuietHours = AutoPublish['quietHours'];

/** A project's days and hours. */
export interface ProjectClock {
  /** The day of an instant, YYYY-MM-DD. */
  dayOf(instant: number): string;
  /** The beginning of the day after. */
  nextDay(instant: number): number;
  /** Whether the clock then shows a time from `from` up to `to`. Where clocks are put back, a time that comes twice is quiet twice. */
  isQuiet(instant: number, quiet: QuietHours): boolean;
  /** The first instant from then on that is not quiet. */
  nextOpen(instant: number, quiet: QuietHours): number;
}

/** Days in which quiet hours end at least once, however clocks are changed. */
const days = [-1, 0, 1, 2, 3];

/** Opens the clock of an IANA time zone. */
export async function openClock(timezone: string): Promise<ProjectClock> {
  const { Temporal } = await import('temporal-polyfill');
  const at = (instant: number) => Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timezone);
  const timeOf = (instant: number) => at(instant).toPlainTime().toString({ smallestUnit: 'minute', roundingMode: 'floor' });

  function isQuiet(instant: number, quiet: QuietHours): boolean {
    if (quiet === null) return false;
    const time = timeOf(instant);
    const { from, to } = quiet;
    return from < to ? from <= time && time < to : from <= time || time < to;
  }

  /** Where quiet hours can end: when clocks show their end, and when they are changed. */
  function endsAfter(instant: number, { to }: NonNullable<QuietHours>): number[] {
    const today = at(instant).toPlainDate();
    const ends = days.flatMap((more) =>
      (['earlier', 'later'] as const).map(
        (disambiguation) => today.add({ days: more }).toPlainDateTime(to).toZonedDateTime(timezone, { disambiguation }).epochMilliseconds,
      ),
    );
    const changed = at(instant).getTimeZoneTransition('next')?.epochMilliseconds;
    return [...ends, ...(changed === undefined ? [] : [changed])].filter((end) => end > instant).toSorted((one, other) => one - other);
  }

  return {
    dayOf: (instant) => at(instant).toPlainDate().toString(),
    nextDay: (instant) => at(instant).add({ days: 1 }).startOfDay().epochMilliseconds,
    isQuiet,
    nextOpen(instant, quiet) {
      if (quiet === null || !isQuiet(instant, quiet)) return instant;
      return endsAfter(instant, quiet).find((end) => !isQuiet(end, quiet)) ?? instant;
    },
  };
}

/** What decides when articles go out. */
export interface Turns extends Pick<AutoPublish, 'dailyCap' | 'quietHours'> {
  now: number;
  /** When the first may go at the earliest. */
  from: number;
  /** What went out on the day of `now`. */
  publishedToday: number;
}

/** When so many that wait go out, one after the other. */
export function turnTimes(clock: ProjectClock, { now, from, publishedToday, dailyCap, quietHours }: Turns, count: number): number[] {
  const times: number[] = [];
  let instant = clock.nextOpen(from, quietHours);
  let left = dailyCap - (clock.dayOf(instant) === clock.dayOf(now) ? publishedToday : 0);
  while (times.length < count) {
    if (left <= 0) {
      instant = clock.nextOpen(clock.nextDay(instant), quietHours);
      left = dailyCap;
    }
    times.push(instant);
    left--;
  }
  return times;
}
