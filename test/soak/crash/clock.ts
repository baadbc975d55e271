/** A clock that all processes of a soak share. */
export interface FastClock {
  /** The instant at which it agreed with the machine's, in milliseconds since the epoch. */
  since: number;
  /** Its seconds for one of the machine's. */
  speed: number;
}

/** What the clock says when the machine's says `now`. */
export function fastTime({ since, speed }: FastClock, now: number): number {
  return since + (now - since) * speed;
}

/** Milliseconds of the machine's monotonic clock, which all processes share. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
