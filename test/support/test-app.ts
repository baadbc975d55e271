import { onTestFinished } from 'vitest';
import { createCopydesk, type Copydesk, type CopydeskOptions } from '../../src/app.ts';
import { createDial } from '../../src/net/request.ts';
import type { Connect, Dial } from '../../src/system.ts';
import { startOfTests } from './clock.ts';
import { temporaryHome } from './home.ts';
import { sharedThreads } from './threads.ts';

export interface TestApp {
  desk: Copydesk;
  /** Moves the clock and does what has come due. */
  advance(ms: number): Promise<void>;
  now(): number;
  home: string;
}

/** A desk in a temporary home with a clock that only moves by hand, sequential ids, and a network that reaches this machine alone. */
export async function createTestApp(options: CopydeskOptions = {}): Promise<TestApp> {
  let now = startOfTests;
  const home = options.home ?? temporaryHome();
  const network = loopbackOnly();
  const desk = await createCopydesk({
    home,
    logLevel: 'silent',
    now: () => now,
    id: sequentialIds(),
    request: network.request,
    connect: network.connect,
    threads: sharedThreads,
    ...options,
  });
  onTestFinished(async () => {
    await desk.close();
    await network.close();
  });
  return {
    desk,
    home,
    now: () => now,
    async advance(ms) {
      now += ms;
      await desk.runDue();
    },
  };
}

/** Ids that sort by the order in which they were made and are the same in every run. */
function sequentialIds(): (prefix: string) => string {
  let count = 0;
  return (prefix) => `${prefix}_${String(++count).padStart(8, '0')}`;
}

/** The real way out, but only to 127.0.0.1: anything else is a fault of the test. */
function loopbackOnly(): { request: Dial; connect: Connect; close(): Promise<void> } {
  const network = createDial({ production: false, allowedNetworks: [] });
  return {
    async request(request) {
      const { hostname } = new URL(request.url);
      if (hostname !== '127.0.0.1') throw new Error(`A test tried to reach ${hostname}.`);
      return network.request(request);
    },
    async connect(server) {
      if (server.host !== '127.0.0.1') throw new Error(`A test tried to reach ${server.host}.`);
      return network.connect(server);
    },
    close: () => network.close(),
  };
}
