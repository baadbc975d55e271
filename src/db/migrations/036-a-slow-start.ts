/** Receivers that have not answered yet stand in a line of their own. */
export const aSlowStart = `
drop index lanes_in_line;
-- 0: nothing is known of its destination yet; 1: it failed last; 2: it answered last.
alter table lanes rename column failing to health;
update lanes set health = 2 where failures = 0 and settled_at is not null;
create index lanes_in_line on lanes (kind, health, waits_since, served) where waits_since is not null;
`;
