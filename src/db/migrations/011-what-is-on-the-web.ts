/** Competitors. */
export const whatIsOnTheWeb = `
create table competitors (
  id text primary key,
  project_id text not null references projects on delete cascade,
  name text not null,
  -- Without www., in punycode; may carry a port.
  domain text not null,
  -- JSON.
  aliases text not null,
  feed_url text,
  created_at integer not null
) strict, without rowid;
create index competitors_by_project on competitors (project_id, id);
create unique index competitors_by_domain on competitors (project_id, domain);
`;
