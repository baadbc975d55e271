import { nouns, webhooks } from '../schema/index.ts';
import { instructions } from '../tools/instructions.ts';
import { offered } from '../tools/offered.ts';
import { defaultPublicUrl, isLoopbackName, readConfig, type Config, type ConfigOverrides } from './config.ts';
import { createRendering, type Rendering } from './crawl/rendering.ts';
import type { Database } from './db/database.ts';
import { openStore, type Store } from './db/open.ts';
import { AppError, storageFault } from './errors.ts';
import { createPolicy } from './net/guard.ts';
import type { Network } from './net/request.ts';
import type { Group, Operation } from './operation.ts';
import type { Health } from './faces/http.ts';
import type { Measures, Metrics } from './faces/http/metrics.ts';
import { createInvoke, type Invoke } from './faces/invoke.ts';
import { createWorkers } from './jobs/index.ts';
import { createQueue, type Queue } from './queue/queue.ts';
import type { Foundation, ObserveAttempt } from './services/common/group.ts';
import type { KeyProblem } from './services/common/sealed.ts';
import { deliver } from './services/deliveries/index.ts';
import type { Worker } from './queue/worker.ts';
import { createServices, type Services } from './services/index.ts';
import { createLog, createSystem, type Connect, type Dial, type System } from './system.ts';
import { createThreads, type Threads } from './threads/open.ts';
import { version } from './version.ts';
import { Senders } from './webhooks/senders.ts';

export interface CopydeskOptions extends ConfigOverrides {
  /** A clock of your own, in milliseconds. Nothing runs by itself then: call `runDue()` after moving it. */
  now?: () => number;
  /** Ids of your own, for tests that read them. */
  id?: (prefix: string) => string;
  /** A network of your own in place of the guarded one. */
  request?: Dial;
  /** Likewise to servers that speak no HTTP. */
  connect?: Connect;
  /** A browser of your own in place of the machine's Chromium. */
  rendering?: Rendering;
  /** Threads and processes that several desks share. The desk does not end them. */
  threads?: Threads;
}

export interface Copydesk {
  readonly config: Config;
  readonly groups: readonly Group<Services>[];
  readonly services: Services;
  readonly system: System;
  /** Runs an operation for a caller: what faces do. */
  readonly invoke: Invoke<Services>;
  /** Calls an operation by name with the rights of this process. Rejects with `AppError`. */
  call(operation: string, input?: Record<string, unknown>): Promise<unknown>;
  /** Serves MCP and REST, and runs due work meanwhile. Returns the address it listens on. */
  listen(address?: { host?: string; port?: number }): Promise<{ url: string }>;
  /** Runs due work in the background from now on; does nothing if the clock is injected. */
  work(): void;
  /** Does all work that is due at `now()` and returns when it is done. */
  runDue(): Promise<void>;
  health(): Promise<Health>;
  /** Stops accepting calls and claiming work, lets running work finish or return to the queue, and closes the database. */
  close(): Promise<void>;
}

/** Puts the parts of a whole desk together, in this process. */
export function createCopydesk(options: CopydeskOptions = {}): Promise<Copydesk> {
  return openDesk(options);
}

/** The same on the database of its home, where that is open already. Nothing else puts the parts together. */
export async function openDesk(options: CopydeskOptions, database?: Database): Promise<Copydesk> {
  const { now, id, request, connect, rendering: ownBrowser, threads: shared, ...overrides } = options;
  const config = readConfig(overrides);
  // An invalid network setting fails here, not at the first request.
  createPolicy(config);
  const log = createLog(config.logLevel);
  const network = { ...guardedNetwork(config), ...(request && { request }), ...(connect && { connect }) };
  const closing = new AbortController();
  const system = createSystem({ now, id, ...network, agent: agentOf(config), log, closing: closing.signal });
  const store = openStore(config.home, system, database);
  const queue = createQueue(store, system);
  const { close: closeThreads, ...threads } = shared ? { ...shared, close: async () => {} } : createThreads(system);
  const sender = openSender(system, config, { isReal: !request && !now });
  let publicUrl = config.publicUrl;
  let metrics: Metrics | undefined;
  const observeAttempt: ObserveAttempt = (...attempt) => metrics?.observeAttempt(...attempt);
  const rendering = ownBrowser ?? createRendering({ system, dialing: config, executablePath: config.chromium });
  // The operations need the services, and these run operations: that one is there by the time of the first call.
  const invoke: Foundation['invoke'] = (operation, input, caller) => face.invoke(operationNamed(groups, operation), input, caller);
  const foundation = { store, queue, system, config, publicUrl: () => publicUrl, observeAttempt, sender, rendering, invoke, ...threads };
  const { services, groups: serviceGroups, keyProblem } = createServices(foundation);
  await begin(services, log, keyProblem);
  const workers = createWorkers(services, serviceGroups);
  const groups = offered(config);
  const face = { groups, invoke: createInvoke(services), version, instructions, log };
  const health = () => healthOf(store, queue, keyProblem);
  const servers: { close(): Promise<void> }[] = [];
  const work = () => {
    if (!now) queue.start(workers);
  };

  return {
    config,
    groups,
    services,
    system,
    health,
    work,
    invoke: face.invoke,
    call: async (name, input = {}) => face.invoke(operationNamed(groups, name), input, { face: 'embedded', scope: 'admin' }),
    async listen({ host = config.host, port = config.port } = {}) {
      refuseOpenHost(host, config);
      const [{ serveHttp }, { createMetrics }] = await Promise.all([import('./faces/serve.ts'), import('./faces/http/metrics.ts')]);
      metrics ??= createMetrics({ version, measure: () => measure(services, queue, workers) });
      const server = await serveHttp({ ...face, ...askedOf(services, system), config, health, metrics, webhooks, nouns, host, port });
      servers.push(server);
      // Without a public URL of its own the desk is reached where it listens, and port 0 is only known from now on.
      if (config.publicUrl === defaultPublicUrl(config.host, config.port)) publicUrl = server.url;
      work();
      return { url: server.url };
    },
    runDue: () => queue.runDue(workers),
    async close() {
      closing.abort();
      // Claims no more work, but still answers the requests under way.
      await Promise.all([queue.close(), ...servers.map((server) => server.close())]);
      await Promise.all([sender.close(), closeThreads(), network.close()]);
      await store.close();
    },
  };
}

