import type { Row, Rows } from '../../support/rows.ts';

/** An audit of a project with many of everything that it keeps. */
export async function plantAudit(
  rows: Rows,
  plant: (table: string, rowAt: (n: number) => Row) => Promise<void>,
  projectId: string,
  many: number,
): Promise<void> {
  const limits = { options: '{}', spent: '{}', found: many, pages_read: many, html_pages: many, new_critical: 0 };
  const ended = { ...limits, state: 'finished', created_at: 1, finished_at: 2 };
  await rows.insert('audits', {
    ...ended,
    id: 'aud_1',
    project_id: projectId,
    job_id: 'job_1',
    site_url: 'http://a.example/',
    site: 'a.example/',
  });
  const ofAudit = (n: number) => ({ audit_id: 'aud_1', number: n });
  const url = (n: number) => `http://a.example/${n}`;
  await plant('audit_pages', (n) => ({ ...ofAudit(n), url: url(n), depth: 1, listed: 0, state: 'read', status: 200, facts: '{}' }));
  await plant('audit_page_links', (n) => ({ ...ofAudit(n), links: '[]', anchors: '' }));
  const finding = { audit_id: 'aud_1', mended: 0, code: 'no_answer', of_page: 1, places: '[]', count: 1 };
  await plant('audit_findings', (n) => ({ ...finding, url: url(n) }));
  await plant('audit_links', (n) => ({ audit_id: 'aud_1', url: url(n), kind: 'external', status: 0 }));
}
