import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A receiver that lets requests wait until it is told how to answer. */
export interface HeldReceiver {
  url: string;
  /** The deliveries' ids, in the order in which they arrived, each as often as it did. */
  arrivals: string[];
  /** From now on requests are answered so, at once; those that wait are not. */
  answerNew(status: number): void;
  /** From now on requests wait again. */
  hold(): void;
  /** Answers those that wait. */
  answerHeld(status: number): void;
  close(): void;
}

export async function startHeldReceiver(): Promise<HeldReceiver> {
  const arrivals: string[] = [];
  const held: ServerResponse[] = [];
  let atOnce: number | undefined;
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      arrivals.push(String(request.headers['x-service-delivery']));
      if (atOnce === undefined) held.push(response);
      else response.writeHead(atOnce).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    arrivals,
    answerNew: (status) => void (atOnce = status),
    hold: () => void (atOnce = undefined),
    answerHeld(status) {
      for (const response of held.splice(0)) response.writeHead(status).end();
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
