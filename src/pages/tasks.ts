import { defineTasks } from '../threads/tasks.ts';
import type { PageOrigin } from './read-page.ts';

/** Bytes of a page, with what its answer says of their encoding. */
export interface PageSource extends PageOrigin {
  body: Uint8Array;
  charset: string | undefined;
}

/** Reads large pages, which would hold the event loop for too long. */
export const pageTasks = defineTasks(import.meta.url, {
  async read({ body, charset, ...origin }: PageSource) {
    const [{ decodeText }, { readPage }] = await Promise.all([import('../documents/decode.ts'), import('./read-page.ts')]);
    return readPage(await decodeText(body, charset), origin);
  },
});
