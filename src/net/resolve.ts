import { lookup, Resolver } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';

/** All addresses of a name, in the order to try them. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

export interface ResolverSettings {
  /** Its names take precedence over the name servers. */
  hostsFile: string;
  /** Name servers, as `address` or `address:port`. Default: the machine's own. */
  servers?: readonly string[];
}

/** Timeout in milliseconds and number of tries per name server: together far below any request's deadline. */
const queryTimeoutMs = 1500;
const queryTries = 2;

/**
 * Asks the hosts file, then the name servers, and the operating system only for names they do not know. The system's lookup also knows search
 * domains and local networks, but blocks one of Node's few threads until it answers: one silent name server would stall the lookups of all
 * other receivers. So the system is asked for one name at a time. Concurrent lookups of the same name share one answer.
 */
export function createResolve({ hostsFile, servers }: ResolverSettings = { hostsFile: systemHostsFile }): Resolve {
  const underWay = new Map<string, Promise<readonly string[]>>();
  let lastBySystem: Promise<unknown> = Promise.resolve();

  function bySystem(hostname: string): Promise<string[]> {
    const found = lastBySystem.then(async () => (await lookup(hostname, { all: true })).map(({ address }) => address));
    lastBySystem = found.catch(() => {});
    return found;
  }

  async function find(hostname: string): Promise<readonly string[]> {
    const listed = listedIn(hostsFile, hostname);
    if (listed.length > 0) return listed;
    // Created each time: the machine's name servers may change while the process runs.
    const resolver = new Resolver({ timeout: queryTimeoutMs, tries: queryTries });
    if (servers) resolver.setServers(servers);
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    for (const answer of answers) if (answer.status === 'rejected' && !isUnknownName(answer.reason)) throw answer.reason;
    return bySystem(hostname);
  }

  return (hostname) => {
    const known = underWay.get(hostname);
    if (known) return known;
    const found = find(hostname).finally(() => underWay.delete(hostname));
    underWay.set(hostname, found);
    return found;
  };
}

const systemHostsFile = process.platform === 'win32' ? String.raw`C:\Windows\System32\drivers\etc\hosts` : '/etc/hosts';

/** The addresses that the hosts file gives a name (hosts(5)). */
function listedIn(hostsFile: string, hostname: string): string[] {
  const wanted = hostname.toLowerCase();
  return readHosts(hostsFile).flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    // Some systems also list an interface's address (`fe80::1%lo0`) for localhost.
    return isIP(address) > 0 && !address.includes('%') && names.includes(wanted) ? [address] : [];
  });
}

function readHosts(hostsFile: string): string[] {
  try {
    return readFileSync(hostsFile, 'utf8').split('\n');
  } catch {
    // A hosts file is optional.
    return [];
  }
}

/** Whether the name servers certainly know nothing, as opposed to being silent: no such name, or no name server at all. */
function isUnknownName(reason: unknown): boolean {
  const { code } = reason as NodeJS.ErrnoException;
  return code === 'ENOTFOUND' || code === 'ENODATA' || code === 'ECONNREFUSED';
}
