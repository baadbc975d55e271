import { setFlagsFromString } from 'node:v8';
import { instructions } from '../tools/instructions.ts';
import type { Copydesk } from './app.ts';
import { readConfig, type ConfigOverrides } from './config.ts';
import { openDatabase, type Database } from './db/database.ts';
import { serveMcpStdio, type McpStdio } from './faces/mcp/stdio.ts';
import { createPolicy } from './net/guard.ts';
import type { Group } from './operation.ts';
import type { Services } from './services/index.ts';
import { createLog, pause } from './system.ts';
import { version } from './version.ts';

export interface StdioOptions extends ConfigOverrides {
  /** The client may name files below these folders (real paths). */
  files?: readonly string[];
}

export interface ServedStdio extends McpStdio {
  /** Rejects if the desk cannot be opened although its home can. Calls are refused with the same error then. */
  opened: Promise<void>;
}

/**
 * Serves MCP to one client on this process's stdin and stdout, and does the work that is due. An agent client starts it anew for every
 * conversation, so it is greeted before the product is loaded, which takes most of a start.
 * Throws if its settings are wrong or its home cannot be used: those are told in the place of the greeting.
 */
export function serveStdio({ files, ...options }: StdioOptions): ServedStdio {
  const config = readConfig(options);
  createPolicy(config);
  const log = createLog(config.logLevel);
  const database = openDatabase(config.home, log);
  // Loading makes much garbage at once: V8 would grow its young generation to 64 MiB for it, and keep that.
  setFlagsFromString('--semi-space-growth-factor=1');
  const groups = loadCatalogue(config.readOnly, files !== undefined);
  const leaving = new AbortController();
  const desk = loadDesk(groups, options, database, leaving.signal);
  const served = serveMcpStdio<Services>({
    groups,
    loading: desk,
    async invoke(operation, input, caller) {
      const { invoke } = await desk;
      caller.signal?.throwIfAborted();
      return invoke(operation, input, caller);
    },
    log,
    version,
    instructions,
    caller: { face: 'mcp', scope: 'admin', unattended: true, files },
  });
  return {
    closed: served.closed,
    opened: desk.then(
      () => {},
      (error) => {
        if (!leaving.signal.aborted) throw error;
      },
    ),
    async close() {
      leaving.abort();
      await served.close();
      const [opened] = await Promise.allSettled([desk]);
      if (opened.status === 'fulfilled') await opened.value.close();
    },
  };
}

const maxReadingMs = 1000;
const readingPauseMs = 5;

/** Loading holds the event loop, so what the client has said so far is answered first: before this its greeting, then its wish for the tools. */
async function loadCatalogue(readOnly: boolean, local: boolean): Promise<readonly Group<Services>[]> {
  await pause(0);
  const { offered } = await import('../tools/offered.ts');
  return offered({ readOnly, local });
}

/** Closes the database where it rejects: because of a fault, or as `leaving` was aborted before the desk was there. */
async function loadDesk(groups: Promise<unknown>, options: ConfigOverrides, database: Database, leaving: AbortSignal): Promise<Copydesk> {
  try {
    await groups;
    await pause(0, leaving);
    // The list of tools is longer than what a pipe takes at once. A client that does not read it keeps no work waiting.
    for (let left = maxReadingMs; left > 0 && process.stdout.writableLength > 0; left -= readingPauseMs) {
      await pause(readingPauseMs, leaving);
    }
    const { openDesk } = await import('./app.ts');
    leaving.throwIfAborted();
    const desk = await openDesk(options, database);
    if (!leaving.aborted) desk.work();
    return desk;
  } catch (error) {
    database.close();
    throw error;
  } finally {
    setFlagsFromString('--semi-space-growth-factor=2');
  }
}
