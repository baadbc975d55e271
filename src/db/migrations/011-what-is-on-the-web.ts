/** Competitors, and the text of pages that were crawled: the project's own, its competitors', and those that answers cite. */
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

create table crawled_pages (
  id text primary key,
  project_id text not null references projects on delete cascade,
  -- own, competitor or cited.
  origin text not null,
  host text not null,
  url text not null,
  title text not null,
  language text not null,
  word_count integer not null,
  -- Equal for pages with the same text.
  fingerprint text not null,
  -- When it was last read, whatever had changed.
  read_at integer not null,
  changed_at integer not null
) strict, without rowid;
create unique index crawled_pages_by_url on crawled_pages (project_id, origin, url);
create index crawled_pages_by_host on crawled_pages (project_id, origin, host, url);
create index crawled_pages_by_reading on crawled_pages (project_id, origin, read_at);
create index crawled_pages_by_language on crawled_pages (project_id, language);
create index crawled_pages_by_age on crawled_pages (read_at);
create table crawled_passages (
  number integer primary key,
  page_id text not null references crawled_pages on delete cascade,
  position integer not null,
  kind text not null,
  heading text,
  text text not null,
  unique (page_id, position)
) strict;
create virtual table crawled_fts using fts5 (title, heading, text, narrowed_by, content='', contentless_delete=1, tokenize="ascii tokenchars '_'");
`;
