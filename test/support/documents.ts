import type { Copydesk } from '../../src/app.ts';
import { manual } from './scenario.ts';

/** Enough on connection pools for a short article. */
export async function addManual(desk: Copydesk): Promise<{ id: string; projectId: string }> {
  return (await desk.call('knowledge_create', { markdown: manual })) as { id: string; projectId: string };
}
