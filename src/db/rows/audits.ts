import type { Bit, Json, Millis } from '../column-types.ts';

export interface AuditTables {
  audits: AuditRow;
  audit_pages: AuditPageRow;
  audit_page_links: AuditPageLinksRow;
  audit_findings: AuditFindingRow;
  audit_issues: AuditIssueRow;
  audit_links: AuditLinkRow;
}

export interface AuditRow {
  id: string;
  project_id: string;
  job_id: string;
  site_url: string;
  /** What audits of the same site have in common: its host and path. */
  site: string;
  /** Its limits. */
  options: Json;
  state: 'queued' | 'running' | 'finished';
  ended_by: string | null;
  /** The audit of the same site that it is compared with. */
  previous_id: string | null;
  /** What of its budget is used. */
  spent: Json;
  /** Addresses found. */
  found: number;
  /** Addresses asked. */
  pages_read: number;
  /** Those of them that are HTML pages with status 200. */
  html_pages: number;
  /** The codes of the checks that were made; null until it has ended. */
  judged: Json | null;
  /** What was learned besides the pages, kept while it runs: with it an interrupted audit goes on after the crawl. */
  learned: Json | null;
  /** What is told besides, once it has ended. */
  result: Json | null;
  /** Critical findings that the audit before did not have; 0 once a later one has ended. */
  new_critical: number;
  created_at: Millis;
  finished_at: Millis | null;
}

export interface AuditPageRow {
  audit_id: string;
  /** In the order in which they were found, from 1. */
  number: number;
  url: string;
  /** Links from the start; a large number where only a sitemap named it. */
  depth: number;
  /** 1 if a sitemap lists it. */
  listed: Bit;
  state: 'waiting' | 'read' | 'forbidden';
  /** 0 where there was no answer. */
  status: number;
  /** Pages that link to it; null until the audit has ended. */
  inlinks: number | null;
  /** What checks of the whole site and the list of pages need to know. */
  facts: Json | null;
}

/** Kept while the audit runs. */
export interface AuditPageLinksRow {
  audit_id: string;
  number: number;
  links: Json;
  /** Hashes of the ids to which links may lead. */
  anchors: string;
}

export interface AuditFindingRow {
  audit_id: string;
  /** 1 if the audit before found it, and this one did not. */
  mended: Bit;
  code: string;
  url: string;
  /** 0 if it is about the site, not one of its pages. */
  of_page: Bit;
  /** The first places in the page: lines with what stands there. */
  places: Json;
  /** How many places there are. */
  count: number;
  change: 'new' | 'same' | 'fixed' | null;
}

/** How often a check found something. */
export interface AuditIssueRow {
  audit_id: string;
  code: string;
  count: number;
  /** How many of them are about the site as a whole. */
  of_site: number;
  new_count: number;
  fixed_count: number;
  /** The first ten. */
  urls: Json;
}

/** An address that pages link to or show, and that is asked only whether it is there. */
export interface AuditLinkRow {
  audit_id: string;
  url: string;
  kind: 'external' | 'image' | 'resource' | 'named' | 'feed';
  outcome: 'works' | 'broken' | 'not_checked' | null;
  /** 0 where there was no answer. */
  status: number;
  /** Why it is broken, or was not checked; of one that works, what is odd about its answer. */
  reason: string | null;
}
