import { SearchQuestion, SearchReport } from '../schema/search-console.ts';
import { Imported, LocalNewSearchImport, NewSearchImport } from '../schema/search-import.ts';
import { SearchSyncJob, SearchSyncRequest } from '../schema/search-sync.ts';
import { operation } from './operation.ts';

export const searchConsole = [
  operation({
    name: 'search_console_query',
    method: 'GET',
    path: '/search-console',
    outward: true,
    errors: [
      'not_found',
      'project_required',
      'integration_required',
      'period_not_held',
      'conflict',
      'provider_refused',
      'provider_failed',
      'rate_limited',
      'cap_reached',
      'prices_missing',
    ],
    title: 'Ask Search Console',
    description: 'Reads clicks and positions, synced or imported. Use it to find work for articles_create.',
    input: SearchQuestion,
    output: SearchReport,
    example: {
      input: { view: 'quick_wins', limit: 1 },
      output: {
        property: 'sc-domain:example.com',
        source: 'api',
        period: { since: '2026-04-03', until: '2026-04-30' },
        comparison: null,
        totals: { table: 'day', clicks: 5210, impressions: 182_400, ctr: 0.0286, position: 14.2 },
        data: [
          {
            query: 'connection pool size',
            clicks: 12,
            impressions: 2140,
            ctr: 0.0056,
            position: 9.3,
            reason: 'Some 154 clicks at position 5, not 12.',
          },
        ],
        nextCursor: null,
        count: 1,
        basis: 'Positions 8 to 20 with 74 impressions or more.',
        why: {},
      },
    },
    handle: ({ searchConsole: reports }, input) => reports.query(input),
  }),
  operation({
    name: 'search_console_import',
    method: 'POST',
    path: '/search-console/import',
    // Fits a 6 MB file as base64.
    maxBodyBytes: 8 * 1024 * 1024,
    errors: ['unreadable_source', 'filtered_export', 'other_property', 'payload_too_large', 'not_found', 'project_required', 'conflict'],
    title: 'Import from Search Console',
    description:
      'Keeps an exported performance report. Use it before search_console_query. Base64 of a large zip is long: stdio with --files takes a path.',
    input: NewSearchImport,
    output: Imported,
    local: { input: LocalNewSearchImport, output: Imported },
    example: {
      input: {
        base64: 'VG9wIHF1ZXJpZXMsQ2xpY2tzLEltcHJlc3Npb25zLENUUixQb3NpdGlvbgpwb29sIHNpemUsMTIsMjE0MCwwLjU2JSw5LjMK',
        since: '2026-04-03',
        until: '2026-04-30',
        property: 'sc-domain:example.com',
      },
      output: {
        property: 'sc-domain:example.com',
        period: { since: '2026-04-03', until: '2026-04-30' },
        comparison: null,
        tables: [{ table: 'query', rows: 1, cut: false, replaced: false }],
        unknownCountries: [],
        next: [
          { operation: 'search_console_query', arguments: { view: 'quick_wins', since: '2026-04-03', until: '2026-04-30', limit: 5 } },
        ],
        warnings: [],
      },
    },
    handle: ({ searchConsole: reports }, input, caller) => reports.import(input, caller),
  }),
  operation({
    name: 'search_console_sync',
    method: 'POST',
    path: '/search-console/sync',
    status: 202,
    outward: true,
    errors: ['conflict', 'integration_required', 'not_found', 'project_required'],
    title: 'Fetch from Search Console',
    description: 'Has final days fetched from Google by a job. Use it after integrations_set, then jobs_get, search_console_query.',
    input: SearchSyncRequest,
    output: SearchSyncJob,
    example: {
      input: {},
      output: {
        jobId: 'job_01997a3c5d2e7f10a4b8c6d2e4f60773',
        status: 'queued',
        projectId: 'prj_01997a3c5d2e7f10a4b8c6d2e4f60700',
        property: 'sc-domain:example.com',
        since: null,
      },
    },
    handle: ({ searchConsole: reports }, input) => reports.sync(input),
  }),
];
