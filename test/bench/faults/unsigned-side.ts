import { Pool } from 'undici';
import type { Side } from '../deliveries/sides/side.ts';

/** Delivers everything, but without signature, event or type. */
export const side: Side = {
  async open({ url, deliveries }) {
    const { origin, pathname: path } = new URL(url);
    const pool = new Pool(origin);
    let answered = 0;
    const post = async (index: number) => {
      const { body } = await pool.request({ path, method: 'POST', headers: { 'X-Service-Delivery': `dlv_${index}` }, body: '{}' });
      await body.dump();
      answered++;
    };
    return {
      begin: () => void Array.from({ length: deliveries }, (_, index) => post(index)),
      isDone: async () => answered === deliveries,
    };
  },
};
