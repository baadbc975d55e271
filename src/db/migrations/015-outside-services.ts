/** What outside services have billed, what is done by itself and when, and the property of a site in Search Console. */
export const outsideServices = `
-- A month of one provider. Who pays is a project, or the desk where the environment configures the provider.
create table provider_months (
  payer text not null,
  provider text not null,
  month text not null,
  calls integer not null,
  unpriced integer not null,
  cost real not null,
  primary key (payer, provider, month)
) strict, without rowid;
create index provider_months_by_month on provider_months (month);

create table schedules (
  project_id text not null references projects on delete cascade,
  name text not null,
  every text not null,
  since integer not null,
  due_at integer not null,
  primary key (project_id, name)
) strict, without rowid;
insert into schedules (project_id, name, every, since, due_at)
  select project_id, 'audit', every, due_at, due_at from audit_schedules;
drop table audit_schedules;
update lanes set kind = 'schedule.audit' where kind = 'site.audit-schedule';
update work set kind = 'schedule.audit', "key" = replace("key", 'site.audit-schedule', 'schedule.audit') where kind = 'site.audit-schedule';

alter table projects add column search_console_property text;
`;
