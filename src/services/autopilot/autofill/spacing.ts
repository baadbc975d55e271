/** A place for a slot: its day, and whether it is the first or the second of that day. */
export interface Place {
  /** YYYY-MM-DD. */
  date: string;
  nth: 0 | 1;
}

export interface Window {
  /** The first day. */
  from: string;
  days: number;
  /** Slots a week, 1–14. */
  perWeek: number;
  /** How many slots a day has already. */
  taken: ReadonlyMap<string, number>;
}

/** Days of a week, Monday 0, for so many slots a week: as far from one another as they can be, at weekends last. Documented in docs/autopilot.md. */
export const weekdaysFor: readonly (readonly number[])[] = [
  [],
  [1],
  [1, 3],
  [0, 2, 4],
  [0, 1, 3, 4],
  [0, 1, 2, 3, 4],
  [0, 1, 2, 3, 4, 5],
  [0, 1, 2, 3, 4, 5, 6],
];

const dayMs = 24 * 3_600_000;
/** From so many slots a week on, a day may have two. */
const oneADay = 7;
const workdays = 5;

const numberOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / dayMs;
export const dateAfter = (date: string, days: number) => new Date((numberOf(date) + days) * dayMs).toISOString().slice(0, 10);

/** 1 January 1970 was a Thursday. */
const weekdayOf = (day: number) => (day + 3) % 7;

/**
 * Free places within the window, in order, so that each week from Monday to Sunday has `perWeek` slots together with those that it has. A week
 * that begins or ends outside has as many as its share of the usual days. Up to five a week none are at weekends.
 */
export function spread({ from, days, perWeek, taken }: Window): Place[] {
  const first = numberOf(from);
  const all = Array.from({ length: days }, (_, index) => first + index);
  const usual = [weekdaysFor[Math.min(perWeek, oneADay)]!, weekdaysFor[Math.max(0, perWeek - oneADay)]!] as const;
  const maxADay = perWeek > oneADay ? 2 : 1;
  const allowed = all.filter((day) => perWeek > workdays || weekdayOf(day) < workdays);
  const held = new Map([...taken].map(([date, count]) => [numberOf(date), count]));
  const places: (Place & { day: number })[] = [];
  for (const week of Map.groupBy(all, (day) => day - weekdayOf(day)).values()) {
    const wanted = usual.reduce((sum, some) => sum + week.filter((day) => some.includes(weekdayOf(day))).length, 0);
    let left = wanted - week.reduce((sum, day) => sum + (held.get(day) ?? 0), 0);
    for (; left > 0; left--) {
      const day = bestOf(
        allowed.filter((one) => week.includes(one) && (held.get(one) ?? 0) < maxADay),
        { held, usual },
      );
      if (day === undefined) break;
      const count = held.get(day) ?? 0;
      held.set(day, count + 1);
      places.push({ day, date: new Date(day * dayMs).toISOString().slice(0, 10), nth: count === 0 ? 0 : 1 });
    }
  }
  return places.toSorted((one, other) => one.day - other.day || one.nth - other.nth).map(({ date, nth }) => ({ date, nth }));
}

interface Standing {
  held: ReadonlyMap<number, number>;
  usual: readonly [readonly number[], readonly number[]];
}

/** The emptiest day; among those a usual one, then the one farthest from what stands, then the first. */
function bestOf(days: readonly number[], { held, usual }: Standing): number | undefined {
  const full = [...held].flatMap(([day, count]) => (count > 0 ? [day] : []));
  const ranked = days.map((day) => {
    const count = held.get(day) ?? 0;
    const isUsual = usual[count === 0 ? 0 : 1].includes(weekdayOf(day));
    const distance = Math.min(...full.filter((one) => one !== day).map((one) => Math.abs(one - day)), Infinity);
    return { day, rank: [count, isUsual ? 0 : 1, -distance, day] };
  });
  return ranked.toSorted((one, other) => compare(one.rank, other.rank))[0]?.day;
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at === -1 ? 0 : one[at]! < other[at]! ? -1 : 1;
}
