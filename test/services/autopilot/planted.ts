import { storedKey } from '../../../src/services/common/keyword-key.ts';
import type { Row } from '../../support/rows.ts';
import type { TestApp } from '../../support/test-app.ts';

export const day = 24 * 3_600_000;
export const site = 'https://www.acme.example';

export interface BusyDesk extends TestApp {
  /** Something to do for every reason but that things are old. */
  fresh: string;
  /** The same for what is old. */
  old: string;
  put(table: string, row: Row): Promise<void>;
}

/** A post of a site, on the keyword that its title is unless it is given. */
export function postRow(fields: Row & { title: string }): Row {
  const keyword = String(fields['keyword'] ?? fields.title.toLowerCase());
  const usual = { keyword_source: 'guess', language: 'en', sources: '[]', sought: '', words: 900, links_in: 3, competes: 0 };
  return { ...usual, keyword, keyword_key: storedKey(keyword, 'en'), ...fields };
}

/** A keyword whose place is followed. */
export function trackedRow(fields: Row & { keyword: string }): Row {
  const asked = { engine: 'google', device: 'desktop', country: 'us', language: 'en', depth: 20, tags: '[]' };
  return { ...asked, details: '{}', waiting: 0, before: '{"days":{}}', keyword_key: fields.keyword, ...fields };
}
