/**
 * Receivers that accept and never answer, in a process of their own: `run-dead-receivers.ts <count> <new>`. Until each has been asked once they answer 500: it is
 * known of them then that they fail. If they are to be new, they are silent from the first request on. Tells over IPC where they are, and when they have fallen silent.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

// Whoever started it may have been ended from outside.
process.on('disconnect', () => process.exit());

const count = Number(process.argv[2]);
const alwaysSilent = process.argv[3] === 'true';
const asked = new Set<Server>();
const urls: string[] = [];
for (let number = 1; number <= count; number++) {
  const server: Server = createServer((_, response) => {
    const silent = alwaysSilent || asked.size === count;
    asked.add(server);
    if (!silent) response.writeHead(500).end();
    if (!silent && asked.size === count) process.send!('silent');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  urls.push(`http://127.0.0.1:${(server.address() as AddressInfo).port}/dead`);
}
process.send!(urls);
