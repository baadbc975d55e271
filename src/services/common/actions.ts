import type { Action, ActionType } from '../../../schema/actions.ts';
import type { Project } from '../../../schema/projects.ts';
import { pageKey } from '../../crawl/url.ts';
import { storedKey } from './keyword-key.ts';
import { isoTimeOrNull } from './wire.ts';

/** What is asked of each group: what to do next for a project. */
export interface ActionQuestion {
  project: Project;
  /** Milliseconds since the epoch. */
  now: number;
  /** Offers of one reason, the best: enough for `maxOffers` to be left once what was run or dismissed is taken off. */
  limit: number;
}

interface Weight {
  type: ActionType;
  /** 1–5: what it brings. */
  impact: number;
  /** 1–5: what is left to do by a person or an agent. */
  effort: number;
  /** 0–1: how sure it is that it helps. */
  confidence: number;
}

/** Why something is to be done, and what that weighs; docs/autopilot.md says why. */
export const actionWeights = {
  delivery_failed: { type: 'send_again', impact: 4, effort: 1, confidence: 0.7 },
  integration_failing: { type: 'test_integration', impact: 5, effort: 1, confidence: 0.5 },
  article_unpublished: { type: 'publish_article', impact: 5, effort: 1, confidence: 0.9 },
  publication_failed: { type: 'publish_article', impact: 5, effort: 1, confidence: 0.6 },
  article_to_review: { type: 'publish_article', impact: 5, effort: 2, confidence: 0.8 },
  article_gated: { type: 'mend_article', impact: 4, effort: 2, confidence: 0.9 },
  draft_awaited: { type: 'write_draft', impact: 5, effort: 3, confidence: 0.9 },
  rewrite_awaited: { type: 'write_rewrite', impact: 4, effort: 3, confidence: 0.9 },
  site_unaudited: { type: 'audit_site', impact: 3, effort: 1, confidence: 0.8 },
  audit_old: { type: 'audit_site', impact: 2, effort: 1, confidence: 0.8 },
  issue_critical: { type: 'mend_site', impact: 5, effort: 3, confidence: 0.9 },
  issue_warning: { type: 'mend_site', impact: 3, effort: 3, confidence: 0.8 },
  posts_unread: { type: 'read_posts', impact: 3, effort: 1, confidence: 0.8 },
  posts_old: { type: 'read_posts', impact: 2, effort: 1, confidence: 0.7 },
  page_decaying: { type: 'improve_page', impact: 5, effort: 3, confidence: 0.7 },
  page_near_top: { type: 'improve_page', impact: 4, effort: 3, confidence: 0.7 },
  page_unclicked: { type: 'improve_page', impact: 3, effort: 3, confidence: 0.6 },
  ranking_lost: { type: 'improve_page', impact: 4, effort: 3, confidence: 0.6 },
  page_scored_low: { type: 'improve_page', impact: 3, effort: 3, confidence: 0.5 },
  pages_unknown: { type: 'find_pages', impact: 3, effort: 2, confidence: 0.6 },
  page_old: { type: 'improve_page', impact: 2, effort: 3, confidence: 0.5 },
  answers_cite_others: { type: 'improve_page', impact: 4, effort: 3, confidence: 0.5 },
  slot_unwritten: { type: 'replan_slot', impact: 3, effort: 1, confidence: 0.8 },
  documents_missing: { type: 'add_documents', impact: 5, effort: 2, confidence: 0.9 },
  calendar_empty: { type: 'fill_calendar', impact: 4, effort: 1, confidence: 0.6 },
  rival_published: { type: 'plan_article', impact: 3, effort: 1, confidence: 0.4 },
  topic_open: { type: 'plan_article', impact: 3, effort: 1, confidence: 0.6 },
  answers_without_you: { type: 'plan_article', impact: 4, effort: 1, confidence: 0.5 },
  topic_unresearched: { type: 'research_topic', impact: 3, effort: 1, confidence: 0.7 },
  rankings_unchecked: { type: 'check_rankings', impact: 3, effort: 1, confidence: 0.7 },
  rankings_old: { type: 'check_rankings', impact: 2, effort: 1, confidence: 0.7 },
  sync_failed: { type: 'sync_search', impact: 4, effort: 1, confidence: 0.5 },
  engines_unasked: { type: 'ask_engines', impact: 3, effort: 1, confidence: 0.7 },
  answers_old: { type: 'ask_engines', impact: 2, effort: 1, confidence: 0.7 },
  document_unread: { type: 'refresh_document', impact: 3, effort: 1, confidence: 0.4 },
  document_old: { type: 'refresh_document', impact: 2, effort: 1, confidence: 0.5 },
  reply_waits: { type: 'review_prospect', impact: 5, effort: 2, confidence: 0.8 },
  mail_drafted: { type: 'review_prospect', impact: 4, effort: 2, confidence: 0.7 },
  link_lost: { type: 'review_prospect', impact: 4, effort: 3, confidence: 0.5 },
  followup_due: { type: 'write_followup', impact: 3, effort: 2, confidence: 0.6 },
  prospect_unwritten: { type: 'write_outreach', impact: 4, effort: 3, confidence: 0.4 },
  prospects_unsought: { type: 'find_prospects', impact: 3, effort: 1, confidence: 0.6 },
} as const satisfies Record<string, Weight>;

export type ActionReason = keyof typeof actionWeights;

/** After so many days what was learned is old. A page is old where nobody changed it for so long; a rival's page is news so long. */
export const actionDays = { audit: 30, posts: 30, rankings: 14, answers: 30, document: 90, page: 365, rival: 14, calendar: 14 } as const;

export const dayMs = 24 * 3_600_000;

/** Actions of one reason that are shown at a time, and pieces of evidence of one offer. */
export const maxOffers = 3;
/** In characters: what a call takes. */
export const maxKeyword = 200;

/** Something that a group says should be done. */
export interface ActionOffer {
  reason: ActionReason;
  /** Equal for what is the same thing to act on, whichever group says so: see `pageTarget` and `keywordTarget`. */
  target: Action['target'];
  /** A sentence that a marketer understands. */
  why: string;
  evidence: Action['evidence'];
  /** The call that does it, whole. */
  operation: string;
  arguments: Record<string, unknown>;
  /** Milliseconds since the epoch. */
  expiresAt?: number;
  /** Where that of its reason says too little. */
  effort?: number;
  /** What it rests on, since when: once that is another or begins anew, an action that was run or dismissed comes back. */
  cause: string;
}

/** Evidence with a time in milliseconds. */
export function evidence(source: string, what: string, at: number | null): Action['evidence'][number] {
  return { what, source, at: isoTimeOrNull(at) };
}

/** A page of a site: each page is one thing to act on, whichever group speaks of it. */
export function pageTarget(url: string): ActionOffer['target'] {
  return { kind: 'page', id: pageKey(url), about: url };
}

/** What an article is to be found for, as \`pageTarget\`. */
export function keywordTarget(keyword: string, language: string): ActionOffer['target'] {
  return { kind: 'keyword', id: storedKey(keyword, language), about: keyword };
}

/** With a full stop, where it has no end of its own. */
export function sentence(text: string): string {
  const tidied = text.trim();
  return /[.!?…]$/u.test(tidied) ? tidied : `${tidied}.`;
}

/** How long ago something was, in whole days. */
export function daysSince(at: number, now: number): number {
  return Math.floor((now - at) / dayMs);
}
