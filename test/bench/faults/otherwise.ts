/** A side that answers, over HTTP and on stdout, but never what it is asked for. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

process.on('disconnect', () => process.exit());
const answer = '{"result":{}}\n';
const server = createServer((_, response) => response.end(answer));
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.stdin.once('data', () => process.stdout.write(answer));
