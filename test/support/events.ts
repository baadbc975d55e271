import type { Project } from '../../schema/projects.ts';
import { openStore } from '../../src/db/open.ts';
import type { TestApp } from './test-app.ts';

/** Makes an event's delivery to this receiver, without writing an article for it; returns its id. */
export async function emitTo({ desk, home }: Pick<TestApp, 'desk' | 'home'>, url: string): Promise<string> {
  const { data } = (await desk.call('projects_list')) as { data: Project[] };
  const store = openStore(home, desk.system);
  const event = { eventId: 'evt_1', eventType: 'article.ready', articleId: 'art_1', projectId: data[0]!.id, url, body: '{}' };
  try {
    return await store.write((tx) => desk.services.deliveries.createForEvent(tx, event));
  } finally {
    await store.close();
  }
}
