/**
 * Competitors; the text of pages that were crawled: the project's own, its competitors', and those that
 * answers cite; and the inventory of what the project has published.
 */
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

create table posts (
  id text primary key,
  project_id text not null references projects on delete cascade,
  -- Its address; of an article that arrived somewhere unknown, article: and its id.
  place text not null,
  title text not null,
  keyword text,
  keyword_source text,
  -- Equal for posts on the same keyword.
  keyword_key text,
  language text not null,
  published_at integer,
  modified_at integer,
  date_source text,
  -- When it was last changed, or else published; 0 if unknown.
  dated_at integer not null,
  -- -1 if unknown.
  words integer not null,
  links_in integer not null,
  links_out integer,
  canonical_url text,
  competes integer not null,
  article_id text references articles on delete set null,
  -- JSON.
  sources text not null,
  -- What q looks through.
  sought text not null,
  checked_at integer,
  -- The job that last found it.
  found_by text
) strict, without rowid;
create unique index posts_by_place on posts (project_id, place);
create index posts_by_article on posts (article_id) where article_id is not null;
create index posts_by_keyword on posts (project_id, keyword_key) where keyword_key is not null;
create index posts_by_date on posts (project_id, dated_at, id);
create index posts_by_words on posts (project_id, words, id);
create index posts_by_links on posts (project_id, links_in, id);
create index posts_competing on posts (project_id, id) where competes = 1;

-- The pages of a site that is being read for its posts, and how far that is.
create table post_pages (
  project_id text not null references projects on delete cascade,
  url text not null,
  depth integer not null,
  -- Who else named it: 1 for a sitemap, with what that says of its last change; as JSON what a feed says of it.
  listed integer not null,
  lastmod text,
  fed text,
  state text not null,
  status integer not null,
  redirects_to text,
  -- JSON.
  facts text,
  primary key (project_id, url)
) strict, without rowid;
create index post_pages_waiting on post_pages (project_id, depth, url) where state = 'waiting';

create table post_inventories (
  project_id text primary key references projects on delete cascade,
  job_id text not null,
  refreshed_at integer,
  ended_by text,
  pages_read integer not null,
  -- JSON.
  problems text not null
) strict, without rowid;
`;
