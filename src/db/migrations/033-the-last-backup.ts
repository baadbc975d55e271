/**
 * When the last backup was made, so that a desk can tell how old it is: one row at most. And the pending deliveries of a project are found
 * without a look at all others, to end them before the project is deleted.
 */
export const theLastBackup = `
drop index deliveries_by_project;
create index deliveries_by_project on deliveries (project_id, status);

create table backups (
  made_at integer primary key,
  folder text not null,
  bytes integer not null
) strict;
`;
