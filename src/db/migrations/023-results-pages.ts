/** What search engines answered, for all projects; and the gaps to competitors that were worked out. */
export const resultsPages = `
create table results_pages (
  -- Empty where none was named.
  country text not null,
  language text not null,
  -- The same for all that are written alike but for case and spaces.
  keyword_key text not null,
  device text not null,
  engine text not null,
  provider text not null,
  keyword text not null,
  -- Organic results that were looked at.
  depth integer not null,
  -- As JSON: the results, and what else the page held.
  organic text not null,
  features text not null,
  questions text not null,
  related text not null,
  asked_at integer not null,
  primary key (country, language, keyword_key, device, engine, provider)
) strict, without rowid;
create index results_pages_by_age on results_pages (asked_at);

-- The lines of a gap as CSV, some hundreds in each piece.
create table gap_pieces (
  job_id text not null,
  number integer not null,
  project_id text not null references projects on delete cascade,
  lines text not null,
  made_at integer not null,
  primary key (job_id, number)
) strict, without rowid;
create index gap_pieces_by_project on gap_pieces (project_id);
create index gap_pieces_by_age on gap_pieces (made_at);
`;
