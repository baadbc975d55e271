/** Answers of engines to prompts, and what they say of the project and its competitors. */
export const aiVisibility = `
alter table projects add column mention_only_with text not null default '[]';
alter table projects add column mention_not_with text not null default '[]';
alter table competitors add column mention_only_with text not null default '[]';
alter table competitors add column mention_not_with text not null default '[]';

create table ai_answers (
  id text primary key,
  project_id text not null references projects on delete cascade,
  -- It may be gone: its answers count no more then, and are removed.
  prompt_id text not null,
  prompt text not null,
  engine text not null,
  surface text not null,
  model text,
  -- Of the run that asked.
  job_id text,
  text text not null,
  -- The citations that came with it, as JSON.
  given text not null,
  language text,
  searched integer,
  cost real,
  input_tokens integer,
  output_tokens integer,
  -- Equal for the same answer.
  hash text not null,
  asked_at integer not null,
  created_at integer not null,
  -- The version of the brands that it was last read for; 0 if for none yet.
  read_for integer not null default 0,
  analyzed_at integer,
  has_inline integer,
  -- What was read that stands in no rows, as JSON.
  analysis text
) strict;
create unique index ai_answers_once on ai_answers (project_id, hash);
create index ai_answers_by_time on ai_answers (project_id, asked_at, id);
create index ai_answers_by_prompt on ai_answers (project_id, prompt_id, asked_at, id, engine, surface, has_inline);
create index ai_answers_by_engine on ai_answers (project_id, engine, asked_at, id);
create index ai_answers_by_surface on ai_answers (project_id, surface, asked_at, id);
-- What figures count and add up, a place at a time: an index that has all of it is read three times as fast.
create index ai_answers_counted on ai_answers (project_id, prompt_id, engine, surface, asked_at, has_inline);
create index ai_answers_by_run on ai_answers (job_id, project_id, engine, prompt_id) where job_id is not null;
create index ai_answers_to_read on ai_answers (project_id, read_for, id);

-- A brand that an answer names or cites.
create table ai_answer_brands (
  project_id text not null references projects on delete cascade,
  prompt_id text not null,
  asked_at integer not null,
  answer_id text not null,
  -- own, or a competitor's id.
  brand text not null,
  engine text not null,
  surface text not null,
  mentions integer not null,
  position integer,
  sentiment real,
  sentiment_count integer not null,
  cited integer not null,
  prominence real,
  primary key (project_id, prompt_id, asked_at, answer_id, brand)
) strict, without rowid;
create index ai_answer_brands_summed
  on ai_answer_brands (project_id, prompt_id, brand, engine, surface, asked_at, mentions, position, sentiment, sentiment_count, cited, prominence);
create index ai_answer_brands_by_brand on ai_answer_brands (project_id, brand, asked_at, answer_id);

create table ai_answer_citations (
  project_id text not null references projects on delete cascade,
  prompt_id text not null,
  asked_at integer not null,
  answer_id text not null,
  number integer not null,
  engine text not null,
  surface text not null,
  url text not null,
  -- Equal for addresses of the same page.
  "key" text not null,
  host text not null,
  domain text not null,
  title text,
  brand text,
  inline integer not null,
  prominence real,
  status text not null,
  primary key (project_id, prompt_id, asked_at, answer_id, number)
) strict, without rowid;

-- Who answers are read for. It has a new version when a name, a site or a competitor changes.
create table ai_brands (
  project_id text primary key references projects on delete cascade,
  version integer not null,
  changed_at integer not null
) strict, without rowid;

-- The latest run of a project that asked engines.
create table ai_runs (
  project_id text primary key references projects on delete cascade,
  job_id text not null,
  ended_at integer,
  -- What went wrong, as JSON; null where all was answered.
  trouble text
) strict, without rowid;
create index ai_runs_in_trouble on ai_runs (ended_at) where trouble is not null;
`;
