import { z } from 'zod';

/** What an export says of itself, in its first file. Fields are only ever added; a change that older programs must not misread raises the version. */
export const exportFormat = { name: 'copydesk-project', version: 1 } as const;

export const ExportMember = z.object({
  name: z.string().describe('Its path in the archive.'),
  rows: z.number().int().min(0).optional().describe('Rows in it, one a line; none where it is a text.'),
  bytes: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

export const ExportManifest = z.object({
  format: z.literal(exportFormat.name),
  formatVersion: z.number().int().min(1),
  schema: z.number().int().min(1).describe('The version of the database it was made from.'),
  copydesk: z.string().describe('The version of the program that made it.'),
  exportedAt: z.iso.datetime(),
  project: z.object({ id: z.string(), name: z.string() }),
  counts: z.record(z.string(), z.number().int().min(0)).describe('Rows by table.'),
  members: z.array(ExportMember).describe('All files behind this one, in their order.'),
});

export type ExportManifest = z.infer<typeof ExportManifest>;
export type ExportMember = z.infer<typeof ExportMember>;
