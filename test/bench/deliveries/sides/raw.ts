import { createSignedPoster, eventOf } from '../signed-post.ts';
import type { Side } from './side.ts';

/** The limit: the same requests from memory, with nothing recorded. */
export const side: Side = {
  async open({ url, deliveries, bodyBytes, concurrency }) {
    const bodies = Array.from({ length: deliveries }, (_, index) => eventOf(index, bodyBytes));
    const poster = createSignedPoster(url, concurrency);
    let next = 0;
    let answered = 0;
    const work = async () => {
      while (next < deliveries) {
        const index = next++;
        await poster.post(`dlv_${String(index).padStart(32, '0')}`, bodies[index]!);
        answered++;
      }
    };
    return {
      begin: () => void Array.from({ length: concurrency }, work),
      isDone: async () => answered === deliveries,
    };
  },
};
