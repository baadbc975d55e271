/** Counts what one provider bills a project for, over all processes. */
export interface Meter {
  /**
   * Reserves so many calls, as the provider bills them, before `ask` is run, whatever comes of it; what it cost is recorded by `costOf`, in USD,
   * null where the provider does not say. Rejects with `cap_reached` or `prices_missing` before anything is sent, and as `ask` does.
   */
  spend<Answer>(calls: number, ask: () => Promise<Answer>, costOf?: (answer: Answer) => number | null): Promise<Answer>;
}

/** For who pays for nothing, and for tests. */
export const unmetered: Meter = { spend: (_calls, ask) => ask() };
