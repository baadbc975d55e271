export const theDeskOpens = `
create table projects (
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

create table api_keys (
  id text primary key,
  name text not null,
  prefix text not null,
  hash text not null unique,
  scope text not null,
  created_at integer not null,
  last_used_at integer,
  revoked_at integer
) strict;

create table signing_secrets (
  id text primary key,
  ciphertext text not null,
  created_at integer not null,
  retired_at integer,
  revoked_at integer
) strict;
-- An account has one secret in force.
create unique index signing_secrets_current on signing_secrets (retired_at is null) where retired_at is null;

create table documents (
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
create index documents_by_project on documents (project_id, id);
create index documents_by_url on documents (project_id, source_url);

create table passages (
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
create virtual table passages_fts using fts5 (title, heading, text, content='passages', content_rowid='rowid', tokenize='porter unicode61 remove_diacritics 2');
create trigger passages_indexed after insert on passages begin
  insert into passages_fts (rowid, title, heading, text) values (new.rowid, new.title, new.heading, new.text);
end;
create trigger passages_unindexed after delete on passages begin
  insert into passages_fts (passages_fts, rowid, title, heading, text) values ('delete', old.rowid, old.title, old.heading, old.text);
end;

create table articles (
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
create index articles_by_project on articles (project_id, id);
create index articles_by_status on articles (project_id, status, id);
create unique index articles_by_slug on articles (project_id, slug) where slug is not null;

create table jobs (
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
create index jobs_by_project on jobs (project_id, id);
create index jobs_by_status on jobs (status, id);

create table events (
  id text primary key,
  project_id text not null references projects on delete cascade,
  type text not null,
  resource_id text not null,
  body text not null,
  created_at integer not null
) strict;
create index events_by_project on events (project_id, id);
create index events_by_resource on events (resource_id);

-- A delivery outlives the project it came from: what was sent stays on record.
create table deliveries (
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
create index deliveries_by_status on deliveries (status, id);
create index deliveries_by_project on deliveries (project_id);
create index deliveries_by_event on deliveries (event_id);

create table attempts (
  delivery_id text not null references deliveries on delete cascade,
  number integer not null,
  started_at integer not null,
  response text not null,
  primary key (delivery_id, number)
) strict, without rowid;

create table work (
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
create index work_claimable on work (kind, claimable_at);
create index work_in_line on work (kind, lane, claimable_at);
create index work_leased on work (lane, lease_until) where lease_until is not null;
`;
