import { z } from 'zod';
import { catalogueOf, defineOperation, type Group } from '../../src/operation.ts';

/** What a catalogue to be measured exports. */
export interface BenchCatalogue<Services> {
  groups: Group<Services>[];
  services: Services;
  /** The trivial call that is measured. */
  call: { name: string; arguments: Record<string, unknown> };
}

const operation = defineOperation<null>();
const described = (what: string) => z.string().max(200).optional().describe(`The ${what} of the thing, at most 200 characters.`);

/** Of middling size, and so little work that the protocol is what is measured. */
const thing = operation({
  name: 'things_get',
  method: 'GET',
  path: '/things',
  title: 'Get a thing',
  description: 'Answers a thing. Use it to look a thing up by its number before it is changed; what comes next is said in the answer.',
  input: z.strictObject({
    text: z.string().min(1).max(200).describe('What to look for.'),
    limit: z.number().int().min(1).max(100).optional().describe('How many at most, 1–100. Default 20.'),
    order: z.enum(['newest', 'oldest', 'name']).optional().describe('How to sort. Default newest.'),
    tags: z.array(z.string().max(50)).max(10).optional().describe('Only things with all of these tags.'),
    colour: described('colour'),
    shape: described('shape'),
  }),
  output: z.object({
    id: z.string().describe('The id (thg_…).'),
    text: z.string().describe('What was looked for.'),
    limit: z.number().int().describe('How many at most.'),
    status: z.enum(['open', 'done']).describe('Whether it is finished.'),
    owner: z
      .object({ id: z.string().describe('The owner’s id.'), name: z.string().nullable().describe('The owner’s name.') })
      .describe('Whose it is.'),
    tags: z.array(z.string()).describe('Its tags.'),
    createdAt: z.iso.datetime({ precision: 3 }).describe('When it was made, ISO 8601 UTC with milliseconds.'),
  }),
  example: {
    input: { text: 'one' },
    output: {
      id: 'thg_1',
      text: 'one',
      limit: 20,
      status: 'open',
      owner: { id: 'own_1', name: null },
      tags: [],
      createdAt: '2026-05-03T09:30:00.000Z',
    },
  },
  handle: (_, { text, limit, tags }) => ({
    id: 'thg_42',
    text,
    limit: limit ?? 20,
    status: 'open' as const,
    owner: { id: 'own_1', name: null },
    tags: tags ?? [],
    createdAt: '2026-05-03T09:30:00.000Z',
  }),
});

/** One tool. */
export const catalogue: BenchCatalogue<null> = {
  groups: catalogueOf([{ name: 'things', description: 'Things.', operations: [thing] }]),
  services: null,
  call: { name: 'things_get', arguments: { text: 'copydesk', limit: 5, tags: ['a', 'b'] } },
};
