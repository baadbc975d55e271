import { isIP, type LookupFunction } from 'node:net';
import { NetworkError } from './errors.ts';
import { refusalSentence, refusedKind, type Policy } from './guard.ts';
import type { Resolve } from './resolve.ts';

/**
 * The lookup that sockets use. They dial exactly the addresses it returns, so a name that changes its address between check and
 * connection (DNS rebinding) gains nothing. One refused address refuses the whole name.
 */
export function createVettedLookup(resolve: Resolve, policy: Policy, trusted: boolean): LookupFunction {
  const vet = async (hostname: string) => {
    const addresses = await resolve(hostname).catch(() => []);
    if (addresses.length === 0) throw new NetworkError('dns', `No address of ${hostname} could be found.`);
    for (const address of addresses) {
      const kind = refusedKind(address, policy, trusted);
      if (kind) throw new NetworkError('address_refused', refusalSentence(hostname, kind));
    }
    return addresses.map((address) => ({ address, family: isIP(address) }));
  };
  return (hostname, options, callback) => {
    vet(hostname).then(
      (vetted) => (options.all ? callback(null, vetted) : callback(null, vetted[0]!.address, vetted[0]!.family)),
      (refusal: NodeJS.ErrnoException) => callback(refusal, ''),
    );
  };
}
