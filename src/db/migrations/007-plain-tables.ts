/** What the triggers did, the queue's code does. */
const queueParts = `
drop trigger work_added;
drop trigger work_gone;
drop index work_in_line;
alter table work drop column claimable_at;
-- A lease that has run out makes the work due again: both are one instant.
alter table work add column claimable_at integer not null default 0;
update work set claimable_at = coalesce(lease_until, due_at);
create index work_in_line on work (kind, lane, late, claimable_at);
`;

/** Tables without triggers, virtual columns and hidden ones: what another engine may not have. */
export const plainTables = `${queueParts}`;
