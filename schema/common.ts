import { z } from 'zod';

/** A time in wire format: ISO 8601, UTC, milliseconds, `Z`. */
export const Timestamp = z.iso.datetime({ precision: 3 }).describe('ISO 8601 UTC with milliseconds, such as 2026-05-03T09:30:00.000Z.');

/**
 * What a list accepts besides its filters. `inTool` stands in tools in place of the description, which OpenAPI keeps:
 * what nearly every tool takes costs its words as often. Who describes such a field anew gives both.
 */
export const Paging = {
  limit: z.number().int().min(1).max(100).optional().meta({ description: 'Rows at most. Default 20.', inTool: 'Default 20.' }),
  cursor: z.string().max(500).optional().meta({ description: 'The nextCursor of the page before.', inTool: 'The last nextCursor.' }),
};

/** `{ data, nextCursor }`, the one envelope of every list. */
export function listOf<Row extends z.ZodType>(row: Row) {
  return z.object({
    data: z.array(row).describe('The rows of this page.'),
    nextCursor: z.string().nullable().describe('Pass as cursor to get the next page; null on the last.'),
  });
}

/** What ids name, by the prefix that they begin with. */
const named = {
  act: 'an action',
  ans: 'an answer',
  art: 'an article',
  aud: 'an audit',
  bat: 'a batch',
  cal: 'a calendar slot',
  chg: 'a change',
  cmp: 'a competitor',
  dlv: 'a delivery',
  doc: 'a document',
  job: 'a job',
  kw: 'a keyword',
  opt: 'an optimization',
  pln: 'a plan',
  prj: 'a project',
  prm: 'a prompt',
  src: 'a watched source',
  trk: 'a tracked keyword',
  top: 'a topic',
} as const;

/** An id in an input. What has another shape names nothing, so it is refused before anybody looks for it. */
export function idOf(prefix: keyof typeof named) {
  return z.string().regex(shapeOf(prefix), `must be the id of ${named[prefix]} (${prefix}_…)`);
}

/** Whether a pattern is that of an id. */
export function isIdPattern(pattern: string | undefined): boolean {
  return Object.keys(named).some((prefix) => String(shapeOf(prefix)) === pattern);
}

function shapeOf(prefix: string): RegExp {
  return new RegExp(`^${prefix}_\\w{1,64}$`);
}

/** The project a call works on. */
export const ProjectId = idOf('prj').optional().meta({ description: 'Default: the only project.', inTool: 'Needed if several.' });

/** Words that tell a name from a common word. */
export const MentionTerms = z.array(z.string().trim().min(1).max(100)).max(20);

export const Deleted = z.object({
  id: z.string().describe('The id of what was deleted.'),
  deleted: z.literal(true).describe('Always true.'),
});

/** An entry of a list in the input that is no valid request, while the others are carried out. */
export const Refused = z.object({
  index: z.number().int().describe('Which one, from 0.'),
  errors: z
    .array(
      z.object({
        pointer: z.string().describe('JSON Pointer to the field.'),
        detail: z.string().describe('What is wrong with it.'),
        code: z.string().describe('Stable code.'),
      }),
    )
    .describe('What to mend, the first three.'),
});

/** A page of rows, as services return it. */
export interface Page<Row> {
  data: Row[];
  nextCursor: string | null;
}

export type Refused = z.infer<typeof Refused>;
export type Deleted = z.infer<typeof Deleted>;
