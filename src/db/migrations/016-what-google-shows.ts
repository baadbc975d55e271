/** What Search Console says of a property: packed days, their months, and what was imported. */
export const whatGoogleShows = `
create table search_properties (
  number integer primary key,
  project_id text not null references projects on delete cascade,
  -- As Search Console names it: https://example.com/ or sc-domain:example.com.
  name text not null,
  -- Counts what was changed of its days: a month that was summed up meanwhile is not kept.
  changes integer not null,
  unique (project_id, name)
) strict;

-- Texts by number, counted from 0 within their kind: query, page, country or device.
create table search_keys (
  property integer not null references search_properties on delete cascade,
  kind text not null,
  number integer not null,
  text text not null,
  primary key (property, kind, number),
  unique (property, kind, text)
) strict, without rowid;

create table search_days (
  property integer not null references search_properties on delete cascade,
  -- What the rows are grouped by: day, query, page, query_page, country or device.
  grouped_by text not null,
  -- YYYY-MM-DD, Google's day (Pacific time).
  date text not null,
  -- 0 while its rows arrive.
  is_complete integer not null,
  row_count integer not null,
  -- Packed.
  rows blob not null,
  primary key (property, grouped_by, date)
) strict, without rowid;
create index search_days_held on search_days (property, grouped_by, date, is_complete);
create index search_days_by_date on search_days (date);

-- The complete days of a month, added up. Removed when one of them changes.
create table search_months (
  property integer not null references search_properties on delete cascade,
  grouped_by text not null,
  -- YYYY-MM.
  month text not null,
  rows blob not null,
  primary key (property, grouped_by, month)
) strict, without rowid;

create table search_imports (
  property integer not null references search_properties on delete cascade,
  -- YYYY-MM-DD, both included.
  since text not null,
  until text not null,
  grouped_by text not null,
  row_count integer not null,
  -- 1 where the export did not cut the table.
  is_whole integer not null,
  rows blob not null,
  -- The other period of a comparison.
  previous_first text,
  previous_last text,
  previous_rows blob,
  imported_at integer not null,
  primary key (property, since, until, grouped_by)
) strict, without rowid;
create index search_imports_latest on search_imports (property, imported_at);
`;
