import type { Page } from '../../../schema/common.ts';
import type { Delivery } from '../../../schema/deliveries.ts';
import {
  eventDescriptions,
  eventExamples,
  type Event,
  type EventData,
  type EventType,
  type EventTypeDescription,
} from '../../../schema/events.ts';
import type { Config } from '../../config.ts';
import type { Store, Tx } from '../../db/open.ts';
import type { EventRow } from '../../db/rows/deliveries.ts';
import { AppError } from '../../errors.ts';
import type { System } from '../../system.ts';
import type { Deliveries } from './deliveries.ts';
import { findDelivery } from './find.ts';
import { deliveriesOf } from './queries.ts';
import { checkWebhookUrl } from '../common/outside-url.ts';
import { decodePosition, defaultLimit, encodePosition, pageOfAll } from '../common/paging.ts';
import { periodOf, type PeriodInput } from '../common/period.ts';
import type { Projects } from '../account/index.ts';
import { isoTime, parsed } from '../common/wire.ts';

export interface NewEvent<Type extends EventType> {
  type: Type;
  projectId: string;
  /** What it is about, such as the article's id. */
  resourceId: string;
  data: EventData<Type>;
  /** Where to send it; null: the project's default, and without one it is only recorded. */
  webhookUrl: string | null;
}

interface EventListInput extends PeriodInput {
  projectId?: string;
  type?: EventType;
  include?: 'data'[];
  limit?: number;
  cursor?: string;
}

export interface Events {
  /** Records the event and its delivery, in the transaction of its cause. */
  emit<Type extends EventType>(tx: Tx, event: NewEvent<Type>): Promise<void>;
  /** Newest first, each with its deliveries, and with its data if `include` says so. Throws `not_found`, `project_required`, `invalid_input`. */
  list(input: EventListInput): Promise<Page<Event>>;
  /** What webhooks carry. Throws `invalid_input`. */
  types(paging: { limit?: number; cursor?: string }): Page<EventTypeDescription>;
  /** Sends an example, marked as a test and not recorded as an event. Throws `integration_required` if no receiver is known. */
  test(input: { projectId?: string; eventType?: EventType; url?: string }): Promise<Delivery>;
}

const typeDescriptions: readonly EventTypeDescription[] = eventDescriptions.map(({ type, description, example }) => ({
  type,
  description,
  example,
}));

interface Needs {
  store: Store;
  system: System;
  deliveries: Deliveries;
  projects: Projects;
  config: Pick<Config, 'production' | 'allowedNetworks'>;
}

export function createEvents({ store, system, deliveries, projects, config }: Needs): Events {
  /** The exact bytes that are signed and sent (contract 2.3). */
  function envelope<Type extends EventType>(id: string, type: Type, now: number, data: EventData<Type>): string {
    return JSON.stringify({ id, type, createdAt: isoTime(now), data });
  }

  return {
    async emit(tx, event) {
      const now = system.now();
      const id = system.id('evt');
      const body = envelope(id, event.type, now, event.data);
      const row = { id, project_id: event.projectId, type: event.type, resource_id: event.resourceId, body, created_at: now };
      await tx.insertInto('events').values(row).execute();
      const url = event.webhookUrl ?? (await defaultUrl(tx, event.projectId));
      if (url === null) return;
      const articleId = event.type.startsWith('article.') ? event.resourceId : null;
      await deliveries.createForEvent(tx, { eventId: id, eventType: event.type, articleId, projectId: event.projectId, url, body });
    },

    types: (paging) => pageOfAll(typeDescriptions, ({ type }) => type, paging),

    async list({ projectId, type, include = [], limit = defaultLimit, cursor, ...times }) {
      const { since, until } = periodOf(times);
      const after = decodePosition(cursor, 'evt');
      // The index can use only one bound on each side.
      const start = after && after.created_at <= until ? after : { created_at: until + 1, id: '' };
      const { id: projectIn } = await projects.resolve(projectId);
      let query = store.db
        .selectFrom('events')
        .selectAll()
        .where('project_id', '=', projectIn)
        .where('created_at', '>=', since)
        .where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'id'), '<', tuple(start.created_at, start.id)))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1);
      if (type) query = query.where('type', '=', type);
      const rows = await query.execute();
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      const sent = await deliveriesOf(store.db, { eventIds: shown.map(({ id }) => id) });
      const byEvent = Map.groupBy(sent.rows, (row) => row.event_id);
      return {
        data: shown.map((row) => toEvent(row, byEvent.get(row.id) ?? [], include.includes('data'))),
        nextCursor: rows.length > limit && last ? encodePosition(last) : null,
      };
    },

    async test({ projectId, eventType = 'article.ready', url }) {
      if (url !== undefined) checkWebhookUrl(url, '/url', config);
      return store.write(async (tx) => {
        const project = await projects.resolve(projectId, tx);
        const receiver = url ?? project.eventWebhookUrl;
        if (receiver === null) throw noReceiver(project.id);
        const eventId = system.id('evt');
        const body = envelope(eventId, eventType, system.now(), eventExamples[eventType]);
        const sample = { projectId: project.id, articleId: null, url: receiver, body, test: true };
        const id = await deliveries.createForEvent(tx, { eventId, eventType, ...sample });
        return findDelivery(tx, id);
      });
    },
  };
}

type Sent = Event['deliveries'][number];

function toEvent(row: EventRow, sent: readonly Sent[], withData: boolean): Event {
  return {
    id: row.id,
    type: row.type,
    projectId: row.project_id,
    resourceId: row.resource_id,
    createdAt: isoTime(row.created_at),
    ...(withData && { data: parsed<Pick<Event, 'data'>>(row.body).data }),
    deliveries: sent.map(({ id, status, url }) => ({ id, status, url })),
  };
}

function noReceiver(projectId: string): AppError {
  return new AppError('integration_required', `The project ${projectId} has no receiver of events.`, {
    hint: 'Give url, or set eventWebhookUrl with projects_update.',
  });
}

async function defaultUrl(tx: Tx, projectId: string): Promise<string | null> {
  const project = await tx.selectFrom('projects').select('event_webhook_url').where('id', '=', projectId).executeTakeFirst();
  return project?.event_webhook_url ?? null;
}
