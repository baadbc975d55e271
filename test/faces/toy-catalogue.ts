import { z } from 'zod';
import { AppError } from '../../src/errors.ts';
import { catalogueOf, defineOperation, type Caller } from '../../src/operation.ts';
import { Deleted, listOf, Paging, Timestamp } from '../../schema/common.ts';

/** What the toy operations work on; a test reads from it what has reached them. */
export interface ToyServices {
  /** The input of every call, in order. */
  inputs: unknown[];
  /** The latest caller. */
  caller?: Caller;
  /** Runs inside `notes_wait`. */
  wait?: (signal: AbortSignal | undefined) => Promise<void>;
}

export const secret = 'hunter2-do-not-show';

const Note = z.object({
  id: z.string().describe('The note (not_…).'),
  title: z.string().describe('One line.'),
  stars: z.number().int().min(0).describe('How many readers liked it.'),
  mood: z.enum(['calm', 'bright']).nullable().describe('How it reads; null where nobody said.'),
  type: z.literal('note').describe('Always note.'),
  tags: z.array(z.string()).describe('Free words.'),
  counts: z.record(z.string().max(20), z.number().int().positive()).describe('Reads by country.'),
  source: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('url').describe('From the web.'), url: z.url().describe('Where.') }),
      z.object({ kind: z.literal('text').describe('Typed in.'), length: z.number().gt(0).lt(10).describe('In thousands of characters.') }),
    ])
    .nullable()
    .describe('Where it comes from; null where unknown.'),
  response: z
    .union([z.string(), z.object({ status: z.number().int().describe('The status.') })])
    .nullable()
    .describe('What came back, if anything.'),
  createdAt: Timestamp,
});

export const note: z.infer<typeof Note> = {
  id: 'not_1',
  title: 'Bread',
  stars: 3,
  mood: 'calm',
  type: 'note',
  tags: ['food'],
  counts: { de: 2 },
  source: { kind: 'url', url: 'https://example.org/bread' },
  response: null,
  createdAt: '2026-05-03T09:30:00.000Z',
};

const noteId = z.string().max(100).describe('The note (not_…).');
const operation = defineOperation<ToyServices>();

function keep<Output>(services: ToyServices, input: unknown, caller: Caller, output: Output): Output {
  services.inputs.push(input);
  services.caller = caller;
  return output;
}

const notes = [
  operation({
    name: 'notes_list',
    method: 'GET',
    path: '/notes',
    title: 'List notes',
    description: 'Newest first.',
    input: z.strictObject({
      ...Paging,
      tags: z.array(z.string()).optional().describe('Only notes with one of these words.'),
      years: z.array(z.number().int()).optional().describe('Only notes of these years.'),
      minScore: z.number().optional().describe('Only notes this good.'),
      archived: z.boolean().optional().describe('Also archived ones.'),
      q: z.string().optional().describe('Words to look for.'),
    }),
    output: listOf(Note),
    example: { input: { limit: 2, tags: ['food'] }, output: { data: [note], nextCursor: null } },
    handle: (services, input, caller) => keep(services, input, caller, { data: [note], nextCursor: null }),
  }),
  operation({
    name: 'notes_create',
    method: 'POST',
    path: '/notes',
    status: 201,
    title: 'Create a note',
    description: 'Keeps a note.',
    input: z.strictObject({
      title: z.string().min(1).max(200).describe('One line.'),
      stars: z.number().int().min(0).optional().describe('Default 0.'),
      mood: z.enum(['calm', 'bright']).optional().describe('How it reads.'),
    }),
    output: Note,
    errors: ['conflict'],
    example: { input: { title: 'Bread' }, output: note },
    handle: (services, input, caller) => keep(services, input, caller, { ...note, title: input.title, id: 'not_a/b c' }),
  }),
  operation({
    name: 'notes_get',
    method: 'GET',
    path: '/notes/{id}',
    title: 'Get a note',
    description: 'One note in full.',
    input: z.strictObject({ id: noteId }),
    output: Note,
    example: { input: { id: 'not_1' }, output: note },
    handle: (services, input, caller) => {
      if (input.id === 'not_gone') throw new AppError('not_found', 'There is no such note.');
      return keep(services, input, caller, { ...note, id: input.id, source: null, mood: null });
    },
  }),
  operation({
    name: 'notes_update',
    method: 'PATCH',
    path: '/notes/{id}',
    title: 'Change a note',
    description: 'Changes what is given; null clears.',
    input: z.strictObject({
      id: noteId,
      title: z.string().min(1).optional().describe('One line.'),
      mood: z.enum(['calm', 'bright']).nullable().optional().describe('How it reads; null clears it.'),
    }),
    output: Note,
    example: { input: { id: 'not_1', mood: null }, output: { ...note, mood: null } },
    handle: (services, input, caller) => keep(services, input, caller, { ...note, id: input.id }),
  }),
  operation({
    name: 'notes_delete',
    method: 'DELETE',
    path: '/notes/{id}',
    title: 'Delete a note',
    description: 'Gone for good.',
    input: z.strictObject({ id: noteId, purge: z.boolean().optional().describe('Also from backups.') }),
    output: Deleted,
    example: { input: { id: 'not_1' }, output: { id: 'not_1', deleted: true } },
    handle: (services, input, caller) => keep(services, input, caller, { id: input.id, deleted: true as const }),
  }),
  operation({
    name: 'notes_import',
    method: 'POST',
    path: '/notes/batch',
    status: 202,
    title: 'Import notes',
    description: 'Reads many notes; follow the job.',
    input: z.strictObject({ url: z.url().optional().describe('Where they are.') }),
    output: z.object({ jobId: z.string().describe('The job (job_…).'), status: z.literal('queued').describe('The state of the job.') }),
    errors: ['rate_limited', 'unavailable'],
    outward: true,
    example: { input: { url: 'https://example.org/notes' }, output: { jobId: 'job_1', status: 'queued' } },
    handle: (services, input, caller) => keep(services, input, caller, { jobId: 'job_1', status: 'queued' as const }),
  }),
  operation({
    name: 'notes_text',
    method: 'GET',
    path: '/notes/{id}/text',
    title: 'A note as plain text',
    description: 'Without anything around it.',
    input: z.strictObject({ id: noteId }),
    output: z.string(),
    produces: 'text/plain; charset=utf-8',
    example: { input: { id: 'not_1' }, output: 'Brød' },
    handle: (services, input, caller) => keep(services, input, caller, 'Brød'),
  }),
  operation({
    name: 'notes_wait',
    method: 'POST',
    path: '/notes/{id}/wait',
    title: 'Wait',
    description: 'Answers when the test says so.',
    input: z.strictObject({ id: noteId }),
    output: Deleted,
    scope: 'read',
    example: { input: { id: 'not_1' }, output: { id: 'not_1', deleted: true } },
    handle: async (services, input, caller) => {
      keep(services, input, caller, undefined);
      await services.wait?.(caller.signal);
      return { id: input.id, deleted: true as const };
    },
  }),
];

