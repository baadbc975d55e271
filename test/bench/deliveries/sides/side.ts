/** What every side of the comparison is given to do. */
export interface Task {
  /** The receiver. */
  url: string;
  deliveries: number;
  bodyBytes: number;
  /** Requests under way at once. */
  concurrency: number;
  /** Where the side keeps its deliveries: a folder, or the URL of a server. */
  storage: string;
}

/** Something that delivers. */
export interface Side {
  /** Puts all deliveries in, in a process that ends before the clock starts. */
  fill?(task: Task): Promise<void>;
  /** Gets everything ready that can be, without beginning to deliver. */
  open(task: Task): Promise<Delivering>;
}

export interface Delivering {
  begin(): void | Promise<void>;
  /** Whether nothing is left to do and everything that happened is recorded. */
  isDone(): Promise<boolean>;
}
