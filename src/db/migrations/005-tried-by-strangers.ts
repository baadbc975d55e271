/** The code of a refused address is spelt as the error code is. */
export const oneSpelling = `
update attempts set response = replace(response, '"code":"refused_address"', '"code":"address_refused"')
  where response like '{"error":{"code":"refused_address"%';
`;

/** What those who tried the desk missed: lists that tell apart, words to find articles by, an overview. */
export const triedByStrangers = `
-- The version of the article that a publishing send carries.
alter table deliveries add column article_version integer;
-- The send that this one was made in place of, when somebody asked for that to be sent again.
alter table deliveries add column replay_of text;
update deliveries set article_id = (select resource_id from events where events.id = event_id)
  where event_type in ('article.ready', 'article.failed') and test = 0;
-- Finer than the status, so that lists and counts tell apart what one status holds.
alter table deliveries add column standing text not null default 'untried';
update deliveries set standing = case
  when status = 'delivered' then case when superseded_by is null then 'delivered' else 'outdated' end
  when status = 'pending' then case when attempt_count = 0 then 'untried' else 'retrying' end
  when superseded_by is not null then 'superseded'
  when acknowledged_at is not null then 'acknowledged'
  when test = 1 then 'test'
  when flagged = 1 then 'failed'
  else 'acknowledged' end;
drop index deliveries_settled;
drop index deliveries_by_type;
drop index deliveries_by_url;
drop index deliveries_by_article;
alter table deliveries drop column flagged;
create index deliveries_settled on deliveries (standing, settled_at) where status <> 'pending';
create index deliveries_by_type on deliveries (event_type, standing, created_at, id);
create index deliveries_by_url on deliveries (url, event_type, standing, created_at, id);
create index deliveries_by_article on deliveries (article_id, event_type, standing, created_at, id) where article_id is not null;

-- From when it signs, where it was shown before; 0: at once.
alter table signing_secrets add column active_from integer not null default 0;

-- Items that were no valid request, as JSON.
alter table batches add column refused text not null default '[]';

-- Whether a quality gate objects to its text.
alter table articles add column gated integer not null default 0;
update articles set gated = 1 where quality like '%"gate":true%';
create index articles_gated on articles (project_id) where gated = 1;

-- When a publication of it last succeeded, anywhere.
alter table articles add column published_at integer;
update articles set published_at = (select max(published_at) from publications where article_id = articles.id)
  where id in (select article_id from publications where published_at is not null);
update articles set published_at = max(coalesce(published_at, 0), (select max(delivered_at) from deliveries where article_id = articles.id and kind = 'publish'))
  where id in (select article_id from deliveries where article_id is not null and kind = 'publish' and delivered_at is not null);
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

-- Pages of a sitemap that could not be read are found by why, and counted with the sitemap.
alter table documents add column unread_pages integer not null default 0;

update sitemap_pages set error = '{"code":"unreadable_source","message":"The site''s robots.txt asks crawlers not to read it."}' where outcome = 'robots';

create index sitemap_pages_unread on sitemap_pages (sitemap_id, position) where error is not null;

update documents set unread_pages = (select count(*) from sitemap_pages where sitemap_id = documents.id and error is not null) where kind = 'sitemap';

-- What an overview counts and names over all projects, the newest first. All but documents_by_time hold few rows.
create index deliveries_flagged on deliveries (created_at, project_id) where standing = 'failed';
create index documents_by_time on documents (created_at, project_id);
create index documents_unread on documents (project_id) where last_error is not null;
create index articles_published on articles (published_at, project_id) where published_at is not null;
create index publications_failed on publications (article_id) where status = 'failed';

${oneSpelling}`;
