import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What is read from the database at each request for metrics. */
export interface Measures {
  /** By kind of work. */
  work: Record<string, { pending: number; leased: number; lagMs: number }>;
  /** Receivers that keep failing and have deliveries waiting. */
  receiversInTrouble: number;
  /** Failed deliveries that nobody has acknowledged or retried. */
  flagged: number;
  /** Sends of articles that did not arrive because a later one took their place. */
  superseded: number;
}

/** The numbers of one desk for Prometheus. */
export interface Metrics {
  contentType: string;
  /** Rejects if the database cannot be read. */
  text(): Promise<string>;
  observeAttempt(kind: string, outcome: string, durationMs: number): void;
}

/** In seconds, from a receiver nearby to the deadline of 10 s. */
const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Labels never hold a receiver's address: its path may be a secret, and the number of receivers has no bound. */
export function createMetrics({ version, measure }: { version: string; measure(): Promise<Measures> }): Metrics {
  // Not the package's global registry: one process may run several desks.
  const registers = [new Registry()];
  const attempts = new Counter({
    name: 'copydesk_delivery_attempts_total',
    help: 'Attempts at deliveries that this process has made since it began to listen, by what came of them: delivered, retrying, failed. Add up the processes that share a database.',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  // A series that starts at 0 shows the first failure as an increase.
  for (const kind of ['event', 'publish']) for (const outcome of ['delivered', 'retrying', 'failed']) attempts.inc({ kind, outcome }, 0);
  const durations = new Histogram({
    name: 'copydesk_delivery_attempt_duration_seconds',
    help: 'How long the attempts at deliveries took that this process has made since it began to listen.',
    labelNames: ['kind'],
    buckets: durationBuckets,
    registers,
  });
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers });
  const pending = gauge('copydesk_queue_pending', 'Pieces of work in the database, due or not.', 'kind');
  const leased = gauge('copydesk_queue_leased', 'Pieces of work in the database that a process is doing.', 'kind');
  const lag = gauge('copydesk_queue_lag_seconds', 'For how long due work has waited, at the longest.', 'kind');
  const inTrouble = gauge(
    'copydesk_receivers_in_trouble',
    'Receivers with deliveries waiting that have failed steadily: each is tried one delivery at a time.',
  );
  const flagged = gauge(
    'copydesk_deliveries_flagged',
    'Failed deliveries that nobody has retried or acknowledged, counted to 10000 at most.',
  );
  const superseded = gauge(
    'copydesk_deliveries_superseded',
    'Sends of articles that did not arrive because a later send took their place, as long as they are kept, counted to 10000 at most. None of them has failed.',
  );
  gauge('copydesk_build_info', 'Always 1; the version is in the label.', 'version').set({ version }, 1);

  return {
    contentType: registers[0]!.contentType,
    async text() {
      const measures = await measure();
      for (const [kind, depth] of Object.entries(measures.work)) {
        pending.set({ kind }, depth.pending);
        leased.set({ kind }, depth.leased);
        lag.set({ kind }, depth.lagMs / 1000);
      }
      inTrouble.set(measures.receiversInTrouble);
      flagged.set(measures.flagged);
      superseded.set(measures.superseded);
      return registers[0]!.metrics();
    },
    observeAttempt(kind, outcome, durationMs) {
      attempts.inc({ kind, outcome });
      durations.observe({ kind }, durationMs / 1000);
    },
  };
}