/** What the faces ask the services for, beside the operations. */
function askedOf({ keys, idempotency, images, calendar, exports }: Services, { now, id }: System) {
  const files = { readMedia: images.read, readCalendar: calendar.feed, readExport: exports.read };
  return { authenticate: keys.authenticate, once: idempotency.once, ...files, now, id };
}

/** What every start does. A lost key file is told, so that nobody wonders why deliveries wait. */
async function begin({ projects, retention }: Services, log: System['log'], keyProblem: () => Promise<KeyProblem | null>): Promise<void> {
  await projects.ensureFirst();
  await retention.ensure();
  const lost = await keyProblem();
  if (lost !== null) log.error(`${lost.problem} ${lost.advice} Deliveries wait until then.`);
}

function refuseOpenHost(host: string, config: Config): void {
  if (isLoopbackName(host) || config.production) return;
  throw new AppError('invalid_input', `Listening on ${host} is production; this desk was made for loopback.`, {
    hint: 'Name the host when the desk is made: createCopydesk({ host }).',
  });
}

function operationNamed(groups: readonly Group<Services>[], name: string): Operation<Services> {
  const operations = groups.flatMap((group) => group.operations);
  const operation = operations.find((one) => one.name === name);
  if (operation) return operation;
  throw new AppError('not_found', `There is no operation ${name}.`, {
    hint: `Operations: ${operations.map((one) => one.name).join(', ')}.`,
  });
}

/** Whoever reads it in a log should find who asks; the address of a desk that nobody else reaches tells them nothing. */
function agentOf({ publicUrl }: Config): string {
  return isLoopbackName(new URL(publicUrl).hostname) ? `Copydesk/${version}` : `Copydesk/${version} (+${publicUrl})`;
}

/** A network or a clock of one's own cannot be handed to a thread. What can be is nothing secret. */
function openSender(system: System, config: Config, { isReal }: { isReal: boolean }): Senders {
  const { production, allowedNetworks, deliveryConcurrency: places, receiverConcurrency: perReceiver } = config;
  return new Senders(system, { places, perReceiver, httpsOnly: production }, isReal ? { production, allowedNetworks } : undefined);
}

/** Loads the network code with the first outgoing request. */
function guardedNetwork(config: Config): Network {
  let opened: Promise<Network> | undefined;
  const open = () => (opened ??= import('./net/request.ts').then(({ createDial }) => createDial(config)));
  return {
    request: async (request) => (await open()).request(request),
    connect: async (server) => (await open()).connect(server),
    close: async () => (await opened)?.close(),
  };
}

/** Counting stops here: beyond it the exact number does not matter. */
const maxCounted = 10_000;

async function measure({ deliveries }: Services, queue: Queue, workers: readonly Worker[]): Promise<Measures> {
  const nothing = { pending: 0, leased: 0, lagMs: 0, failingLanes: 0 };
  const idle = Object.fromEntries(workers.map(({ kind }) => [kind, nothing]));
  const work = { ...idle, ...(await queue.depth()) };
  const receiversInTrouble = work[deliver]?.failingLanes ?? 0;
  const [flagged, superseded] = await Promise.all([deliveries.countFlagged(maxCounted), deliveries.countSuperseded(maxCounted)]);
  return { work, receiversInTrouble, flagged, superseded };
}

async function healthOf(store: Store, queue: Queue, keyProblem: () => Promise<KeyProblem | null>): Promise<Health> {
  const { state, lookedAt, fault } = queue.engine();
  const engine = {
    state,
    lookedAt: lookedAt === null ? null : new Date(lookedAt).toISOString(),
    ...(state === 'failing' && { fault: faultInWords(fault) }),
  };
  try {
    const isCurrent = store.isCurrent();
    const problem = await store.writeProblem();
    const database = isCurrent ? (problem === null ? 'ok' : `cannot be written: ${problem}`) : 'written by a newer program';
    const lost = await keyProblem();
    const keyFile = lost === null ? 'ok' : `${lost.problem} ${lost.advice}`;
    const ready = database === 'ok' && keyFile === 'ok' && state !== 'failing';
    return { ready, checks: { database, keyFile, engine, work: await queue.depth() } };
  } catch {
    return { ready: false, checks: { database: 'cannot be read', engine } };
  }
}

/** Why the engine cannot work. */
function faultInWords(fault: unknown): string {
  if (fault instanceof AppError) return fault.message;
  return storageFault(fault)?.message ?? 'an unexpected fault; it has been logged';
}
