export const batches = `
-- Items that were no valid request, as JSON.
alter table batches add column refused text not null default '[]';

-- When a publication of it last succeeded, anywhere.
alter table articles add column published_at integer;
update articles set published_at = (select max(published_at) from publications where article_id = articles.id)
  where id in (select article_id from publications where published_at is not null);
update articles set published_at = max(coalesce(published_at, 0), (select max(delivered_at) from deliveries where article_id = articles.id))
  where id in (select article_id from deliveries where article_id is not null and delivered_at is not null);
update articles set status = 'published' where status = 'ready' and published_at is not null;

-- Lists are ordered by time, so that they can begin at one.
drop index articles_by_project;
create index articles_by_project on articles (project_id, created_at, id);
drop index articles_by_status;
create index articles_by_status on articles (project_id, status, created_at, id);
create index articles_of_batch on articles (batch_id, created_at, id) where batch_id is not null;
create index articles_by_language on articles (project_id, language);
drop index jobs_by_project;
create index jobs_by_project on jobs (project_id, created_at, id);
drop index jobs_by_status;
create index jobs_by_status on jobs (status, created_at, id);
create index jobs_by_time on jobs (created_at, id);

-- The number under which an article's words stand in articles_fts, in the order in which articles were asked for.
create table article_words (
  number integer primary key,
  article_id text not null unique references articles on delete cascade,
  -- 1 while its words are not in the index.
  waits integer not null
) strict;
create index article_words_waiting on article_words (number) where waits = 1;
insert into article_words (article_id, waits) select id, 1 from articles order by created_at, id;
create virtual table articles_fts using fts5 (words, content='', contentless_delete=1, detail=none, tokenize="ascii tokenchars '_'");
`;
