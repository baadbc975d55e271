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

-- Who holds which place under a name, and until when: over all processes.
create table leases (
  name text not null,
  -- Counted from 0.
  place integer not null,
  token text not null,
  until integer not null,
  primary key (name, place)
) strict, without rowid;
alter table idempotency_keys drop column lease_until;
`;

/** When a delivery ended, for retention: written where it ends. */
const deliveryParts = `
drop index deliveries_settled;
alter table deliveries drop column settled_at;
alter table deliveries add column settled_at integer;
update deliveries set settled_at = case status when 'delivered' then delivered_at else coalesce(last_attempt_at, acknowledged_at) end
  where status in ('delivered', 'failed');
create index deliveries_settled on deliveries (standing, settled_at) where status <> 'pending';
`;

/** Tables without triggers, virtual columns and hidden ones: what another engine may not have. */
export const plainTables = [queueParts, deliveryParts].join('');
