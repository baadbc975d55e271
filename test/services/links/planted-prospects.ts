import type { Row } from '../../support/rows.ts';

/** A prospect as its table holds it. */
export function prospectRow(fields: { id: string; project_id: string; host: string } & Row): Row {
  return { status: 'prospected', reasons: '[]', followups: 0, created_at: 1, updated_at: 1, ...fields };
}

/** Plants prospects of a project with all that hangs on them, most of it on the first. */
export async function plantProspects(plant: (table: string, rowAt: (n: number) => Row) => Promise<void>, projectId: string): Promise<void> {
  await plant('link_prospects', (n) => prospectRow({ id: `lnk_${n}`, project_id: projectId, host: `site${n}.example` }));
  const seen = { prospect_id: 'lnk_1', kind: 'mention', evidence: '{}', found_at: 1, seen_at: 1 };
  await plant('link_opportunities', (n) => ({ ...seen, url: `https://site1.example/${n}` }));
  await plant('link_log', (n) => ({ id: `log_${n}`, prospect_id: `lnk_${n}`, kind: 'note', detail: '{}', created_at: n }));
  const draft = {
    prospect_id: 'lnk_1',
    kind: 'outreach',
    number: 0,
    status: 'replaced',
    writer: 'agent',
    subject: 'Pools',
    body: 'Pools.',
  };
  await plant('link_drafts', (n) => ({ ...draft, id: `mld_${n}`, created_at: n }));
  await plant('link_erased', (n) => ({ project_id: projectId, hash: String(n), created_at: n }));
  await plant('link_mail_days', (n) => ({ project_id: projectId, day: `day ${n}`, mails: 1 }));
}
