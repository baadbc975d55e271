/** Pages of the web that are held against others on the same keyword, and written anew. */
export const optimizer = `
create table optimizations (
  id text primary key,
  project_id text not null references projects on delete cascade,
  job_id text not null,
  status text not null,
  writer text not null,
  url text not null,
  -- Null until it is known; what was not asked for is the page's own.
  keyword text,
  keyword_source text,
  language text,
  request text not null,
  webhook_url text,
  -- The page as it was read; what a later reading is compared with.
  page text,
  page_hash text,
  read_at integer,
  -- Where the competitors come from; null until that is known.
  basis text,
  -- What people ask on the results page, as it was when the page was scored.
  asked text,
  score_before real,
  score_after real,
  before text,
  after text,
  -- What may be cited, as the brief numbers it.
  passages text,
  -- The last text handed in or written, while it is not taken.
  draft text,
  drafts integer not null default 0,
  rewrite text,
  draft_due_at integer,
  usage text,
  error text,
  created_at integer not null,
  updated_at integer not null,
  completed_at integer
) strict, without rowid;
create index optimizations_by_project on optimizations (project_id, id);
create index optimizations_by_status on optimizations (status, updated_at, id);

create table optimization_pages (
  optimization_id text not null references optimizations on delete cascade,
  position integer not null,
  url text not null,
  -- Its place among the results; null where none was asked for.
  rank integer,
  state text not null,
  read_url text,
  title text,
  words integer,
  -- What it says, until the optimization has ended.
  page text,
  error text,
  primary key (optimization_id, position)
) strict, without rowid;
`;
