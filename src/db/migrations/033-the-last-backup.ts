/** When the last backup was made, so that a desk can tell how old it is. It holds one row at most. */
export const theLastBackup = `
create table backups (
  made_at integer primary key,
  folder text not null,
  bytes integer not null
) strict;
`;
