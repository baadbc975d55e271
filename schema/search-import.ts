import { z } from 'zod';
import { ProjectId } from './common.ts';
import { Day } from './period.ts';
import { SearchConsoleProperty } from './projects.ts';

/** Base64 of 6 MiB, far more than the tables of an export. */
const maxBase64Length = 8 * 1024 * 1024;

export const NewSearchImport = z.strictObject({
  base64: z.string().max(maxBase64Length).describe('The zip, or one CSV.'),
  since: Day.optional().describe('First day, where the export has no days.'),
  until: Day.optional().describe('Last day, likewise.'),
  previousSince: Day.optional().describe('Of a comparison; default just before.'),
  previousUntil: Day.optional().describe('Likewise.'),
  property: SearchConsoleProperty.optional().describe("Default the project's."),
  projectId: ProjectId,
});

/** What a caller on this machine says, if its user named folders. */
export const LocalNewSearchImport = NewSearchImport.omit({ base64: true }).extend({
  path: z.string().min(1).max(4000).describe('The zip, or one CSV, below the folders the user named.'),
});

const Span = z.object({ since: Day.describe('First day.'), until: Day.describe('Last day.') });

export const Imported = z
  .object({
    property: z.string().describe('The property of Search Console it is kept for.'),
    period: Span.describe('What it covers.'),
    comparison: Span.extend({ assumed: z.boolean().describe('True where nothing says it: the days just before, as many.') })
      .nullable()
      .describe('The other period of a comparison.'),
    tables: z
      .array(
        z.object({
          table: z.enum(['day', 'query', 'page', 'query_page', 'country', 'device']).describe('What its rows are.'),
          rows: z.number().int().describe('Rows kept.'),
          cut: z.boolean().describe('True where it has 1,000 rows, the most that Search Console exports: others may be missing.'),
          replaced: z.boolean().describe('True where the same table of the same period was held.'),
        }),
      )
      .describe('The tables it has.'),
    unknownCountries: z.array(z.string()).describe('Names of countries that are not known; their rows are left out.'),
    next: z
      .array(z.object({ operation: z.string(), arguments: z.record(z.string(), z.unknown()) }))
      .describe('The ready calls that go on: its quick wins, a page that decays.'),
    warnings: z.array(z.string()).describe('What was assumed or cut, or what it cannot tell, and what would mend it.'),
  })
  .describe('An import.');

export type NewSearchImport = z.infer<typeof NewSearchImport>;
export type LocalNewSearchImport = z.infer<typeof LocalNewSearchImport>;
export type Imported = z.infer<typeof Imported>;
