/** Receivers that have not answered yet stand in a line of their own. Programs of before know nothing of it, and go on beside this one. */
export const aSlowStart = `
-- Whether its destination has ever answered: it may have failed since.
alter table lanes add column answered integer not null default 0;
update lanes set answered = 1 where kind = 'webhook.deliver' and failures = 0 and settled_at is not null;
create index lanes_by_answer on lanes (kind, answered, waits_since, served) where waits_since is not null and failing = 0;
`;
