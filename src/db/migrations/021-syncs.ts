/** What Google was last asked for, by project. */
export const syncs = `
create table search_syncs (
  project_id text primary key references projects on delete cascade,
  job_id text not null,
  property text not null,
  -- The first day that was asked for; null: what is missing.
  since text,
  -- What it has brought so far.
  brought text not null,
  started_at integer not null,
  finished_at integer,
  -- Why it ended before it had everything.
  error text
) strict, without rowid;
create index search_syncs_failed on search_syncs (finished_at) where error is not null;
`;
