/** What every side of the comparison is given to do. */
export interface Task {
  /** The receiver. */
  url: string;
  /** In all batches. */
  deliveries: number;
  bodyBytes: number;
  /** Requests under way at once. */
  concurrency: number;
  /** Where the side keeps its deliveries: a folder, or the URL of a server. */
  storage: string;
}

/** The first batch a process does cold, the second warm: in the same process, as large, right after it. */
export const batches = ['cold', 'warm'] as const;

export type ByBatch<Value> = Record<(typeof batches)[number], Value>;

/** Something that delivers. */
export interface Side {
  /** Gets everything ready to put deliveries in, in a process that ends before they are delivered. Without storage there is nothing to put in. */
  openFill?(task: Task): Promise<Filling>;
  /** Gets everything ready that can be, without beginning to deliver. */
  open(task: Task): Promise<Delivering>;
}

export interface Filling {
  /** Puts so many more deliveries in. */
  put(deliveries: number): Promise<void>;
  close(): Promise<void>;
}

export interface Delivering {
  begin(): void | Promise<void>;
  /** Whether nothing is left to do and everything that happened is recorded. */
  isDone(): Promise<boolean>;
}

/** So many are put in at once: in one transaction, or with one call for many. */
const atOnce = 1000;

/** Puts deliveries in by the thousand; `putSome` is given the number of each, counted over all calls. */
export function inThousands(putSome: (indexes: readonly number[]) => Promise<unknown>): Filling['put'] {
  let next = 0;
  return async (deliveries) => {
    for (const end = next + deliveries; next < end; next += Math.min(atOnce, end - next)) {
      await putSome(Array.from({ length: Math.min(atOnce, end - next) }, (_, at) => next + at));
    }
  };
}
