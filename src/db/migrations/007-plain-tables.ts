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

const knowledgeParts = `
-- What writes passages and documents keeps the index itself.
drop trigger passages_indexed;
drop trigger passages_reindexed;
drop trigger documents_reindexed;
drop trigger passages_unindexed;

-- SQLite renames no column that is called rowid: the table is written anew.
create table numbered_passages (
  -- Newer ones have higher numbers. The index knows a passage by it.
  number integer primary key,
  document_id text not null references documents on delete cascade,
  position integer not null,
  -- The document's, said again for the index: a passage need not repeat what its page is about.
  title text not null,
  heading text,
  text text not null,
  word_count integer not null,
  unique (document_id, position)
) strict;
insert into numbered_passages (number, document_id, position, title, heading, text, word_count)
  select rowid, document_id, position, title, heading, text, word_count from passages;
drop table passages;
alter table numbered_passages rename to passages;

-- A document's tags, to list documents by; documents.tags is what is shown.
create table document_tags (
  -- The document's.
  project_id text not null,
  tag text not null,
  document_id text not null references documents on delete cascade,
  primary key (project_id, tag, document_id)
) strict, without rowid;
create index document_tags_by_document on document_tags (document_id);
insert or ignore into document_tags (project_id, tag, document_id)
  select documents.project_id, tags.value, documents.id from documents, json_each(documents.tags) as tags;
`;

/** Tables without triggers, virtual columns and hidden ones: what another engine may not have. */
export const plainTables = [queueParts, deliveryParts, knowledgeParts].join('');
