/** What a provider knows of keywords in a market, for all projects. */
export const figuresOfKeywords = `
create table keyword_metrics (
  country text not null,
  language text not null,
  -- In lower case.
  keyword text not null,
  provider text not null,
  -- As JSON; null where it has none.
  figures text,
  -- Why it has none.
  why text,
  checked_at integer not null,
  primary key (country, language, keyword)
) strict, without rowid;
create index keyword_metrics_by_age on keyword_metrics (checked_at);
`;
