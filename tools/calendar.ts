import { z } from 'zod';
import { CalendarDay, CalendarPage, ChangedSlot, NewSlots, PlannedSlots, SlotPatch, SlotStatus } from '../schema/calendar.ts';
import { Deleted, idOf, Paging, ProjectId } from '../schema/common.ts';
import { operation } from './operation.ts';

const planned: z.input<typeof ChangedSlot> = {
  id: 'cal_01997a3c5d2e7f10a4b8c6d2e4f60731',
  date: '2026-05-04',
  time: '09:00',
  dueAt: '2026-05-04T07:00:00.000Z',
  status: 'planned',
  keyword: 'connection pooling',
  title: null,
  articleType: 'how-to',
  targetWordCount: null,
  writer: 'extractive',
  instructions: null,
  topicId: null,
  articleId: null,
  lateBy: null,
  error: null,
};

export const calendar = [
  operation({
    name: 'calendar_list',
    method: 'GET',
    path: '/calendar',
    errors: ['not_found', 'project_required'],
    title: 'List the calendar',
    description:
      'Lists slots by date, and feedUrl for calendar apps. Use it for what is planned; calendar_create refuses by itself what is taken.',
    input: z.strictObject({
      from: CalendarDay.optional().describe('First day.'),
      to: CalendarDay.optional().describe('Last day.'),
      status: SlotStatus.optional().describe('Only these.'),
      q: z.string().trim().min(1).max(200).optional().describe('Words in keyword or title.'),
      projectId: ProjectId,
      ...Paging,
    }),
    output: CalendarPage,
    example: {
      input: { from: '2026-05-01' },
      output: {
        data: [planned],
        nextCursor: null,
        timezone: 'Europe/Berlin',
        feedUrl: 'http://127.0.0.1:4141/calendar/5f0c2b9a71d34e8896ab03cf4d127e5b60a9f81c3d24b7e5.ics',
      },
    },
    handle: ({ calendar }, input) => calendar.list(input),
  }),
  operation({
    name: 'calendar_create',
    method: 'POST',
    path: '/calendar',
    status: 201,
    location: '/calendar',
    entries: 'slots',
    errors: ['conflict', 'not_found', 'project_required'],
    title: 'Plan articles',
    description:
      'Plans up to 50 articles, written when due. Use it for whole weeks, first with dryRun to try wordings; refused names what is taken, similar and nearTo what is near, source what carries it, warnings what is missing. calendar_update moves one.',
    input: NewSlots,
    output: PlannedSlots,
    example: {
      input: { slots: [{ date: '2026-05-04', keyword: 'connection pooling', title: 'Connection Pooling' }] },
      output: {
        slots: [
          {
            id: planned.id,
            date: planned.date,
            time: planned.time,
            dueAt: planned.dueAt,
            keyword: planned.keyword,
            title: 'Connection Pooling',
            source: 'Connection Pools › Sizing a Pool',
          },
        ],
        writer: 'extractive',
        refused: [],
      },
    },
    handle: ({ calendar }, input, { refused }) => calendar.create(input, refused),
  }),
  operation({
    name: 'calendar_update',
    method: 'PATCH',
    path: '/calendar/{id}',
    idempotent: true,
    errors: ['conflict'],
    title: 'Change or move a slot',
    description: 'Changes a slot of calendar_list not yet begun. Use it to move one: failed or missed ones are planned again.',
    input: SlotPatch,
    output: ChangedSlot,
    example: {
      input: { id: planned.id, date: '2026-05-05' },
      output: { ...planned, date: '2026-05-05', dueAt: '2026-05-05T07:00:00.000Z' },
    },
    handle: ({ calendar }, input) => calendar.update(input),
  }),
  operation({
    name: 'calendar_delete',
    method: 'DELETE',
    path: '/calendar/{id}',
    errors: ['conflict'],
    title: 'Delete a slot',
    description: 'Deletes a slot of calendar_list; its article stays. Use it for what is not to be written.',
    input: z.strictObject({ id: idOf('cal').describe('The slot (cal_…).') }),
    output: Deleted,
    example: { input: { id: planned.id }, output: { id: planned.id, deleted: true } },
    handle: ({ calendar }, { id }) => calendar.delete(id),
  }),
];
