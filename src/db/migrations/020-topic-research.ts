/** What research made of a topic, and where its keywords come from. */
export const topicResearch = `
-- The last one; it may have ended, or be gone.
alter table topics add column research_job_id text;

alter table topic_keywords add column source text not null default 'given';

create table topic_plans (
  topic_id text primary key references topics on delete cascade,
  researched_at integer not null,
  -- As JSON.
  plan text not null
) strict, without rowid;
`;
