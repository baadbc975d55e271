/** Audits of sites: what was read, what is wrong with it, and when the next one is due. */
export const audits = `
create table audits (
  id text primary key,
  project_id text not null references projects on delete cascade,
  job_id text not null,
  site_url text not null,
  site text not null,
  options text not null,
  state text not null,
  ended_by text,
  previous_id text,
  spent text not null,
  found integer not null,
  pages_read integer not null,
  html_pages integer not null,
  judged text,
  learned text,
  result text,
  new_critical integer not null,
  created_at integer not null,
  finished_at integer
) strict, without rowid;
create index audits_by_project on audits (project_id, id);
create index audits_by_site on audits (project_id, site, id);
create unique index audits_under_way on audits (project_id) where finished_at is null;
create index audits_by_finish on audits (finished_at) where finished_at is not null;
create index audits_alarming on audits (project_id, id) where new_critical > 0;

create table audit_pages (
  audit_id text not null references audits on delete cascade,
  number integer not null,
  url text not null,
  depth integer not null,
  listed integer not null,
  state text not null,
  status integer not null,
  inlinks integer,
  facts text,
  primary key (audit_id, number)
) strict, without rowid;
create unique index audit_pages_by_url on audit_pages (audit_id, url);
create index audit_pages_by_state on audit_pages (audit_id, state, depth, number);

create table audit_page_links (
  audit_id text not null references audits on delete cascade,
  number integer not null,
  links text not null,
  anchors text not null,
  primary key (audit_id, number)
) strict;

create table audit_findings (
  audit_id text not null references audits on delete cascade,
  mended integer not null,
  code text not null,
  url text not null,
  of_page integer not null,
  places text not null,
  count integer not null,
  change text,
  primary key (audit_id, mended, code, url)
) strict, without rowid;

create table audit_issues (
  audit_id text not null references audits on delete cascade,
  code text not null,
  count integer not null,
  of_site integer not null,
  new_count integer not null,
  fixed_count integer not null,
  urls text not null,
  primary key (audit_id, code)
) strict, without rowid;

create table audit_links (
  audit_id text not null references audits on delete cascade,
  url text not null,
  kind text not null,
  outcome text,
  status integer not null,
  reason text,
  primary key (audit_id, url)
) strict, without rowid;

create table audit_schedules (
  project_id text primary key references projects on delete cascade,
  every text not null,
  due_at integer not null
) strict, without rowid;
`;
