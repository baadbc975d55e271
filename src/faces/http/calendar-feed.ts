import type { FastifyInstance } from 'fastify';
import { AppError } from '../../errors.ts';
import { tagOf } from './tags.ts';

/** Reads the calendar by the unguessable token in its address, as iCalendar; undefined if there is none. */
export type ReadCalendar = (token: string) => Promise<{ text: string } | undefined>;

/** Anything that cannot be a token is not looked up. */
const tokenShape = /^[0-9a-f]{48}$/;

/** Adds `/calendar/{token}.ics`, which needs no key: calendar apps have none, and knowing the address is enough. */
export function mountCalendarFeed(app: FastifyInstance, readCalendar: ReadCalendar): void {
  app.get<{ Params: { file: string } }>('/calendar/:file', async (request, reply) => {
    const { file } = request.params;
    const token = file.endsWith('.ics') ? file.slice(0, -'.ics'.length) : '';
    const calendar = tokenShape.test(token) ? await readCalendar(token) : undefined;
    if (!calendar)
      throw new AppError('not_found', 'There is no calendar at this address.', { hint: 'Take it from feedUrl of calendar_list.' });
    reply.headers({
      etag: tagOf(calendar.text),
      // Asked again each time, which a 304 answers.
      'cache-control': 'private, no-cache',
      'x-robots-tag': 'noindex',
    });
    return reply.type('text/calendar; charset=utf-8').send(calendar.text);
  });
}
