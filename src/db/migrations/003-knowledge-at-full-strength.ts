export const knowledgeAtFullStrength = `
-- The sitemap a document was found through.
alter table documents add column parent_id text references documents on delete cascade;
create index documents_by_parent on documents (parent_id, id) where parent_id is not null;
-- The address that is fetched for its text, as it was asked for; null for what was given. Where that led is source_url.
alter table documents add column address text;
create index documents_by_address on documents (project_id, address) where address is not null;
update documents set address = source_url where kind = 'html' and source_url is not null;
alter table documents add column status text not null default 'ready';
-- When its source was last looked at, whatever came of it.
alter table documents add column checked_at integer not null default 0;
update documents set checked_at = refreshed_at;
-- What came of the last look, as JSON; null where it went well.
alter table documents add column last_error text;
-- What the source called the text it gave, for asking whether it has changed.
alter table documents add column etag text;
alter table documents add column last_modified text;
-- The job that last read it again.
alter table documents add column job_id text;
-- 1 where its owner named it: its source's title then changes nothing.
alter table documents add column named integer not null default 0;
-- Of a sitemap, as JSON: which of its pages are wanted.
alter table documents add column selection text;

-- Texts that share a band may be nearly the same.
create table document_bands (
  band integer not null,
  document_id text not null references documents on delete cascade,
  primary key (band, document_id)
) strict, without rowid;
create index document_bands_by_document on document_bands (document_id);

-- The pages of a sitemap, and how far its reading is.
create table sitemap_pages (
  sitemap_id text not null references documents on delete cascade,
  url text not null,
  -- The job that last found it listed: a page that an earlier job listed and the last one did not is gone from the sitemap.
  listed_by text not null,
  position integer not null,
  -- As the sitemap has it, and as it was when the page was last read.
  lastmod text,
  read_lastmod text,
  -- What came of it in that job; null while it waits.
  outcome text,
  -- Why it failed, as JSON.
  error text,
  -- The document that its text is kept in.
  document_id text references documents on delete set null,
  primary key (sitemap_id, url)
) strict, without rowid;
create index sitemap_pages_waiting on sitemap_pages (sitemap_id, position) where outcome is null;
create index sitemap_pages_by_document on sitemap_pages (document_id) where document_id is not null;

-- ── Search ──────────────────────────────────────────────────────────────────────────────────────
-- Passages are found by terms that the program makes of them (stems in the document's own language), so that the index holds no text and
-- no SQL can write it: passages_to_index says which are waiting for it. A term begins with its project's key.
drop trigger passages_indexed;
drop trigger passages_unindexed;
drop table passages_fts;
-- What a passage belongs to, its document and that document's tags, are terms too, in narrowed_by.
create virtual table passages_fts using fts5 (title, heading, text, narrowed_by, content='', contentless_delete=1, tokenize="ascii tokenchars '_'");
create table passages_to_index (passage integer primary key) strict;
insert into passages_to_index select rowid from passages;
create trigger passages_indexed after insert on passages begin
  insert into passages_to_index values (new.rowid);
end;
create trigger passages_reindexed after update of title, heading, text on passages begin
  insert or ignore into passages_to_index values (new.rowid);
end;
create trigger documents_reindexed after update of tags, language on documents when (new.tags, new.language) <> (old.tags, old.language) begin
  insert or ignore into passages_to_index select rowid from passages where document_id = new.id;
end;
create trigger passages_unindexed after delete on passages begin
  delete from passages_fts where rowid = old.rowid;
  delete from passages_to_index where passage = old.rowid;
end;
-- In which languages a project's words must be looked for.
create index documents_by_language on documents (project_id, language);
`;
