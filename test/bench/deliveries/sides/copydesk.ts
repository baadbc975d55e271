import { openDesk, openEmitter } from '../product.ts';
import type { Side } from './side.ts';

/** The desk in a home of its own, every attempt recorded and `synchronous=FULL`, as it always is. */
export const side: Side = {
  openFill: ({ url, storage, bodyBytes }) => openEmitter(storage, { urls: [url], bodyBytes }),

  async open({ storage, concurrency }) {
    const desk = await openDesk(storage, { concurrency });
    return {
      begin: () => desk.work(),
      async isDone() {
        const { data } = (await desk.call('webhook_deliveries_list', { status: 'pending', limit: 1 })) as { data: unknown[] };
        return data.length === 0;
      },
    };
  },
};
