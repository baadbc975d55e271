/** What is to be written, and when; and what a project repeats by itself. */
export const theCalendar = `
-- How often what repeats is done; what is not named is off.
alter table projects add column schedules text not null default '{}';
-- The calendar's feed stands under it: who knows the address may read it.
alter table projects add column calendar_token text;
update projects set calendar_token = lower(hex(randomblob(24)));
create unique index projects_by_calendar on projects (calendar_token);

-- What a keyword has in common with all that are the same; made when somebody asks.
alter table articles add column keyword_key text not null default '';
create index articles_by_keyword on articles (project_id, keyword_key);

create table calendar_slots (
  id text primary key,
  project_id text not null references projects on delete cascade,
  -- In the project's zone: YYYY-MM-DD and HH:MM.
  date text not null,
  time text not null,
  due_at integer not null,
  -- When it is written: due_at, or later where that had passed.
  write_at integer not null,
  -- 1 once it was found due since before the desk ran.
  late integer not null,
  -- planned, begun, failed or missed; what becomes of a begun one its article says.
  status text not null,
  keyword text not null,
  keyword_key text not null,
  title text,
  -- What its article is asked for besides, as JSON.
  request text not null,
  article_id text references articles on delete set null,
  error text,
  -- Counts its changes, for the feed.
  sequence integer not null,
  created_at integer not null,
  updated_at integer not null
) strict, without rowid;
create index calendar_by_date on calendar_slots (project_id, date, time, id);
create index calendar_by_keyword on calendar_slots (project_id, status, keyword_key);
create index calendar_by_status on calendar_slots (status, write_at);
create index calendar_by_article on calendar_slots (article_id) where article_id is not null;
-- What an overview tells of: few.
create index calendar_late on calendar_slots (updated_at) where late = 1 and status = 'begun';
`;