const Settings = z.object({ colour: z.string().describe('A colour.') });

const settings = [
  operation({
    name: 'settings_set',
    method: 'PUT',
    path: '/settings',
    title: 'Set the settings',
    description: 'All at once.',
    input: z.strictObject({ colour: z.string().describe('A colour.') }),
    output: Settings,
    example: { input: { colour: 'red' }, output: { colour: 'red' } },
    handle: (services, input, caller) => keep(services, input, caller, { colour: input.colour }),
  }),
  operation({
    name: 'settings_secret',
    method: 'POST',
    path: '/settings/secret',
    title: 'Show the secret',
    description: 'For administrators.',
    input: z.strictObject({}),
    output: z.object({ secret: z.string().describe('The secret.') }),
    scope: 'admin',
    example: { input: {}, output: { secret: '…' } },
    handle: (services, input, caller) => keep(services, input, caller, { secret: 's' }),
  }),
];

const faults = [
  operation({
    name: 'faults_busy',
    method: 'GET',
    path: '/faults/busy',
    title: 'Be busy',
    description: 'Always 429.',
    input: z.strictObject({ unavailable: z.boolean().optional().describe('503 instead.') }),
    output: Settings,
    errors: ['rate_limited', 'unavailable'],
    example: { input: {}, output: { colour: 'red' } },
    handle: (_services, input) => {
      if (input.unavailable) throw new AppError('unavailable', 'Resting.');
      throw new AppError('rate_limited', 'Slow down.', { retryAfterSeconds: 17 });
    },
  }),
  operation({
    name: 'faults_break',
    method: 'GET',
    path: '/faults/break',
    title: 'Break',
    description: 'Always 500.',
    input: z.strictObject({}),
    output: Settings,
    example: { input: {}, output: { colour: 'red' } },
    handle: () => {
      throw new Error(`connect failed with password ${secret}`);
    },
  }),
];

export const toyGroups = catalogueOf<ToyServices>([
  { name: 'notes', description: 'Notes.', operations: notes },
  { name: 'settings', description: 'Settings.', operations: settings },
  { name: 'faults', description: 'What goes wrong.', operations: faults },
]);

export const toyEvents = [
  {
    type: 'note.ready',
    description: 'A note is ready.',
    schema: z.object({
      id: z.string().describe('The event.'),
      type: z.literal('note.ready').describe('The type.'),
      createdAt: Timestamp,
      data: z.object({ noteId: z.string().describe('The note.') }).describe('The payload.'),
    }),
    example: { id: 'evt_1', type: 'note.ready', createdAt: '2026-05-03T09:30:00.000Z', data: { noteId: 'not_1' } },
  },
];
