/** Topics with their keywords, prompts and plans, and which articles belong to one. */
export const topics = `
create table topics (
  id text primary key,
  project_id text not null references projects on delete cascade,
  name text not null,
  -- Case and spaces aside.
  name_key text not null,
  pillar_keyword text not null,
  created_at integer not null,
  updated_at integer not null
) strict, without rowid;
create index topics_by_project on topics (project_id, id);
create unique index topics_by_name on topics (project_id, name_key);

create table topic_keywords (
  id text primary key,
  topic_id text not null references topics on delete cascade,
  keyword text not null,
  -- Case and spaces aside.
  said text not null,
  created_at integer not null
) strict, without rowid;
create index topic_keywords_by_topic on topic_keywords (topic_id, id);
create unique index topic_keywords_by_words on topic_keywords (topic_id, said);

create table prompts (
  id text primary key,
  project_id text not null references projects on delete cascade,
  topic_id text references topics on delete cascade,
  text text not null,
  -- Case and spaces aside.
  said text not null,
  created_at integer not null
) strict, without rowid;
create unique index prompts_by_words on prompts (project_id, said);
create index prompts_by_project on prompts (project_id, id);
create index prompts_by_topic on prompts (topic_id, id) where topic_id is not null;

alter table articles add column topic_id text references topics on delete set null;
create index articles_by_topic on articles (topic_id, created_at, id) where topic_id is not null;
`;
