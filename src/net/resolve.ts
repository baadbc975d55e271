import { lookup, Resolver } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';

/** All addresses of a name, in the order in which they should be tried. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

export interface ResolverSettings {
  /** The file of names that stand above all name servers. */
  hostsFile: string;
  /** Name servers, as `address` or `address:port`. Default: the machine's own. */
  servers?: readonly string[];
}

/** How long one try at a name server may take, in milliseconds, and how many there are: together far less than any deadline of a request. */
const queryTimeoutMs = 1500;
const queryTries = 2;

/**
 * Asks the hosts file, the name servers, and only for a name that those do not know the operating system. Its own look-up, which also knows of search
 * domains and local networks, holds one of very few threads until it has an answer: a receiver whose name server is silent would stop the look-ups of
 * all others. So it is asked one name at a time. What is being looked up is not asked again meanwhile.
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
    // Made anew: a long life sees the machine's name servers change.
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

/** The addresses that the hosts file gives a name (hosts(5)): an address and its names in a line. */
function listedIn(hostsFile: string, hostname: string): string[] {
  const wanted = hostname.toLowerCase();
  return readHosts(hostsFile).flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    // Some systems list an address of one interface (`fe80::1%lo0`) for localhost, too.
    return isIP(address) > 0 && !address.includes('%') && names.includes(wanted) ? [address] : [];
  });
}

function readHosts(hostsFile: string): string[] {
  try {
    return readFileSync(hostsFile, 'utf8').split('\n');
  } catch {
    // There need not be one.
    return [];
  }
}

/** Whether it is certain that the name servers know nothing, as against silence: there is no such name, or no name server at all. */
function isUnknownName(reason: unknown): boolean {
  const { code } = reason as NodeJS.ErrnoException;
  return code === 'ENOTFOUND' || code === 'ENODATA' || code === 'ECONNREFUSED';
}
