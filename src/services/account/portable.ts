import { ofProject, type Portable } from '../common/portable.ts';

export const accountPortable: Portable = {
  group: 'account',
  carried: [
    {
      table: 'projects',
      of: { project: 'id' },
      addresses: ['site_url', 'event_webhook_url'],
      without: {
        calendar_token: 'Whoever knows it reads the calendar: the project gets another.',
        arriving: 'It is 1 only while the project is imported.',
      },
    },
    ofProject('integrations', {
      where: ['settings', null],
      without: {
        secret: 'A secret.',
        healthy: 'Tells of the desk that asked.',
        last_checked_at: 'Tells of the desk that asked.',
        last_error: 'Tells of the desk that asked.',
        failing_since: 'Tells of the desk that asked.',
      },
    }),
    // A copy has spent nothing: counted twice, the whole would be wrong.
    { table: 'provider_months', of: { project: 'payer' }, notCopied: true },
    ofProject('jobs'),
    ofProject('schedules'),
  ],
  work: [
    { of: 'jobs', kind: { column: 'kind' } },
    { of: 'projects', before: 'schedule.audit ' },
    { of: 'projects', before: 'schedule.rankings ' },
    { of: 'projects', before: 'schedule.searchConsole ' },
    { of: 'projects', before: 'schedule.visibility ' },
  ],
  left: {
    backups: 'When this desk was last backed up.',
    api_keys: 'They open this desk, to all of its projects.',
    idempotency_keys: 'Answers to requests of the last hours, kept for who sends them to this desk again.',
    work: 'The queue: what waits for a project is carried by its key.',
    lanes: 'The queue: whose turn it is, here.',
    leases: 'The queue: who holds what, here.',
  },
};
