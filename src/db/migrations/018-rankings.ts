/** For what a project would be found, and where it was. */
export const rankings = `
create table tracked_keywords (
  id text primary key,
  project_id text not null references projects on delete cascade,
  keyword text not null,
  -- The same for all that are written alike but for case and spaces.
  keyword_key text not null,
  engine text not null,
  device text not null,
  -- Empty where none is asked for.
  country text not null,
  language text not null,
  depth integer not null,
  tags text not null,
  -- What the last check found: ranked, not_found_in_top_n, error; not_checked before.
  status text not null,
  position integer,
  depth_checked integer,
  -- JSON: where it stood at the last like check, and 1, 7 and 30 days before.
  before text not null,
  best integer,
  -- 1 where the last check no longer found it, or not among the first ten.
  dropped integer not null,
  url text,
  details text not null,
  provider text,
  error text,
  checked_at integer,
  -- The site and language of its last successful check.
  sample text,
  -- The job that is to check it, or checked it last; waiting is 1 until that has.
  job_id text,
  waiting integer not null,
  left_code text,
  created_at integer not null
) strict, without rowid;
create unique index tracked_keywords_alike on tracked_keywords (project_id, keyword_key, engine, device, country);
create index tracked_keywords_by_job on tracked_keywords (job_id) where job_id is not null;
create index tracked_keywords_failing on tracked_keywords (checked_at) where status = 'error';
create index tracked_keywords_dropped on tracked_keywords (checked_at) where dropped = 1;

-- One row for each time a keyword was asked for.
create table ranking_checks (
  keyword_id text not null references tracked_keywords on delete cascade,
  checked_at integer not null,
  status text not null,
  position integer,
  -- Results that were looked at.
  depth integer not null,
  sample text not null,
  url text,
  provider text not null,
  cost real,
  primary key (keyword_id, checked_at)
) strict, without rowid;
`;
