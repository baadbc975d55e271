import type { EventData, EventType } from '../../schema/events.ts';
import type { Tx } from '../db/open.ts';
import type { System } from '../system.ts';
import type { Deliveries } from './deliveries/deliveries.ts';
import { isoTime } from './wire.ts';

export interface NewEvent<Type extends EventType> {
  type: Type;
  projectId: string;
  /** What it is about, such as the article's id. */
  resourceId: string;
  data: EventData<Type>;
  /** Where it goes; null: the project's default, and where there is none it is only recorded. */
  webhookUrl: string | null;
}

export interface Events {
  /** Records the event and the delivery it makes due, in the transaction of what happened. */
  emit<Type extends EventType>(tx: Tx, event: NewEvent<Type>): Promise<void>;
}

export function createEvents(system: System, deliveries: Deliveries): Events {
  return {
    async emit(tx, event) {
      const now = system.now();
      const id = system.id('evt');
      const body = JSON.stringify({ id, type: event.type, createdAt: isoTime(now), data: event.data });
      const row = { id, project_id: event.projectId, type: event.type, resource_id: event.resourceId, body, created_at: now };
      await tx.insertInto('events').values(row).execute();
      const url = event.webhookUrl ?? (await defaultUrl(tx, event.projectId));
      if (url !== null) await deliveries.createForEvent(tx, { eventId: id, eventType: event.type, projectId: event.projectId, url, body });
    },
  };
}

async function defaultUrl(tx: Tx, projectId: string): Promise<string | null> {
  const project = await tx.selectFrom('projects').select('event_webhook_url').where('id', '=', projectId).executeTakeFirst();
  return project?.event_webhook_url ?? null;
}
