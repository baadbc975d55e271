import type { LinkOutcome, LinkState, OpportunityKind, ProspectStatus } from '../../../schema/link-building.ts';
import type { Json, Millis } from '../column-types.ts';

export interface LinkTables {
  link_prospects: LinkProspectRow;
  link_opportunities: LinkOpportunityRow;
  link_candidates: LinkCandidateRow;
  link_log: LinkLogRow;
  link_drafts: LinkDraftRow;
  link_mail_days: LinkMailDayRow;
  link_suppressions: LinkSuppressionRow;
  link_erased: LinkErasedRow;
}

export interface LinkProspectRow {
  id: string;
  project_id: string;
  /** Without www., in punycode. */
  host: string;
  status: ProspectStatus;
  /** 0 to 100; null where nothing is known to score by. */
  score: number | null;
  /** What the score is made of. */
  reasons: Json;
  /** The page of the project that the link is to lead to. */
  target_url: string | null;
  notes: string | null;
  contact_name: string | null;
  contact_email: string | null;
  /** As the suppression list compares it. */
  contact_key: string | null;
  /** `given`, or the page that it was found on. */
  contact_source: string | null;
  contact_found_at: Millis | null;
  /** The cadence to this contact. */
  first_mail_at: Millis | null;
  last_mail_at: Millis | null;
  followups: number;
  outcome: LinkOutcome | null;
  outcome_at: Millis | null;
  placed_url: string | null;
  link_state: LinkState | null;
  /** What the last look at it saw. */
  link_seen: Json | null;
  link_checked_at: Millis | null;
  created_at: Millis;
  updated_at: Millis;
}

/** Why a site could link. */
export interface LinkOpportunityRow {
  prospect_id: string;
  kind: OpportunityKind;
  url: string;
  evidence: Json;
  found_at: Millis;
  seen_at: Millis;
}

/** A page that a search for prospects reads. */
export interface LinkCandidateRow {
  job_id: string;
  number: number;
  project_id: string;
  url: string;
  /** Why it is read. */
  why: Json;
  /** What came of it; null until it is read. */
  outcome: Json | null;
}

export interface LinkLogRow {
  id: string;
  prospect_id: string;
  kind: string;
  detail: Json;
  created_at: Millis;
}

/** A mail, written once: an edited one is another. */
export interface LinkDraftRow {
  id: string;
  prospect_id: string;
  kind: 'outreach' | 'followup';
  /** 0 for the first mail, then 1, 2, 3. */
  number: number;
  /** `sending`: it may have gone; written before it goes. */
  status: 'draft' | 'replaced' | 'sending' | 'sent' | 'refused' | 'unknown';
  writer: string;
  subject: string;
  body: string;
  /** Whom it is for: it goes to nobody else. Null where nobody was known when it was written. */
  recipient: string | null;
  message_id: string | null;
  error: Json | null;
  created_at: Millis;
  /** When it was last handed to the mail server. */
  sending_at: Millis | null;
  sent_at: Millis | null;
}

/** Mails sent on a day of the project. */
export interface LinkMailDayRow {
  project_id: string;
  day: string;
  mails: number;
}

/** Who does not want mail: of the desk, not of a project. */
export interface LinkSuppressionRow {
  /** An address as it is compared, or @domain. */
  address: string;
  reason: string;
  created_at: Millis;
}

export interface LinkErasedRow {
  project_id: string;
  hash: string;
  created_at: Millis;
}
