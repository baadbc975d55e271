/** Sites that could link to the project's, whom to write to there, what was written, and whether the link stands. */
export const linkBuilding = `
create table link_prospects (
  id text primary key,
  project_id text not null references projects on delete cascade,
  -- Without www., in punycode: one site is written to once.
  host text not null,
  status text not null,
  -- 0 to 100; null where nothing is known to score by.
  score real,
  reasons text not null,
  -- The page of the project that the link is to lead to.
  target_url text,
  notes text,
  contact_name text,
  contact_email text,
  -- As the suppression list compares it.
  contact_key text,
  contact_source text,
  contact_found_at integer,
  -- The cadence to this contact: its first mail, its last, and how many follow-ups.
  first_mail_at integer,
  last_mail_at integer,
  followups integer not null default 0,
  -- What ended it.
  outcome text,
  outcome_at integer,
  -- Where the link stands, and what the last look at it saw.
  placed_url text,
  link_state text,
  link_seen text,
  link_checked_at integer,
  created_at integer not null,
  updated_at integer not null
) strict, without rowid;
create index link_prospects_by_project on link_prospects (project_id, status, score, id);
create index link_prospects_by_score on link_prospects (project_id, score, id);
create unique index link_prospects_by_host on link_prospects (project_id, host, id);
-- Placed links, those first that were not looked at for longest.
create index link_prospects_placed on link_prospects (project_id, status, link_checked_at, id);
create index link_prospects_by_contact on link_prospects (contact_key) where contact_key is not null;
create index link_prospects_by_mail on link_prospects (status, last_mail_at);
create index link_prospects_by_contact_age on link_prospects (contact_found_at, id) where contact_found_at is not null;

-- Why a site could link: a page that an engine cited, that names the brand, whose link is broken, that lists resources.
create table link_opportunities (
  prospect_id text not null references link_prospects on delete cascade,
  kind text not null,
  url text not null,
  evidence text not null,
  found_at integer not null,
  seen_at integer not null,
  primary key (prospect_id, kind, url)
) strict, without rowid;

-- Pages that a search for prospects reads, while it is under way.
create table link_candidates (
  job_id text not null references jobs on delete cascade,
  number integer not null,
  project_id text not null references projects on delete cascade,
  url text not null,
  -- Why it is read, and then what came of it.
  why text not null,
  outcome text,
  primary key (job_id, number)
) strict, without rowid;
create index link_candidates_by_project on link_candidates (project_id, job_id, number);

create table link_log (
  id text primary key,
  prospect_id text not null references link_prospects on delete cascade,
  kind text not null,
  detail text not null,
  created_at integer not null
) strict, without rowid;
create index link_log_by_prospect on link_log (prospect_id, id);

-- A mail is written once: an edited one is another.
create table link_drafts (
  id text primary key,
  prospect_id text not null references link_prospects on delete cascade,
  kind text not null,
  -- 0 for the first mail, then 1, 2, 3.
  number integer not null,
  status text not null,
  writer text not null,
  subject text not null,
  body text not null,
  recipient text,
  message_id text,
  error text,
  created_at integer not null,
  -- When it was last handed to the mail server: one that never came back from there may have gone.
  sending_at integer,
  sent_at integer
) strict, without rowid;
create index link_drafts_by_prospect on link_drafts (prospect_id, id);
create index link_drafts_by_message on link_drafts (message_id) where message_id is not null;

-- Mails sent, by the project's day.
create table link_mail_days (
  project_id text not null references projects on delete cascade,
  day text not null,
  mails integer not null,
  primary key (project_id, day)
) strict, without rowid;

-- Of the desk, not of a project: who does not want mail. It outlives projects.
create table link_suppressions (
  -- An address as it is compared, or @domain.
  address text primary key,
  reason text not null,
  created_at integer not null
) strict, without rowid;

-- Hashes of what was erased, so that it is not found again.
create table link_erased (
  project_id text not null references projects on delete cascade,
  hash text not null,
  created_at integer not null,
  primary key (project_id, hash)
) strict, without rowid;
`;
