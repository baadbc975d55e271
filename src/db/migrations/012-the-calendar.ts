/** What is to be written, and when; and what a project repeats by itself. */
export const theCalendar = `
-- How often what repeats is done; what is not named is off.
alter table projects add column schedules text not null default '{}';
-- The calendar's feed stands under it: who knows the address may read it.
alter table projects add column calendar_token text;
update projects set calendar_token = lower(hex(randomblob(24)));
create unique index projects_by_calendar on projects (calendar_token);
`;
