import { ofParent, ofProject, type Portable } from '../common/portable.ts';
import { verificationDue } from './verification/verify.ts';

export const linkPortable: Portable = {
  group: 'links',
  carried: [
    ofProject('link_prospects'),
    ofParent('link_opportunities', 'link_prospects', 'prospect_id', { order: ['kind', 'url'] }),
    ofParent('link_log', 'link_prospects', 'prospect_id', { order: ['id'] }),
    ofParent('link_drafts', 'link_prospects', 'prospect_id', { order: ['id'] }),
    // A search that is under way goes on with them.
    ofProject('link_candidates', { order: ['job_id', 'number'] }),
    // A copy has sent nothing.
    ofProject('link_mail_days', { notCopied: true }),
    ofProject('link_erased'),
    // It goes with every project, and is added to the list that is there: nobody who opted out gets mail because a project has moved.
    { table: 'link_suppressions', of: 'desk' },
  ],
  work: [
    { of: 'projects', before: 'links ', kind: verificationDue },
    { of: 'link_drafts', before: 'link mail ' },
  ],
};
