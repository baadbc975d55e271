/** What is watched on the web, the pages found there as they were last read, and what changed. */
export const whatOthersPublish = `
create table radar_sources (
  id text primary key,
  project_id text not null references projects on delete cascade,
  competitor_id text references competitors on delete cascade,
  kind text not null,
  url text not null,
  -- The job that looks at it, or looked last.
  job_id text,
  -- Checks begun: a page knows by it whether this one has looked at it.
  checks integer not null,
  -- When the first look ended: what was found until then is no news.
  baseline_at integer,
  checked_at integer,
  next_check_at integer not null,
  known_pages integer not null,
  read_pages integer not null,
  not_looked_at integer not null,
  last_error text,
  -- JSON: what was learnt of the site.
  learnt text not null,
  created_at integer not null,
  unique (project_id, kind, url)
) strict, without rowid;
create index radar_sources_by_project on radar_sources (project_id, id);
create index radar_sources_of_competitor on radar_sources (competitor_id) where competitor_id is not null;
create index radar_sources_due on radar_sources (next_check_at);
create index radar_sources_unread on radar_sources (id) where last_error is not null;

create table radar_pages (
  number integer primary key,
  source_id text not null references radar_sources on delete cascade,
  url text not null,
  status text not null,
  is_index integer not null,
  -- As its feed or sitemap says: a hint.
  lastmod text,
  -- 1 where something hints that it is new or changed.
  hinted integer not null,
  -- Its place in the rotation: the check that looked at it last. Of one that none has, less than zero, and the less the newer.
  turn integer not null,
  found_at integer not null,
  -- When it was gone or moved.
  gone_at integer,
  etag text,
  last_modified text,
  title text,
  language text,
  keyword text,
  phrases text,
  word_count integer,
  fingerprint text,
  -- 32-bit hashes of its lines.
  lines blob,
  -- Its main text, deflated.
  snapshot blob,
  unique (source_id, url)
) strict;
create index radar_pages_in_turn on radar_pages (source_id, status, turn);
create index radar_pages_hinted on radar_pages (source_id, hinted, turn);
create index radar_pages_read on radar_pages (source_id, status, number);
create index radar_pages_alike on radar_pages (source_id, fingerprint) where fingerprint is not null;
create index radar_pages_gone on radar_pages (gone_at) where gone_at is not null;

create table radar_changes (
  id text primary key,
  project_id text not null references projects on delete cascade,
  source_id text not null references radar_sources on delete cascade,
  competitor_id text,
  kind text not null,
  url text not null,
  title text,
  moved_to text,
  reappeared integer not null,
  published_at integer,
  keyword text,
  phrases text not null,
  summary text,
  words_added integer,
  words_removed integer,
  relevance real,
  -- JSON: why there is no relevance, and what it rests on.
  why text not null,
  evidence text not null,
  -- The beginning of the diff, and the whole, deflated.
  diff_start text,
  diff blob,
  created_at integer not null
) strict;
create index radar_changes_by_project on radar_changes (project_id, created_at, id);
create index radar_changes_by_kind on radar_changes (project_id, kind, created_at, id);
create index radar_changes_of_source on radar_changes (source_id, created_at, id);
create index radar_changes_of_competitor on radar_changes (competitor_id, created_at, id) where competitor_id is not null;
create index radar_changes_by_time on radar_changes (created_at);
`;
