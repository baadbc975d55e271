CREATE TABLE projects (
  id text primary key,
  name text not null unique,
  site_url text,
  language text not null,
  country text,
  brand_terms text not null,
  tone text,
  audience text,
  style_guide text,
  timezone text not null,
  event_webhook_url text,
  article_defaults text not null,
  created_at integer not null,
  updated_at integer not null
) strict;

CREATE TABLE api_keys (
  id text primary key,
  name text not null,
  prefix text not null,
  hash text not null unique,
  scope text not null,
  created_at integer not null,
  last_used_at integer,
  revoked_at integer
) strict;

CREATE TABLE signing_secrets (
  id text primary key,
  ciphertext text not null,
  created_at integer not null,
  retired_at integer,
  revoked_at integer
) strict;

CREATE UNIQUE INDEX signing_secrets_current on signing_secrets (retired_at is null) where retired_at is null;

CREATE TABLE documents (
  id text primary key,
  project_id text not null references projects on delete cascade,
  kind text not null,
  title text not null,
  source_url text,
  language text not null,
  word_count integer not null,
  chunks integer not null,
  tags text not null,
  text text not null,
  fingerprint text not null,
  created_at integer not null,
  refreshed_at integer not null,
  unique (project_id, fingerprint)
) strict;

CREATE INDEX documents_by_project on documents (project_id, id);

CREATE INDEX documents_by_url on documents (project_id, source_url);

CREATE TABLE passages (
  rowid integer primary key,
  document_id text not null references documents on delete cascade,
  position integer not null,
  -- The document's, said again for the index: a passage need not repeat what its page is about.
  title text not null,
  heading text,
  text text not null,
  word_count integer not null,
  unique (document_id, position)
) strict;

CREATE VIRTUAL TABLE passages_fts using fts5 (title, heading, text, content='passages', content_rowid='rowid', tokenize='porter unicode61 remove_diacritics 2');

CREATE TRIGGER passages_indexed after insert on passages begin
  insert into passages_fts (rowid, title, heading, text) values (new.rowid, new.title, new.heading, new.text);
end;

CREATE TRIGGER passages_unindexed after delete on passages begin
  insert into passages_fts (passages_fts, rowid, title, heading, text) values ('delete', old.rowid, old.title, old.heading, old.text);
end;

CREATE TABLE articles (
  id text primary key,
  project_id text not null references projects on delete cascade,
  job_id text not null,
  keyword text not null,
  article_type text not null,
  status text not null,
  writer text not null,
  language text,
  request text not null,
  title text,
  meta_title text,
  meta_description text,
  slug text,
  content_markdown text,
  content_html text,
  outline text,
  faq text,
  json_ld text,
  sources text,
  score integer,
  breakdown text,
  quality text,
  word_count integer,
  reading_time integer,
  webhook_url text,
  error text,
  created_at integer not null,
  updated_at integer not null,
  generated_at integer
) strict;

CREATE INDEX articles_by_project on articles (project_id, id);

CREATE INDEX articles_by_status on articles (project_id, status, id);

CREATE UNIQUE INDEX articles_by_slug on articles (project_id, slug) where slug is not null;

CREATE TABLE jobs (
  id text primary key,
  project_id text references projects on delete cascade,
  kind text not null,
  status text not null,
  progress real not null,
  step text,
  resource_type text,
  resource_id text,
  result text,
  error text,
  attempts integer not null,
  cancel_requested integer not null,
  created_at integer not null,
  started_at integer,
  finished_at integer,
  updated_at integer not null
) strict;

CREATE INDEX jobs_by_project on jobs (project_id, id);

CREATE INDEX jobs_by_status on jobs (status, id);

CREATE TABLE events (
  id text primary key,
  project_id text not null references projects on delete cascade,
  type text not null,
  resource_id text not null,
  body text not null,
  created_at integer not null
) strict;

CREATE INDEX events_by_project on events (project_id, id);

CREATE INDEX events_by_resource on events (resource_id);

CREATE TABLE deliveries (
  id text primary key,
  kind text not null,
  project_id text references projects on delete set null,
  event_id text,
  event_type text,
  url text not null,
  body text not null,
  secret_id text references signing_secrets,
  status text not null,
  attempt_count integer not null,
  max_attempts integer not null,
  next_attempt_at integer,
  last_attempt_at integer,
  delivered_at integer,
  flagged integer not null,
  response text,
  created_at integer not null
) strict;

CREATE INDEX deliveries_by_status on deliveries (status, id);

CREATE INDEX deliveries_by_project on deliveries (project_id);

CREATE INDEX deliveries_by_event on deliveries (event_id);

CREATE TABLE attempts (
  delivery_id text not null references deliveries on delete cascade,
  number integer not null,
  started_at integer not null,
  response text not null,
  primary key (delivery_id, number)
) strict, without rowid;

CREATE TABLE work (
  id integer primary key,
  kind text not null,
  key text not null unique,
  payload text not null,
  lane text,
  due_at integer not null,
  lease_until integer,
  token text,
  claims integer not null default 0,
  -- A lease that has run out makes the work due again: both are one instant.
  claimable_at integer not null generated always as (coalesce(lease_until, due_at)) virtual
) strict;

CREATE INDEX work_claimable on work (kind, claimable_at);

CREATE INDEX work_in_line on work (kind, lane, claimable_at);

CREATE INDEX work_leased on work (lane, lease_until) where lease_until is not null;
