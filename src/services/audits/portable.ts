import { ofParent, ofProject, type Portable } from '../common/portable.ts';

export const auditPortable: Portable = {
  group: 'audits',
  carried: [
    ofProject('audits'),
    ofParent('audit_pages', 'audits', 'audit_id', { order: ['number'] }),
    ofParent('audit_page_links', 'audits', 'audit_id', { order: ['number'] }),
    ofParent('audit_findings', 'audits', 'audit_id', { order: ['mended', 'code', 'url'] }),
    ofParent('audit_issues', 'audits', 'audit_id', { order: ['code'] }),
    ofParent('audit_links', 'audits', 'audit_id', { order: ['url'] }),
  ],
};
