import type { Row } from './rows.ts';

/** Rows of the radar's tables for a project, each by its number; all pages and changes are of the first source. */
export function radarRows(project_id: string, next_check_at: number): [table: string, rowAt: (n: number) => Row][] {
  const watched = { kind: 'page', checks: 1, next_check_at, known_pages: 1, read_pages: 1, not_looked_at: 0, learnt: '{"counters":[]}' };
  const page = { source_id: 'src_1', status: 'read', is_index: 0, hinted: 0, turn: 1, found_at: 1, snapshot: new Uint8Array(1) };
  const change = {
    source_id: 'src_1',
    kind: 'new',
    url: 'https://rival.example/1',
    reappeared: 0,
    phrases: '[]',
    why: '{}',
    evidence: '[]',
  };
  const urlOf = (n: number) => `https://rival.example/${n}`;
  return [
    ['radar_sources', (n) => ({ ...watched, id: `src_${n}`, project_id, url: urlOf(n), created_at: n })],
    ['radar_pages', (n) => ({ ...page, number: n, url: urlOf(n) })],
    ['radar_changes', (n) => ({ ...change, id: `chg_${n}`, project_id, created_at: n })],
  ];
}
