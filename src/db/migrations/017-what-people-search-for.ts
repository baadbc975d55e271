/** What completion services answered, for all projects, and which of them is left alone for a time. */
export const whatPeopleSearchFor = `
create table suggestions (
  source text not null,
  language text not null,
  -- Empty where none was named.
  country text not null,
  text text not null,
  -- As JSON.
  completions text not null,
  asked_at integer not null,
  primary key (source, language, country, text)
) strict, without rowid;
create index suggestions_by_age on suggestions (asked_at);

create table suggestion_pauses (
  source text primary key,
  until integer not null,
  -- What it said.
  reason text not null
) strict, without rowid;
`;
