/** A side that takes requests over HTTP and on stdin, and never answers. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// It ends with who started it, or it would hold their output open.
if (process.connected) process.on('disconnect', () => process.exit());
else process.stdin.resume().on('end', () => process.exit());
const server = createServer(() => {});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
