/**
 * What goes to WordPress and Ghost by itself. A project whose articles did so by default keeps on as it was: every one of them, at any time,
 * that no gate objects to. And what is planned for the calendar before anybody says yes to it.
 */
export const autoPublish = `
alter table projects add column auto_publish text not null default '{}';
update projects set auto_publish = '{"mode":"auto","dailyCap":100,"minScore":0,"quietHours":null}'
  where json_extract(article_defaults, '$.publish') = 1;
update projects set article_defaults = json_remove(article_defaults, '$.publish') where json_type(article_defaults, '$.publish') is not null;
-- What was published by that default is, written anew, published as its project says now.
update articles set request = json_remove(request, '$.publish')
  where status in ('ready', 'published') and json_extract(request, '$.publish') = 1;

-- Articles that are ready and wait for their turn, or for a person.
create table waiting_publications (
  article_id text primary key references articles on delete cascade,
  project_id text not null references projects on delete cascade,
  waits_for text not null,
  since integer not null
) strict, without rowid;
create index waiting_publications_in_turn on waiting_publications (project_id, waits_for, since, article_id);
create index waiting_publications_for on waiting_publications (waits_for, since, article_id);

create table auto_publishing (
  project_id text primary key references projects on delete cascade,
  -- The last of its days on which anything went out by itself, with how much.
  day text not null,
  published integer not null,
  next_at integer
) strict, without rowid;

create table autofill_plans (
  id text primary key,
  project_id text not null references projects on delete cascade,
  request text not null,
  calendar text not null,
  plan text not null,
  created_at integer not null,
  expires_at integer not null,
  carried_out_at integer
) strict;
create index autofill_plans_of on autofill_plans (project_id);
create index autofill_plans_expired on autofill_plans (expires_at);
`;
